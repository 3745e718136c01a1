import type { Account, ApiKey, NamedApiKey } from '../model/account.ts';
import type { KeyKind } from '../model/api-key.ts';
import { isOfKind, testKeyPrefix } from '../model/api-key.ts';
import type { EventRows } from '../model/event.ts';
import type { Instant } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Randomness } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import type { KeyHasher, SlowHasher } from '../ports/hashers.ts';
import { saltBytes } from '../ports/hashers.ts';
import { tellRevoked } from '../people/end-keys.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import { ValiseError, invalid } from '../model/valise-error.ts';
import type { WantedRights } from './key-rights.ts';
import { detailsOf, isKeyName, maxKeyNetworks, maxKeys, rightsFrom } from './key-rights.ts';
import { isAlive } from './refused-key.ts';

/** From this length on a key cannot be guessed, and a fast hash is enough. */
export const longKeyCharacters = 32;
const minKeyCharacters = 8;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'randomness'> {
  database: DatabaseOf<'accounts' | 'apiKeys' | EventRows>;
  keyHasher: KeyHasher;
  slowHasher: SlowHasher;
}

export interface NewProgramKey extends Omit<WantedRights, 'replacesContacts'> {
  name: string;
  /** The key that the operator chose; undefined to generate one. */
  key?: string | undefined;
  /** Left out: it is valid until it is replaced. */
  lifetimeMs?: number | undefined;
}

interface Rotation {
  overlapMs: number;
  key?: string | undefined;
  /** The name or the id of the key; may be left out while there is one. */
  name?: string | undefined;
}

/** What the operator does with the keys of accounts. People make their own. */
export function createProgramKeys(dependencies: Dependencies) {
  const { database, events, keyHasher, slowHasher, randomness, clock } = dependencies;

  /** What is stored of a key. Computed before a transaction begins: a slow hash must not block writers. */
  async function hash(key: string): Promise<Pick<ApiKey, 'hash' | 'salt'>> {
    if (key.length >= longKeyCharacters) return { hash: keyHasher.hash(key), salt: undefined };
    const salt = randomness.bytes(saltBytes);
    return { hash: await slowHasher.hash(key, salt), salt };
  }

  function keyOf(
    { id }: Pick<Account, 'id'>,
    hashed: Pick<ApiKey, 'hash' | 'salt'>,
    more: Partial<ApiKey> = {},
  ): ApiKey {
    const createdAt = clock.now();
    const fresh = { id: newId<ApiKey['id']>(randomness), accountId: id, createdAt };
    return { ...fresh, ...hashed, expiresAt: undefined, ...more };
  }

  async function livingKeys(
    { apiKeys }: Pick<Repositories, 'apiKeys'>,
    { id }: Account,
  ): Promise<NamedApiKey[]> {
    const now = clock.now();
    return (await apiKeys.listNamed(id)).filter((key) => isAlive(key.expiresAt, now));
  }

  return {
    hash,
    keyOf,

    /** Gives a program one more key. The only time that it is returned. */
    async addKey(
      actor: Actor,
      email: string,
      wanted: NewProgramKey,
    ): Promise<{ key: string; made: NamedApiKey }> {
      const name = wanted.name.trim();
      const key = usableKey(wanted.key ?? makeApiKey(randomness, keyHasher.kind), keyHasher.kind);
      const answer = rightsFrom(wanted);
      const problems = 'problems' in answer ? answer.problems : [];
      if (!isKeyName(name) || problems.length > 0) {
        throw invalid([
          ...(isKeyName(name) ? [] : [{ field: 'name', problem: wordsFor.name }]),
          ...problems.map((field) => ({ field, problem: wordsFor[field] })),
        ]);
      }
      const rights = 'rights' in answer ? answer.rights : {};
      const hashed = await hash(key);
      const { lifetimeMs } = wanted;
      return await database.transact(async (repositories) => {
        const account = await lockProgram(repositories, email);
        const living = await livingKeys(repositories, account);
        refuseMore(account, living);
        const isTaken = living.some((each) => each.name === name || each.hash.equals(hashed.hash));
        if (isTaken) {
          const problem = `${account.email} has a key of this name, or this key, already.`;
          throw invalid([{ field: 'name', problem }]);
        }
        const expiresAt = lifetimeMs === undefined ? undefined : clock.now() + lifetimeMs;
        const made = keyOf(account, hashed, { expiresAt, ...rights });
        await repositories.apiKeys.add(made);
        await repositories.apiKeys.setName(made.id, name);
        await events.tell(repositories, actor, {
          action: 'account.key_made',
          account,
          ids: { key: made.id },
          details: { name, ...detailsOf(rights) },
        });
        return { key, made: { ...made, name, lastUsedAt: undefined } };
      });
    },

    /** Ends the keys of one name, or of one id, from their next request on: of a person, too. */
    async endKey(actor: Actor, email: string, name: string): Promise<void> {
      await database.transact(async (repositories) => {
        const account = await lockAccount(repositories, email);
        const living = await livingKeys(repositories, account);
        const ended = keysNamed(account, living, name);
        for (const { id } of ended) await repositories.apiKeys.end(account.id, id, clock.now());
        const [first, ...others] = ended.map(({ id }) => id);
        await events.tell(repositories, actor, {
          action: 'account.key_ended',
          account,
          ids: { ...(first !== undefined && { key: first }) },
          details: { name: ended[0]?.name ?? '' },
        });
        // Keys of one name are one to who ends them, and have one record.
        await tellRevoked({ events }, repositories, actor, account, others);
      });
    },

    /**
     * Gives the account a new key of the same name, rights and lifetime in place of one; that one stays valid for
     * `overlapMs`. Keys of one name are one key that was replaced before.
     */
    async rotateKey(
      actor: Actor,
      email: string,
      { overlapMs, key: chosen, name }: Rotation,
    ): Promise<{ key: string; oldKeysEndAt: Instant }> {
      const key = usableKey(chosen ?? makeApiKey(randomness, keyHasher.kind), keyHasher.kind);
      const hashed = await hash(key);
      const oldKeysEndAt = clock.now() + overlapMs;
      await database.transact(async (repositories) => {
        const { apiKeys } = repositories;
        const account = await lockProgram(repositories, email);
        const living = await livingKeys(repositories, account);
        const old =
          name === undefined ? onlyKey(account, living) : keysNamed(account, living, name);
        for (const { id } of old) await apiKeys.end(account.id, id, oldKeysEndAt);
        const last = old.at(-1);
        const next = keyOf(account, hashed, last && successorOf(last, clock.now()));
        await apiKeys.add(next);
        if (last !== undefined && last.name !== '') await apiKeys.setName(next.id, last.name);
        const details = last === undefined || last.name === '' ? {} : { name: last.name };
        await events.tell(repositories, actor, { action: 'account.key_rotated', account, details });
        // With an overlap they end by their time, of which the feed tells before.
        const revoked = overlapMs > 0 ? [] : old.map(({ id }) => id);
        await tellRevoked({ events }, repositories, actor, account, revoked);
      });
      return { key, oldKeysEndAt };
    },
  };
}

