import { endAllKeys } from '../people/end-keys.ts';
import { parseEmailAddress } from '#protocol/email-address.ts';
import { parseMobileNumber } from '#protocol/mobile-number.ts';
import { newAccount } from '../people/new-account.ts';
import type { Account, Role } from '../model/account.ts';
import type { AccountListQuery } from '../model/administration.ts';
import type { AuditEvent } from '../model/audit.ts';
import type { EventMail, EventRows } from '../model/event.ts';
import type { Instant } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { AccountId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError, nothingHere } from '../model/valise-error.ts';
import type { AccountLinkIssue } from '../people/account-link-issue.ts';
import { removeSecondFactor } from '../people/second-factor-removal.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import { isLastAdministrator, tellAdministrators } from './account-news.ts';

type Rows =
  | 'accounts'
  | 'accountLinks'
  | 'administration'
  | 'apiKeys'
  | 'deviceLogins'
  | 'recoveryCodes'
  | 'sessions'
  | 'totp'
  | EventRows;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'randomness'> {
  database: DatabaseOf<Rows | 'passkeys' | 'passwords'>;
  accountLinkIssue: Pick<AccountLinkIssue, 'issue'>;
  /** The operator's language, the default of new accounts. */
  language: string;
}

/** An account as an administrator sees it in a list. */
export interface AccountRow {
  account: Account;
  storedFiles: number;
  /** Whether there may be more files than were added up. */
  hasMoreStored: boolean;
  storedBytes: number;
  /** When a session or a key of it was last used; undefined where none is known. */
  lastSeenAt: Instant | undefined;
  hasSecondFactor: boolean;
  /** Whether it is a person's who was invited and has not joined yet. */
  isInvited: boolean;
}

/** One account as an administrator sees it. */
export interface AccountDetails extends AccountRow {
  /** How many API keys it has that are valid. */
  apiKeys: number;
  /** Whether an authenticator app protects it; a passkey is a second factor too. */
  hasAuthenticator: boolean;
}

export interface AccountPage {
  rows: AccountRow[];
  /** The account after which the next page begins; undefined on the last page. */
  next: AccountId | undefined;
}

export interface AccountQuery extends Pick<AccountListQuery, 'prefix' | 'role' | 'state'> {
  /** The account after which the page begins. */
  after?: string | undefined;
}

/** A person who is invited: an account of a machine is made at the command line, with its key. */
export interface Invitation {
  email: string;
  /** May be empty. */
  number: string;
  role: Exclude<Role, 'api'>;
  /** Left out: none. */
  displayName?: string;
  /** Left out: the operator's. */
  language?: string;
}

export type InvitationProblem = 'email' | 'number' | 'taken';

/** Why an act on an account was refused. */
export type Refusal = 'own_account' | 'last_admin' | 'disabled' | 'not_a_person' | 'no_factor';

const accountsOnPage = 50;
/** Newest transfers whose senders are those who sent last. */
const newestTransfers = 50;
/** Files of each account on a page that are added up. */
const mostSummed = 10_000;

export type AccountAdministration = ReturnType<typeof createAccountAdministration>;

/**
 * What an administrator may do with accounts. Nothing here reads or changes what an account has sent,
 * received or written, and nobody can act as another.
 */
