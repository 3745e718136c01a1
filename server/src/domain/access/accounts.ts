import { parseEmailAddress } from '#protocol/email-address.ts';
import { parseMobileNumber } from '#protocol/mobile-number.ts';
import type { Account, ApiKey, NamedApiKey, Notices, Role } from '../model/account.ts';
import { removeSecondFactor } from '../people/second-factor-removal.ts';
import type { Actor } from '../model/principal.ts';
import type { AuditAction } from '../model/audit.ts';
import type { EventRows, Events } from '../model/event.ts';
import type { Clock, TtlUnit } from '../model/clock.ts';
import type { Randomness } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import type { SecretHasher, SlowHasher } from '../ports/hashers.ts';
import { saltBytes } from '../ports/hashers.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';

/** From this length on a key cannot be guessed, and a fast hash is enough. */
export const longKeyCharacters = 32;
const minKeyCharacters = 8;

interface Dependencies {
  database: DatabaseOf<
    | 'accountLinks'
    | 'accounts'
    | 'apiKeys'
    | 'dispatches'
    | 'files'
    | 'recoveryCodes'
    | 'sessions'
    | 'totp'
    | 'uploads'
    | EventRows
  >;
  events: Events;
  keyHasher: SecretHasher;
  slowHasher: SlowHasher;
  randomness: Randomness;
  clock: Clock;
  /** The operator's language, the default of new accounts. */
  language: string;
}

export interface NewAccount {
  email: string;
  number: string;
  role: Role;
  /** The API key the operator chose; undefined to generate one. */
  key: string | undefined;
}

export type Accounts = ReturnType<typeof createAccounts>;

/**
 * The operator's operations, at the command line. What an administrator may do over the network is in
 * `domain/administration`.
 */
export function createAccounts(dependencies: Dependencies) {
  const { database, events, keyHasher, slowHasher, randomness, clock, language } = dependencies;

  /** What is stored of a key. Computed before a transaction begins: a slow hash must not block writers. */
  async function hashKey(key: string): Promise<Pick<ApiKey, 'hash' | 'salt'>> {
    if (key.length >= longKeyCharacters) return { hash: keyHasher.hash(key), salt: undefined };
    const salt = randomness.bytes(saltBytes);
    return { hash: await slowHasher.hash(key, salt), salt };
  }

  function keyOf(account: Account, hashed: Pick<ApiKey, 'hash' | 'salt'>): ApiKey {
    return {
      id: newId(randomness),
      accountId: account.id,
      ...hashed,
      createdAt: clock.now(),
      expiresAt: undefined,
    };
  }

  /** Runs one act on one account, with its record, in one transaction. */
  async function change(
    actor: Actor,
    email: string,
    action: AuditAction,
    act: (
      repositories: Pick<
        Repositories,
        | 'accountLinks'
        | 'accounts'
        | 'apiKeys'
        | 'dispatches'
        | 'files'
        | 'recoveryCodes'
        | 'sessions'
        | 'totp'
        | 'uploads'
        | EventRows
      >,
      account: Account,
    ) => Promise<void>,
  ): Promise<void> {
    await database.transact(async (repositories) => {
      const account = await getByEmail(repositories, email);
      await repositories.accounts.lock(account.id);
      await act(repositories, account);
      await events.tell(repositories, actor, { action, account });
    });
  }

  return {
    /** Returns the account and, for an API account, its key: the only time it is shown. */
    async add(actor: Actor, wanted: NewAccount): Promise<{ account: Account; key?: string }> {
      const { email, number } = parseIdentity(wanted);
      if (wanted.role !== 'api' && wanted.key !== undefined) {
        throw invalid([{ field: 'key', problem: 'only an account of the role api has a key.' }]);
      }
      const key =
        wanted.role === 'api' ? getUsableKey(wanted.key ?? makeApiKey(randomness)) : undefined;
      const hashed = key === undefined ? undefined : await hashKey(key);
      const account = newAccount({ email, number, role: wanted.role, language }, dependencies);
      await database.transact(async (repositories) => {
        await repositories.accounts.add(account);
        if (hashed !== undefined) await repositories.apiKeys.add(keyOf(account, hashed));
        const details = { role: wanted.role };
        await events.tell(repositories, actor, { action: 'account.added', account, details });
      });
      return key === undefined ? { account } : { account, key };
    },

    async list(): Promise<Account[]> {
      return await database.accounts.list();
    },

    async get(email: string): Promise<{ account: Account; keys: NamedApiKey[] }> {
      const account = await getByEmail(database, email);
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
        if (account.role !== 'api') await repositories.apiKeys.endAll(account.id, clock.now());
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
        const { files, uploads, dispatches, accounts } = repositories;
        const at = clock.now();
        await files.shredAccount(id, at);
        await uploads.shredAccount(id, at);
        await dispatches.removeAll(id);
        await accounts.remove(id);
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

    /** Gives the account a new key; the old ones stay valid for `overlapMs`. */
    async rotateKey(
      actor: Actor,
      email: string,
      { overlapMs, key }: { overlapMs: number; key?: string },
    ): Promise<{ key: string; oldKeysEndAt: number }> {
      const next = getUsableKey(key ?? makeApiKey(randomness));
      const hashed = await hashKey(next);
      const oldKeysEndAt = clock.now() + overlapMs;
      await change(actor, email, 'account.key_rotated', async (repositories, account) => {
        if (account.role !== 'api') {
          throw invalid([{ field: 'email', problem: `${account.email} is not an API account.` }]);
        }
        await repositories.apiKeys.endAll(account.id, oldKeysEndAt);
        await repositories.apiKeys.add(keyOf(account, hashed));
      });
      return { key: next, oldKeysEndAt };
    },
  };
}

/** A key that nobody can guess. */
export function makeApiKey(randomness: Randomness): string {
  return `vk_${randomness.bytes(32).toString('base64url')}`;
}

/** An account as it begins. */
export function newAccount(
  { email, number, role, language }: Pick<Account, 'email' | 'number' | 'role' | 'language'>,
  { randomness, clock }: Pick<Dependencies, 'randomness' | 'clock'>,
): Account {
  return {
    id: newId(randomness),
    email,
    number,
    language,
    role,
    visibility: { number: true, email: true, language: true, nick: true },
    notices: { receipts: true, reminders: true },
    secondFactor: 'off',
    ttlUnit: undefined,
    createdAt: clock.now(),
    disabledAt: undefined,
    filesListedAt: undefined,
    quotaBytes: undefined,
    mailsPerDay: undefined,
    displayName: '',
    timeZone: undefined,
    defaultDays: undefined,
  };
}

async function getByEmail(
  { accounts }: Pick<Repositories, 'accounts'>,
  email: string,
): Promise<Account> {
  const account = await accounts.findByEmail(email.toLowerCase());
  if (account === undefined) {
    throw new ValiseError('unknown_account', `There is no account ${email}.`);
  }
  return account;
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

/** A key is sent as a Basic password: visible ASCII, and no shorter than a slow hash can protect. */
function getUsableKey(key: string): string {
  if (key.length < minKeyCharacters) {
    throw invalid([
      { field: 'key', problem: `must be at least ${minKeyCharacters} characters long.` },
    ]);
  }
  if (!/^[\x21-\x7e]{1,1024}$/.test(key)) {
    throw invalid([{ field: 'key', problem: 'must be visible ASCII characters, at most 1024.' }]);
  }
  return key;
}