const wordsFor = {
  name: 'must be one line of 1 to 100 characters.',
  scopes: 'must be one or more of send, receive, status, contacts, webhooks and links.',
  networks: `must be 1 to ${maxKeyNetworks} addresses or networks, such as 192.0.2.0/24 or 2001:db8::/32.`,
};

/** What a key hands on to the one that replaces it. */
function successorOf(
  { scopes, networks, createdAt, expiresAt }: ApiKey,
  now: Instant,
): Partial<ApiKey> {
  return {
    ...(scopes && { scopes }),
    ...(networks && { networks }),
    ...(expiresAt !== undefined && { expiresAt: now + expiresAt - createdAt }),
  };
}

/** The oldest first. Throws `invalid` where there are several. */
function onlyKey(account: Account, living: readonly NamedApiKey[]): readonly NamedApiKey[] {
  if (new Set(living.map(({ name }) => name)).size < 2) return living;
  const problem = `${account.email} has several keys. Say which one, by its name or id: ${listOf(living)}.`;
  throw invalid([{ field: 'name', problem }]);
}

/** The oldest first. Throws `invalid` where there is none. */
function keysNamed(
  account: Account,
  living: readonly NamedApiKey[],
  name: string,
): readonly NamedApiKey[] {
  const found = living.filter((key) => key.id === name || (name !== '' && key.name === name));
  if (found.length > 0) return found;
  const problem =
    living.length === 0
      ? `${account.email} has no key.`
      : `${account.email} has no key of this name or id. It has ${listOf(living)}.`;
  throw invalid([{ field: 'name', problem }]);
}

function listOf(keys: readonly NamedApiKey[]): string {
  return [...new Set(keys.map(({ id, name }) => (name === '' ? `${id} (no name)` : name)))].join(
    ', ',
  );
}

function refuseMore(account: Account, living: readonly ApiKey[]): void {
  if (living.length < maxKeys) return;
  const problem = `${account.email} has ${maxKeys} keys already. Revoke one first.`;
  throw invalid([{ field: 'email', problem }]);
}

async function lockAccount(
  { accounts }: Pick<Repositories, 'accounts'>,
  email: string,
): Promise<Account> {
  const account = await findAccount({ accounts }, email);
  return (await accounts.lock(account.id)) ?? account;
}

async function lockProgram(
  repositories: Pick<Repositories, 'accounts'>,
  email: string,
): Promise<Account> {
  const account = await lockAccount(repositories, email);
  if (account.role === 'api') return account;
  throw invalid([{ field: 'email', problem: `${account.email} is not an API account.` }]);
}

/** Throws `unknown_account`. */
export async function findAccount(
  { accounts }: Pick<Repositories, 'accounts'>,
  email: string,
): Promise<Account> {
  const account = await accounts.findByEmail(email.toLowerCase());
  if (account === undefined) {
    throw new ValiseError('unknown_account', `There is no account ${email}.`);
  }
  return account;
}

/** A key that nobody can guess. */
export function makeApiKey(randomness: Randomness, kind: KeyKind): string {
  const prefix = kind === 'test' ? testKeyPrefix : 'vk_';
  const key = `${prefix}${randomness.bytes(32).toString('base64url')}`;
  // One of a thousand million usual keys would begin like one of a sandbox.
  return isOfKind(key, kind) ? key : makeApiKey(randomness, kind);
}

/** A key is sent as a Basic password: visible ASCII, and no shorter than a slow hash can protect. */
export function usableKey(key: string, kind: KeyKind): string {
  if (!isOfKind(key, kind)) {
    const problem =
      kind === 'test'
        ? `must begin with ${testKeyPrefix}: this is a sandbox.`
        : `must not begin with ${testKeyPrefix}: only the keys of a sandbox do.`;
    throw invalid([{ field: 'key', problem }]);
  }
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
