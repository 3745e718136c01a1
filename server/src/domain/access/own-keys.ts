import type { Account, ApiKey, NamedApiKey } from '../model/account.ts';
import type { EventRows, Events } from '../model/event.ts';
import type { Clock } from '../model/clock.ts';
import { day } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { Randomness } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import { isPlainText } from '../model/message.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { SecretHasher } from '../ports/hashers.ts';
import { makeApiKey } from './accounts.ts';

/** Sign-in reads all keys of an account with each request that is not cached. */
export const maxOwnKeys = 20;
export const maxKeyNameLength = 100;
/** How many days a key can last. Each one ends: nobody looks after a key that is forgotten. */
export const keyLifetimes = [30, 90, 180, 365] as const;
export const defaultKeyLifetime = 90;

interface Dependencies {
  database: DatabaseOf<'accounts' | 'apiKeys' | EventRows>;
  /** Of API keys. */
  keyHasher: Pick<SecretHasher, 'hash'>;
  events: Events;
  randomness: Randomness;
  clock: Clock;
}

export interface NewKey {
  name: string;
  days: number;
  /** Whether it may replace the contacts of its owner. Left out: no. */
  replacesContacts?: boolean;
}

export type KeyProblem = 'name' | 'lifetime' | 'tooMany';

/** A key as it is shown once, or what is wrong. */
export type MakeAnswer = { key: string; made: NamedApiKey } | { problems: KeyProblem[] };

export type OwnKeys = ReturnType<typeof createOwnKeys>;

/**
 * The API keys that people make for their own scripts. Such a key signs in as its owner at the machine API,
 * and opens nothing else.
 */
export function createOwnKeys({ database, keyHasher, events, randomness, clock }: Dependencies) {
  const isAlive = ({ expiresAt }: ApiKey) => (expiresAt ?? Infinity) > clock.now();

  /** The living keys, the newest first. */
  async function list({ id }: Pick<Account, 'id'>): Promise<NamedApiKey[]> {
    return (await database.apiKeys.listNamed(id)).filter(isAlive).reverse();
  }

  return {
    list,

    /** Throws `not_found`, also for a key of another account. */
    async get(account: Account, id: string): Promise<NamedApiKey> {
      const key = (await list(account)).find((each) => each.id === id);
      if (key === undefined) throw missing();
      return key;
    },

    /** Makes a key, and notifies its owner by mail. The only time that it is returned. */
    async make(actor: Actor, { id }: Account, wanted: NewKey): Promise<MakeAnswer> {
      const name = wanted.name.trim();
      const replacesContacts = wanted.replacesContacts === true;
      const problems: KeyProblem[] = [];
      if (name === '' || name.length > maxKeyNameLength || !isPlainText(name))
        problems.push('name');
      if (!keyLifetimes.some((days) => days === wanted.days)) problems.push('lifetime');
      if (problems.length > 0) return { problems };
      const key = makeApiKey(randomness);
      const now = clock.now();
      const stored: ApiKey = {
        id: newId(randomness),
        accountId: id,
        hash: keyHasher.hash(key),
        salt: undefined,
        createdAt: now,
        expiresAt: now + wanted.days * day,
        ...(replacesContacts && { replacesContacts }),
      };
      return await database.transact(async (repositories): Promise<MakeAnswer> => {
        const { accounts, apiKeys } = repositories;
        const account = await accounts.lock(id);
        if (account === undefined || account.disabledAt !== undefined) throw missing();
        const living = (await apiKeys.listFor(id)).filter(isAlive);
        if (living.length >= maxOwnKeys) return { problems: ['tooMany'] };
        await apiKeys.add(stored);
        await apiKeys.setName(stored.id, name);
        await events.tell(repositories, actor, {
          action: 'account.key_made',
          account,
          ids: { key: stored.id },
          details: { name, days: wanted.days, replacesContacts },
        });
        return { key, made: { ...stored, name, lastUsedAt: undefined } };
      });
    },

    /** Refuses the key from its next request on. Throws `not_found`, also for a key of another account. */
    async end(actor: Actor, account: Account, keyId: string): Promise<void> {
      const { id } = account;
      await database.transact(async (repositories) => {
        const { accounts, apiKeys } = repositories;
        await accounts.lock(id);
        const key = (await apiKeys.listNamed(id)).find((each) => each.id === keyId);
        if (key === undefined || !(await apiKeys.end(id, key.id, clock.now()))) throw missing();
        await events.tell(repositories, actor, {
          action: 'account.key_ended',
          account,
          ids: { key: key.id },
          details: { name: key.name },
        });
      });
    },
  };
}

function missing(): ValiseError {
  return new ValiseError('not_found', 'There is no such key.');
}
