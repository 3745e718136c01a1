import type { Account } from '../model/account.ts';
import type { EventMail, EventRows } from '../model/event.ts';
import { day, hour, minute } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { AccountId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { AccountLink, AccountLinkKind } from '../model/person.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';
import { recordRepeated } from '../audit/record-repeated.ts';
import { mayEnter } from './password-attempts.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

/** How long a link is valid. */
export const accountLinkLifetimes: Readonly<Record<AccountLinkKind, number>> = {
  invitation: 7 * day,
  reset: hour,
};

/** A second reset within this time is not mailed: the first is on its way. */
const resetPauseMs = 2 * minute;
/** Anybody can ask: an owner gets no more mails in an hour. */
const resetsPerHour = 3;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'hasher' | 'randomness'> {
  database: DatabaseOf<'accounts' | 'accountLinks' | 'repeatedActs' | EventRows>;
  /** The secret of a link: the same each time for the same link. */
  accountLinkSecret: (link: Pick<AccountLink, 'id' | 'accountId' | 'kind'>) => string;
}

export type AccountLinkIssue = ReturnType<typeof createAccountLinkIssue>;

/** Makes invitations and resets, and mails them. */
export function createAccountLinkIssue(dependencies: Dependencies) {
  const { database, accountLinkSecret, hasher, randomness, events, clock } = dependencies;

  /** Adds a link. Returns its secret, and the mail that carries it, which names who invites. */
  async function issue(
    { accountLinks }: Pick<Repositories, 'accountLinks'>,
    account: Account,
    kind: AccountLinkKind,
    invitedBy?: AccountId,
  ): Promise<{ secret: string; mails: readonly EventMail[] }> {
    const createdAt = clock.now();
    const named = { id: newId<AccountLink['id']>(randomness), accountId: account.id, kind };
    const secret = accountLinkSecret(named);
    const expiresAt = createdAt + accountLinkLifetimes[kind];
    await accountLinks.add({
      ...named,
      hash: hasher.hash('account link', secret),
      createdAt,
      expiresAt,
      ...(invitedBy === undefined ? {} : { invitedBy }),
    });
    return { secret, mails: [{ id: named.id, kind, to: account.email }] };
  }

  return {
    issue,

    /**
     * Gives a person a link to set a password with, by mail; returns its secret, for whoever acts. Links from
     * before end. Throws `unknown_account`, and `invalid` for an account that cannot sign in.
     */
    async send(actor: Actor, email: string, kind: AccountLinkKind): Promise<string> {
      return await database.transact(async (repositories) => {
        const account = await repositories.accounts.findByEmail(email.toLowerCase());
        if (account === undefined) {
          throw new ValiseError('unknown_account', `There is no account ${email}.`);
        }
        if (!mayEnter(account)) {
          const problem = `${account.email} is disabled, or is an account of a program (role api).`;
          throw invalid([{ field: 'email', problem }]);
        }
        await repositories.accountLinks.removeAll(account.id);
        const { secret, mails } = await issue(repositories, account, kind);
        await events.tell(repositories, actor, {
          action: kind === 'invitation' ? 'person.invited' : 'person.reset_asked',
          account,
          mails,
        });
        return secret;
      });
    },

    /**
     * Mails a link to reset the password, if there is a person with this address, at most three in an hour. Only
     * the newest is good. The caller learns nothing.
     */
    async askForReset(actor: Actor, email: string): Promise<void> {
      const address = email.trim().toLowerCase();
      await database.transact(async (repositories) => {
        await recordRepeated({ events, clock }, repositories, {
          actor,
          // Whether there is such an account is not said.
          event: {
            ...{ action: 'person.reset_asked', account: undefined },
            object: address.slice(0, 254),
            outcome: 'ok',
          },
        });
        const account = await repositories.accounts.findByEmail(address);
        if (account === undefined || !mayEnter(account)) return;
        // Those who ask at the same time wait for each other: their mails are counted.
        await repositories.accounts.lock(account.id);
        const mailsSince = (ms: number) =>
          repositories.outbox.countOfKinds(account.id, ['reset'], clock.now() - ms);
        if ((await mailsSince(resetPauseMs)) > 0 || (await mailsSince(hour)) >= resetsPerHour)
          return;
        await repositories.accountLinks.removeAll(account.id, 'reset');
        const { mails } = await issue(repositories, account, 'reset');
        await events.tell(repositories, actor, { action: 'person.reset_mailed', account, mails });
      });
    },
  };
}
