import { completesWithout } from '../downloads/completes-without.ts';
import { listUnfetched } from '../downloads/link-downloads.ts';
import type { Account } from '../model/account.ts';
import type { Instant } from '../model/clock.ts';
import { ttlIn, wholeTtlIn } from '../model/clock.ts';
import type { DispatchOverview, DispatchReceiver } from '../model/dispatch.ts';
import { isBareLink } from '../model/dispatch.ts';
import type { EventMail } from '../model/event.ts';
import type { Actor } from '../model/principal.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import type { RepeatClaim } from '../model/repeat.ts';
import { invalid } from '../model/valise-error.ts';
import type { MailLimits } from '../notices/mail-limits.ts';
import { refuseTooManyMailsOf } from '../notices/mail-limits.ts';
import { refuseMailsTooSoon } from '../notices/link-mail-pause.ts';
import type {
  Change,
  Changed,
  ControlDependencies,
  ControlRepositories,
  Owner,
  SenderRules,
} from './change-dispatch.ts';
import {
  createChange,
  extendDispatch,
  getDispatch,
  getReceiver,
  linkMailsTo,
  refuseBareLinks,
  refuseLinkless,
} from './change-dispatch.ts';
import { createAnyoneLinks, findAnyoneLinkProblem } from './anyone-links.ts';
import { createReceiverChanges } from './receiver-changes.ts';
import { endSentOn, refuseOutlivingDrop } from './sent-on.ts';
import { createReceiverReminding } from './remind-receivers.ts';

export type DispatchControl = ReturnType<typeof createDispatchControl>;

/** The operator's operations on a drop or a grant after it was sent, whoever sent it. */
export function createDispatchControl(dependencies: ControlDependencies) {
  const { database } = dependencies;
  return {
    async list(limit: number): Promise<DispatchOverview[]> {
      return await database.dispatches.list({ limit });
    },

    async get(id: string): Promise<DispatchOverview> {
      return await getDispatch(database, undefined, id);
    },

    ...createVerbs(dependencies, undefined, undefined),
  };
}

export type SenderControl = ReturnType<typeof createSenderControl>;

/** The operations of an account on what it sent. Receivers are named by their ids. */
export function createSenderControl(dependencies: ControlDependencies & SenderRules) {
  const { maxLifetimeMs, showsLinks } = dependencies;
  return {
    maxLifetimeMs,
    showsLinks,

    /** Whether a drop of which this is demanded can have links for anyone. */
    allowsAnyone: (secondFactor: SecondFactorMode): boolean =>
      findAnyoneLinkProblem(dependencies, secondFactor) === undefined,

    /** Those on its dispatches of one kind; `not_found` for everything else, whether or not it exists. */
    of({ id: accountId }: Pick<Account, 'id'>, kind: 'drop' | 'grant') {
      const owner = { accountId, kind };
      return {
        ...createVerbs(dependencies, owner, dependencies.mailLimits),
        ...createReceiverChanges(dependencies, owner),
        ...createReceiverReminding(dependencies, owner),
        ...createAnyoneLinks(dependencies, owner),
      };
    },
  };
}

type Act = Parameters<Change<keyof ControlRepositories>>[3];

