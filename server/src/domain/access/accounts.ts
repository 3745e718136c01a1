import type { Scope } from '#protocol/access.ts';
import { parseEmailAddress } from '#protocol/email-address.ts';
import { parseMobileNumber } from '#protocol/mobile-number.ts';
import type { Account, NamedApiKey, Notices, Role } from '../model/account.ts';
import { endAllKeys } from '../people/end-keys.ts';
import { newAccount } from '../people/new-account.ts';
import { removeAccount } from '../people/remove-account.ts';
import { removeSecondFactor } from '../people/second-factor-removal.ts';
import type { Actor } from '../model/principal.ts';
import type { AuditAction } from '../model/audit.ts';
import type { EventRows } from '../model/event.ts';
import type { TtlUnit } from '../model/clock.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import type { KeyHasher, SlowHasher } from '../ports/hashers.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import { invalid } from '../model/valise-error.ts';
import { createProgramKeys, findAccount, makeApiKey, usableKey } from './program-keys.ts';

type RepositoryName =
  | 'accountLinks'
  | 'accounts'
  | 'apiKeys'
  | 'deviceLogins'
  | 'dispatches'
  | 'files'
  | 'recoveryCodes'
  | 'sessions'
  | 'totp'
  | 'uploads'
  | EventRows;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'randomness'> {
  database: DatabaseOf<RepositoryName>;
  keyHasher: KeyHasher;
  slowHasher: SlowHasher;
  /** The operator's language, the default of new accounts. */
  language: string;
}

export interface NewAccount {
  email: string;
  number: string;
  role: Role;
  /** The API key the operator chose; undefined to generate one. */
  key: string | undefined;
  /** What the key may do; left out: what keys may do for which nothing else was chosen. */
  scopes?: readonly Scope[];
}

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * The operator's operations, at the command line. What an administrator may do over the network is in
 * `domain/administration`.
 */
export function createAccounts(dependencies: Dependencies) {
  const { database, events, keyHasher, randomness, clock, language } = dependencies;
  const { hash, keyOf, ...keys } = createProgramKeys(dependencies);

  /** Runs one act on one account, with its record, in one transaction. */
  async function change(
    actor: Actor,
    email: string,
    action: AuditAction,
    act: (repositories: Pick<Repositories, RepositoryName>, account: Account) => Promise<void>,
  ): Promise<void> {
    await database.transact(async (repositories) => {
      const account = await findAccount(repositories, email);
      await repositories.accounts.lock(account.id);
      await act(repositories, account);
      await events.tell(repositories, actor, { action, account });
    });
  }

  return {
    ...keys,

    /** Returns the account and, for an API account, its key: the only time it is shown. */
    async add(actor: Actor, wanted: NewAccount): Promise<{ account: Account; key?: string }> {
      const { email, number } = parseIdentity(wanted);
      if (wanted.role !== 'api' && wanted.key !== undefined) {
        throw invalid([{ field: 'key', problem: 'only an account of the role api has a key.' }]);
      }
      const key =
        wanted.role === 'api'
          ? usableKey(wanted.key ?? makeApiKey(randomness, keyHasher.kind), keyHasher.kind)
          : undefined;
      const hashed = key === undefined ? undefined : await hash(key);
      const account = newAccount({ email, number, role: wanted.role, language }, dependencies);
      await database.transact(async (repositories) => {
        await repositories.accounts.add(account);
        if (hashed !== undefined)
          await repositories.apiKeys.add(keyOf(account, hashed, scopesOf(wanted)));
        const details = { role: wanted.role };
        await events.tell(repositories, actor, { action: 'account.added', account, details });
      });
      return key === undefined ? { account } : { account, key };
    },

    async list(): Promise<Account[]> {
      return await database.accounts.list();
    },

    async get(email: string): Promise<{ account: Account; keys: NamedApiKey[] }> {
      const account = await findAccount(database, email);
      return { account, keys: await database.apiKeys.listNamed(account.id) };
    },

    /**
     * Refuses the account from its next request on, and any running upload; ends its sessions and links, and
     * the API keys of a person. A program has its keys back when it is enabled.
     */
    async disable(actor: Actor, email: string): Promise<void> {
      await change(actor, email, 'account.disabled', async (repositories, account) => {
        await repositories.accounts.setDisabled(account.id, clock.now());
        await repositories.sessions.removeAll(account.id);
        await repositories.accountLinks.removeAll(account.id);
        if (account.role !== 'api') {
          await endAllKeys({ events, clock }, repositories, actor, account);
        }
      });
    },

    async enable(actor: Actor, email: string): Promise<void> {
      await change(actor, email, 'account.enabled', async (repositories, account) => {
        await repositories.accounts.setDisabled(account.id, undefined);
      });
    },

    /**
     * Removes the account and makes everything it uploaded, or was about to receive, unreadable. The audit
     * trail stays.
     */
    async remove(actor: Actor, email: string): Promise<void> {
      await change(actor, email, 'account.removed', async (repositories, { id }) => {
        await removeAccount(repositories, id, clock.now());
      });
    },

    /** Sets which mails the account gets about its own transfers. */
    async setNotices(actor: Actor, email: string, notices: Notices): Promise<void> {
      await change(actor, email, 'account.notices_set', async ({ accounts }, { id }) => {
        await accounts.setNotices(id, notices);
      });
    },

    /** Sets the second factor for receivers of its later drops and grants. */
    async setSecondFactor(actor: Actor, email: string, mode: SecondFactorMode): Promise<void> {
      await change(actor, email, 'account.second_factor_set', async ({ accounts }, { id }) => {
        await accounts.setSecondFactor(id, mode);
      });
    },

    /** Removes the authenticator app of a person who lost it. Throws `invalid` where there is none. */
    async removeAuthenticator(actor: Actor, email: string): Promise<void> {
      await change(actor, email, 'account.second_factor_removed', async (repositories, account) => {
        if (await removeSecondFactor(repositories, account)) return;
        const problem = `${account.email} has no authenticator app.`;
        throw invalid([{ field: 'email', problem }]);
      });
    },

    /** Sets the unit of the lifetimes that the account sends. */
    async setTtlUnit(actor: Actor, email: string, unit: TtlUnit | undefined): Promise<void> {
      await change(actor, email, 'account.desttime_unit_set', async ({ accounts }, { id }) => {
        await accounts.setTtlUnit(id, unit);
      });
    },

    /** Sets how many mails with links the account may send in 24 hours; undefined: as the setting says. */
    async setMailsPerDay(
      actor: Actor,
      email: string,
      mailsPerDay: number | undefined,
    ): Promise<void> {
      await change(actor, email, 'account.mail_limit_set', async ({ accounts }, { id }) => {
        await accounts.setMailsPerDay(id, mailsPerDay);
      });
    },
  };
}

function scopesOf({ scopes }: NewAccount) {
  return scopes === undefined ? {} : { scopes };
}

function parseIdentity(wanted: { email: string; number: string }) {
  const email = parseEmailAddress(wanted.email);
  const number = parseMobileNumber(wanted.number);
  if (email !== undefined && number !== undefined) return { email, number };
  throw invalid([
    ...(email === undefined
      ? [{ field: 'email', problem: `"${wanted.email}" is not an e-mail address.` }]
      : []),
    ...(number === undefined
      ? [
          {
            field: 'number',
            problem: `"${wanted.number}" is not a mobile number of 6 to 15 digits.`,
          },
        ]
      : []),
  ]);
}