export function createAccountAdministration(dependencies: Dependencies) {
  const { database, accountLinkIssue, events, randomness, clock, language } = dependencies;

  /** Runs one act on one account, with its record, in one transaction. Throws `not_found`. */
  async function change(
    actor: Actor,
    id: AccountId,
    event: Pick<AuditEvent, 'action' | 'details'>,
    act: (
      repositories: Pick<Repositories, Rows>,
      account: Account,
    ) => Promise<Refusal | { mails: readonly EventMail[] } | undefined>,
  ): Promise<Refusal | undefined> {
    return await database.transact(async (repositories) => {
      const account = await repositories.accounts.lock(id);
      if (account === undefined) throw nothingHere();
      const acted = await act(repositories, account);
      if (typeof acted === 'string') return acted;
      await events.tell(repositories, actor, { ...event, account, ...acted });
      return undefined;
    });
  }

  async function rowsOf(accounts: readonly Account[]): Promise<AccountRow[]> {
    const { administration } = database;
    const ids = accounts.map(({ id }) => id);
    const [stored, seen, proven, joined] = await Promise.all([
      administration.sumStored(ids, mostSummed),
      administration.findLastSeen(ids),
      administration.findSecondFactors(ids),
      administration.findJoined(ids),
    ]);
    return accounts.map((account) => ({
      account,
      storedFiles: stored.get(account.id)?.files ?? 0,
      storedBytes: stored.get(account.id)?.bytes ?? 0,
      hasMoreStored: (stored.get(account.id)?.files ?? 0) >= mostSummed,
      lastSeenAt: seen.get(account.id),
      hasSecondFactor: proven.has(account.id),
      isInvited: account.role !== 'api' && !joined.has(account.id) && !seen.has(account.id),
    }));
  }

  return {
    async list({ after, ...query }: AccountQuery): Promise<AccountPage> {
      const prefix = query.prefix.trim().toLowerCase();
      const limit = accountsOnPage + 1;
      const last =
        after === undefined ? undefined : await database.accounts.find(after as AccountId);
      if (last === undefined && after !== undefined) return { rows: [], next: undefined };
      const found = await database.administration.listAccounts({
        ...query,
        prefix,
        limit,
        after: last?.email,
      });
      const shown = found.slice(0, accountsOnPage);
      return {
        rows: await rowsOf(shown),
        next: found.length > accountsOnPage ? shown.at(-1)?.id : undefined,
      };
    },

    /** Those who sent last, the last one first; after them others by address, until there are `limit`. */
    async listLastSenders(limit: number): Promise<AccountRow[]> {
      const { administration, accounts } = database;
      const newest = await administration.listDispatches({
        now: clock.now(),
        limit: newestTransfers,
      });
      const emails = new Set(newest.map(({ accountEmail }) => accountEmail));
      const senders = await Promise.all(
        [...emails].slice(0, limit).map((email) => accounts.findByEmail(email)),
      );
      const others = await administration.listAccounts({ prefix: '', limit });
      const byId = new Map(
        [...senders, ...others].flatMap((each) => (each === undefined ? [] : [[each.id, each]])),
      );
      return await rowsOf([...byId.values()].slice(0, limit));
    },

    /** Throws `not_found`. */
    async get(id: AccountId): Promise<AccountDetails> {
      const account = await database.accounts.find(id);
      if (account === undefined) throw nothingHere();
      const [row] = await rowsOf([account]);
      if (row === undefined) throw nothingHere();
      const now = clock.now();
      const keys = await database.apiKeys.listFor(id);
      return {
        ...row,
        apiKeys: keys.filter(({ expiresAt }) => (expiresAt ?? Infinity) > now).length,
        hasAuthenticator: (await database.totp.find(id))?.confirmedAt !== undefined,
      };
    },

    /** Makes an account and mails the link with which its owner sets a password. */
    async invite(
      actor: Actor,
      self: AccountId,
      wanted: Invitation,
    ): Promise<{ account: Account } | { problems: InvitationProblem[] }> {
      const email = parseEmailAddress(wanted.email.trim());
      const number = wanted.number.trim() === '' ? '' : parseMobileNumber(wanted.number);
      if (email === undefined || number === undefined) {
        const problems: InvitationProblem[] = [];
        if (email === undefined) problems.push('email');
        if (number === undefined) problems.push('number');
        return { problems };
      }
      const account = newAccount({ language, ...wanted, email, number }, { randomness, clock });
      try {
        await database.transact(async (repositories) => {
          await repositories.accounts.add(account);
          const { mails } = await accountLinkIssue.issue(repositories, account, 'invitation', self);
          const details = { role: wanted.role };
          await events.tell(repositories, actor, { action: 'account.added', account, details });
          await events.tell(repositories, actor, {
            action: 'person.invited',
            account,
            mails,
          });
          if (account.role === 'admin') {
            const change = { what: 'admin', account: account.email, by: actor.name } as const;
            await tellAdministrators({ events }, repositories, actor, change);
          }
        });
      } catch (error) {
        if (error instanceof ValiseError && error.code === 'account_exists') {
          return { problems: ['taken'] };
        }
        throw error;
      }
      return { account };
    },

    /** Refuses the account from its next request on, and ends its sessions, and the API keys of a person. */
    async disable(actor: Actor, self: AccountId, id: AccountId): Promise<Refusal | undefined> {
      if (id === self) return 'own_account';
      return await change(actor, id, { action: 'account.disabled' }, async (rows, account) => {
        if (await isLastAdministrator(rows, account)) return 'last_admin';
        await rows.accounts.setDisabled(id, clock.now());
        await rows.sessions.removeAll(id);
        await rows.accountLinks.removeAll(id);
        if (account.role !== 'api') await endAllKeys({ events, clock }, rows, actor, account);
        return undefined;
      });
    },

    async enable(actor: Actor, id: AccountId): Promise<void> {
      await change(actor, id, { action: 'account.enabled' }, async ({ accounts }) => {
        await accounts.setDisabled(id, undefined);
        return undefined;
      });
    },

    /** Mails a link to set a password: an invitation to who has none yet. The link is shown to nobody. */
    async sendLink(actor: Actor, self: AccountId, id: AccountId): Promise<Refusal | undefined> {
      const hasPassword = (await database.passwords.find(id)) !== undefined;
      const action = hasPassword ? 'person.reset_asked' : 'person.invited';
      return await change(actor, id, { action }, async (rows, account) => {
        if (account.role === 'api') return 'not_a_person';
        if (account.disabledAt !== undefined) return 'disabled';
        await rows.accountLinks.removeAll(id);
        const { mails } = hasPassword
          ? await accountLinkIssue.issue(rows, account, 'reset')
          : await accountLinkIssue.issue(rows, account, 'invitation', self);
        return { mails };
      });
    },

    async endSessions(actor: Actor, id: AccountId): Promise<void> {
      await change(actor, id, { action: 'account.sessions_ended' }, async ({ sessions }) => {
        await sessions.removeAll(id);
        return undefined;
      });
    },

    /** Removes the authenticator app of somebody who lost it with the recovery codes. */
    async removeSecondFactor(actor: Actor, id: AccountId): Promise<Refusal | undefined> {
      const event = { action: 'account.second_factor_removed' } as const;
      return await change(actor, id, event, async (rows, account) =>
        (await removeSecondFactor(rows, account)) ? undefined : 'no_factor',
      );
    },

    /** Refuses all API keys of the account from their next request on. */
    async endKeys(actor: Actor, id: AccountId): Promise<void> {
      await change(actor, id, { action: 'account.keys_ended' }, async (repositories, account) => {
        await endAllKeys({ events, clock }, repositories, actor, account);
        return undefined;
      });
    },

    /** Sets how many mails with links it may send in 24 hours; undefined: as the server's setting says. */
    async setMailsPerDay(
      actor: Actor,
      id: AccountId,
      mailsPerDay: number | undefined,
    ): Promise<void> {
      await change(actor, id, { action: 'account.mail_limit_set' }, async ({ accounts }) => {
        await accounts.setMailsPerDay(id, mailsPerDay);
        return undefined;
      });
    },

    /** Sets how much its unsent files may take; undefined: as much as the server's setting allows. */
    async setQuota(actor: Actor, id: AccountId, quotaBytes: number | undefined): Promise<void> {
      const details = { bytes: quotaBytes ?? 'setting' };
      await change(actor, id, { action: 'account.quota_set', details }, async ({ accounts }) => {
        await accounts.setQuota(id, quotaBytes);
        return undefined;
      });
    },
  };
}