function createVerbs(
  dependencies: ControlDependencies,
  owner: Owner,
  mailLimits: MailLimits | undefined,
) {
  const { linkSecret, hasher, clock } = dependencies;
  const change = createChange(dependencies, owner);
  const bounds = { ...dependencies, ttlOf: owner === undefined ? ttlIn : wholeTtlIn };

  /** The mail to the sender about what the operator did. */
  async function mailsToSender(
    repositories: Pick<ControlRepositories, 'accounts'>,
    { dispatch }: DispatchOverview,
    receiver: DispatchReceiver | undefined,
    kind: 'extended' | 'resent' | 'revoked',
  ): Promise<EventMail[]> {
    if (owner !== undefined) return [];
    const sender = await repositories.accounts.lock(dispatch.accountId);
    if (sender === undefined || receiver === undefined) return [];
    return [{ kind, to: sender.email, receiverId: receiver.id }];
  }

  /** The old links of these receivers end, and each is mailed a new one. `told`: the mails to others. */
  async function mailNewLinks(
    { dispatches }: Pick<ControlRepositories, 'dispatches'>,
    { dispatch }: DispatchOverview,
    receivers: readonly DispatchReceiver[],
    told: readonly EventMail[],
  ) {
    for (const receiver of receivers) {
      const generation = receiver.linkGeneration + 1;
      const hash = hasher.hash('link', linkSecret(receiver.id, generation));
      await dispatches.setLink(receiver.id, { hash, generation });
    }
    const mails = [...linkMailsTo(dispatch, receivers), ...told];
    return { details: { receivers: receivers.length }, mails };
  }

  return {
    /** Ends a dispatch for everyone: links end; files, and uploads to it, become unreadable at once. */
    async revoke(actor: Actor, id: string, claim?: RepeatClaim): Promise<Changed> {
      const act: Act = async (repositories, overview) => {
        const { dispatch, receivers } = overview;
        const at = clock.now();
        const mails = await mailsToSender(repositories, overview, receivers[0], 'revoked');
        await repositories.dispatches.end(dispatch.id, at);
        const files = await repositories.files.shredDispatch(dispatch.id, at);
        const uploads = await repositories.uploads.shredFor(
          receivers.map((receiver) => receiver.id),
          at,
        );
        await endSentOn(dependencies, repositories, actor, { dispatch: dispatch.id });
        return { details: { files, uploads }, mails };
      };
      return await change(actor, id, 'dispatch.revoked', act, claim);
    },

    /** Ends it for one receiver; the others are not affected. Where it has ended for them, nothing is done. */
    async revokeReceiver(
      actor: Actor,
      id: string,
      named: string,
      claim?: RepeatClaim,
    ): Promise<Changed> {
      const act: Act = async (repositories, overview) => {
        refuseLinkless(overview);
        const receiver = getReceiver(overview, owner, named);
        if (receiver.linkHash === undefined) return undefined;
        await repositories.dispatches.endLink(receiver.id, clock.now());
        const mails = await mailsToSender(repositories, overview, receiver, 'revoked');
        const uploads = await repositories.uploads.shredFor([receiver.id], clock.now());
        await endSentOn(dependencies, repositories, actor, { receiver: receiver.id });
        const completes = await completesWithout(repositories, overview, receiver);
        const details = { receiver: receiver.email, uploads };
        return { details, receiver: receiver.id, completes, mails };
      };
      return await change(actor, id, 'dispatch.receiver_revoked', act, claim);
    },

    /**
     * Extends or shortens a live dispatch. Its files keep their keys: those that outlive the day of their
     * bucket are rewrapped before the bucket's key is destroyed.
     */
    async extend(
      actor: Actor,
      id: string,
      expiresAt: Instant,
      claim?: RepeatClaim,
    ): Promise<Changed> {
      const act: Act = async (repositories, overview) => {
        const { dispatches, sentOn } = repositories;
        const { dispatch, receivers } = overview;
        await refuseOutlivingDrop({ sentOn }, dispatch.id, expiresAt);
        const mails = await mailsToSender(repositories, overview, receivers[0], 'extended');
        const done = await extendDispatch({ dispatches, clock }, dispatch, expiresAt, bounds);
        return { ...done, mails };
      };
      return await change(actor, id, 'dispatch.extended', act, claim);
    },

    /**
     * Mails a new link to one receiver, or to all whose link was not revoked; the old one ends. Sent to one
     * receiver by name, it undoes that receiver's revocation. Senders, who have limits of mails, must pause
     * between two to one receiver.
     */
    async resend(actor: Actor, id: string, named?: string, claim?: RepeatClaim): Promise<Changed> {
      const act: Act = async (repositories, overview) => {
        refuseLinkless(overview);
        const receivers =
          named === undefined ? getMailed(overview) : [getReceiver(overview, owner, named)];
        refuseBareLinks(receivers);
        const told = await mailsToSender(repositories, overview, receivers[0], 'resent');
        if (mailLimits !== undefined) {
          const { accountId } = overview.dispatch;
          const now = clock.now();
          await refuseMailsTooSoon(repositories, receivers, now);
          await refuseTooManyMailsOf(repositories, accountId, receivers.length, now, mailLimits);
        }
        return await mailNewLinks(repositories, overview, receivers, told);
      };
      return await change(actor, id, 'dispatch.resent', act, claim);
    },

    /**
     * Mails a new link to the receivers of a drop who have not downloaded every file, and whose link is mailed and
     * lives; their old ones end. None of them is mailed more often than a sender may. Throws `invalid` where there is
     * nobody to mail.
     */
    async resendUnfetched(actor: Actor, id: string): Promise<Changed> {
      const act: Act = async (repositories, overview) => {
        const { dispatch } = overview;
        const isMailed = dispatch.kind === 'drop' && dispatch.notify !== 'none';
        const receivers = isMailed ? await listUnfetched(repositories, overview) : [];
        if (receivers.length === 0) throw nobodyToMail();
        await refuseMailsTooSoon(repositories, receivers, clock.now());
        const told = await mailsToSender(repositories, overview, receivers[0], 'resent');
        return await mailNewLinks(repositories, overview, receivers, told);
      };
      return await change(actor, id, 'dispatch.resent', act);
    },
  };
}

function nobodyToMail() {
  return invalid([{ field: 'receiver', problem: 'nobody is left who could be mailed a link.' }]);
}

/** Those with a live link that is mailed. */
function getMailed({ receivers }: DispatchOverview): DispatchReceiver[] {
  if (receivers.every(isBareLink)) throw nobodyToMail();
  const linked = receivers.filter((each) => each.linkHash !== undefined && !isBareLink(each));
  if (linked.length > 0) return linked;
  throw invalid([{ field: 'receiver', problem: 'every link was revoked; name whom to send one.' }]);
}
