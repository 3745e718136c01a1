import { recordRepeated } from '../audit/record-repeated.ts';
import type { Repositories } from '../model/database.ts';
import type { DispatchOverview, DispatchReceiver } from '../model/dispatch.ts';
import { endReasonOf, isBareLink, noAddress } from '../model/dispatch.ts';
import type { ReceiverId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { Receiver } from '../model/contact.ts';
import { complete } from '../model/contact.ts';
import type { Actor } from '../model/principal.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import type { RepeatClaim } from '../model/repeat.ts';
import { invalid, nothingHere } from '../model/valise-error.ts';
import { endSentOn } from './sent-on.ts';
import type { Changed, ControlDependencies, Owner } from './change-dispatch.ts';
import { createChange, getDispatch } from './change-dispatch.ts';

/** More links than these are hard to tell apart. */
export const mostAnyoneLinks = 50;

/** Whether drops may have links for anyone. */
export interface AnyoneLinkRules {
  /** Whether the operator allows them. */
  anyoneLinks: boolean;
  /** Whether receivers must be contacts. */
  contactsOnly: boolean;
}

/** Why a drop cannot have one; undefined where it can. */
export type AnyoneLinkProblem = 'off' | 'contacts' | 'code';

export function findAnyoneLinkProblem(
  { anyoneLinks, contactsOnly }: AnyoneLinkRules,
  secondFactor: SecondFactorMode,
): AnyoneLinkProblem | undefined {
  if (!anyoneLinks) return 'off';
  if (contactsOnly) return 'contacts';
  return secondFactor === 'off' ? undefined : 'code';
}

const problems: Record<AnyoneLinkProblem, string> = {
  off: 'is not possible here: the operator allows no links for anyone.',
  contacts: 'is not possible here: only contacts may receive.',
  code: 'is not possible with a code, which takes an address.',
};

/** Throws `invalid` where a drop of which this is demanded cannot have a link for anyone. */
export function refuseAnyoneLink(rules: AnyoneLinkRules, secondFactor: SecondFactorMode): void {
  const problem = findAnyoneLinkProblem(rules, secondFactor);
  if (problem !== undefined) throw invalid([{ field: 'anyone', problem: problems[problem] }]);
}

/** Nobody by name. */
export function anyone(): Receiver {
  const unknown = { number: undefined, language: undefined, nick: undefined, groups: undefined };
  return complete({ email: noAddress, ...unknown });
}

type Dependencies = ControlDependencies & AnyoneLinkRules;

/** What can be done with the links for anyone of a drop. Those of other dispatches are treated as missing. */
export function createAnyoneLinks(dependencies: Dependencies, owner: Owner) {
  const { database, events, hasher, linkSecret, randomness, clock } = dependencies;
  const change = createChange(dependencies, owner);

  /** The secrets of live links. Each is recorded as shown, the more often the more seldom. */
  async function reveal(
    repositories: Pick<Repositories, 'audit' | 'feed' | 'outbox' | 'repeatedActs'>,
    actor: Actor,
    { dispatch, receivers }: DispatchOverview,
  ): Promise<Map<ReceiverId, string>> {
    const secrets = new Map<ReceiverId, string>();
    for (const { id, linkGeneration } of receivers.filter(isLiveAnyoneLink)) {
      secrets.set(id, linkSecret(id, linkGeneration));
      await recordRepeated({ events, clock }, repositories, {
        actor,
        per: `shown ${id}`,
        event: {
          action: 'dispatch.link_shown',
          account: { id: dispatch.accountId },
          ids: { dispatch: dispatch.id },
          details: { receiver: id },
        },
      });
    }
    return secrets;
  }

  return {
    /** Makes one more link for a live drop. The outcome names it. */
    async makeLink(actor: Actor, id: string, claim?: RepeatClaim): Promise<Changed> {
      return await change(
        actor,
        id,
        'drop.link_made',
        async ({ dispatches }, { dispatch, receivers }) => {
          refuseAnyoneLink(dependencies, dispatch.secondFactor);
          if (receivers.filter(isLiveAnyoneLink).length >= mostAnyoneLinks) {
            const problem = `one transfer may have ${mostAnyoneLinks} links for anyone.`;
            throw invalid([{ field: 'anyone', problem }]);
          }
          const link = newId<ReceiverId>(randomness);
          await dispatches.addReceiver(dispatch.id, {
            ...anyone(),
            id: link,
            linkHash: hasher.hash('link', linkSecret(link, 0)),
            linkGeneration: 0,
            inboxToken: newId(randomness),
          });
          return { details: { link }, link };
        },
        claim,
      );
    },

    /** Ends one link; receivers and other links are not affected. Where it has ended, nothing is done. */
    async revokeLink(
      actor: Actor,
      id: string,
      linkId: string,
      claim?: RepeatClaim,
    ): Promise<Changed> {
      return await change(
        actor,
        id,
        'drop.link_revoked',
        async (repositories, overview) => {
          const { id: link, linkHash } = getAnyoneLink(overview, linkId);
          if (linkHash === undefined) return undefined;
          await repositories.dispatches.endLink(link, clock.now());
          await endSentOn(dependencies, repositories, actor, { receiver: link });
          return { details: { link }, link };
        },
        claim,
      );
    },

    /**
     * The secrets of all live links for anyone of a drop, by their ids: whoever sent it hands them out. Empty where it
     * has ended.
     */
    async revealAnyoneLinks(actor: Actor, id: string): Promise<ReadonlyMap<ReceiverId, string>> {
      return await database.transact(async (repositories) => {
        const overview = await getDispatch(repositories, owner, id);
        const hasEnded = endReasonOf(overview, clock.now()) !== undefined;
        return hasEnded ? new Map() : await reveal(repositories, actor, overview);
      });
    },
  };
}

function isLiveAnyoneLink(receiver: DispatchReceiver): boolean {
  return isBareLink(receiver) && receiver.linkHash !== undefined;
}

function getAnyoneLink({ dispatch, receivers }: DispatchOverview, id: string): DispatchReceiver {
  const link = receivers.find((each) => each.id === id && isBareLink(each));
  if (link === undefined || dispatch.kind !== 'drop') throw nothingHere();
  return link;
}
