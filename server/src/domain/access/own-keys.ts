import type { Account, ApiKey, NamedApiKey } from '../model/account.ts';
import type { EventRows } from '../model/event.ts';
import { day } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import { newId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { KeyHasher } from '../ports/hashers.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { KeyRights, RightsProblem, WantedRights } from './key-rights.ts';
import { detailsOf, isKeyName, maxKeys, rightsFrom } from './key-rights.ts';
import { makeApiKey } from './program-keys.ts';
import { isAlive } from './refused-key.ts';

/** How many days a key can last. Each one ends: nobody looks after a key that is forgotten. */
export const keyLifetimes = [30, 90, 180, 365] as const;
export const defaultKeyLifetime = 90;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'randomness'> {
  database: DatabaseOf<'accounts' | 'apiKeys' | EventRows>;
  /** Of API keys. */
  keyHasher: Pick<KeyHasher, 'hash' | 'kind'>;
}

export interface NewKey extends WantedRights {
  name: string;
  days: number;
}

export type KeyProblem = 'name' | 'lifetime' | RightsProblem | 'tooMany';

/** A key as it is shown once, or what is wrong. */
export type MakeAnswer = { key: string; made: NamedApiKey } | { problems: KeyProblem[] };

export type OwnKeys = ReturnType<typeof createOwnKeys>;

/**
 * The API keys that people make for their own scripts. Such a key signs in as its owner at the machine API,
 * and opens nothing else.
 */
export function createOwnKeys({ database, keyHasher, events, randomness, clock }: Dependencies) {
  const isLiving = ({ expiresAt }: ApiKey) => isAlive(expiresAt, clock.now());

  /** The living keys, the newest first. */
  async function list({ id }: Pick<Account, 'id'>): Promise<NamedApiKey[]> {
    return (await database.apiKeys.listNamed(id)).filter(isLiving).reverse();
  }

  /** What is stored of a key that is wanted, or all that is wrong with it. */
  function read(wanted: NewKey): { name: string; rights: KeyRights } | { problems: KeyProblem[] } {
    const name = wanted.name.trim();
    const answer = rightsFrom(wanted);
    const problems: KeyProblem[] = 'problems' in answer ? answer.problems : [];
    if (!isKeyName(name)) problems.push('name');
    if (!keyLifetimes.some((days) => days === wanted.days)) problems.push('lifetime');
    if (problems.length > 0 || 'problems' in answer) return { problems };
    return { name, rights: answer.rights };
  }

  return {
    list,

    /** What is wrong with a key that is to be made soon. */
    async check(account: Account, wanted: NewKey): Promise<KeyProblem[]> {
      const answer = read(wanted);
      if ('problems' in answer) return answer.problems;
      return (await list(account)).length >= maxKeys ? ['tooMany'] : [];
    },

    /** Throws `not_found`, also for a key of another account. */
    async get(account: Account, id: string): Promise<NamedApiKey> {
      const key = (await list(account)).find((each) => each.id === id);
      if (key === undefined) throw missing();
      return key;
    },

    /** Makes a key, and notifies its owner by mail. The only time that it is returned. */
    async make(actor: Actor, { id }: Account, wanted: NewKey): Promise<MakeAnswer> {
      const answer = read(wanted);
      if ('problems' in answer) return answer;
      const { name, rights } = answer;
      const key = makeApiKey(randomness, keyHasher.kind);
      const now = clock.now();
      const stored: ApiKey = {
        id: newId(randomness),
        accountId: id,
        hash: keyHasher.hash(key),
        salt: undefined,
        createdAt: now,
        expiresAt: now + wanted.days * day,
        ...rights,
      };
      return await database.transact(async (repositories): Promise<MakeAnswer> => {
        const { accounts, apiKeys } = repositories;
        const account = await accounts.lock(id);
        if (account === undefined || account.disabledAt !== undefined) throw missing();
        const living = (await apiKeys.listFor(id)).filter(isLiving);
        if (living.length >= maxKeys) return { problems: ['tooMany'] };
        await apiKeys.add(stored);
        await apiKeys.setName(stored.id, name);
        await events.tell(repositories, actor, {
          action: 'account.key_made',
          account,
          ids: { key: stored.id },
          details: { name, days: wanted.days, ...detailsOf(rights) },
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
