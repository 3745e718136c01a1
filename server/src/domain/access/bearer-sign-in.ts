import type { FoundKey } from '../model/account.ts';
import type { EventRows, Events } from '../model/event.ts';
import type { Clock, Instant } from '../model/clock.ts';
import type { Database, DatabaseOf } from '../model/database.ts';
import type { ApiKeyId } from '../model/ids.ts';
import type { Actor, BearerSignedIn } from '../model/principal.ts';
import { scopesOfKey } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { SecretHasher } from '../ports/hashers.ts';
import type { SignInLimiter } from '../ports/rate-limiter.ts';
import { createVersionedCache } from '../ports/versioned-cache.ts';
import { createSignInFailures } from './sign-in-failures.ts';

interface Dependencies {
  database: DatabaseOf<'apiKeys' | 'repeatedActs' | EventRows> &
    Pick<Database, 'accessVersion' | 'look'>;
  keyHasher: SecretHasher;
  limiter: SignInLimiter;
  events: Events;
  clock: Clock;
  /** When each key was last used; see `key-uses.ts`. */
  usedKeys: Map<ApiKeyId, Instant>;
}

const maxCached = 1000;

export type BearerSignIn = ReturnType<typeof createBearerSignIn>;

/**
 * Authenticates a caller by an API key alone. Long keys only: a short one can be guessed, and without an address each
 * guess would be tested on all accounts at once. A key that two accounts have says not whose it is, and is refused.
 *
 * Its cache is its own: what let somebody in here must not be taken for the proof of another scheme.
 */
export function createBearerSignIn(dependencies: Dependencies) {
  const { database, keyHasher, clock, usedKeys } = dependencies;
  const failures = createSignInFailures(dependencies);
  const cache = createVersionedCache<BearerSignedIn>(
    { version: () => database.accessVersion() },
    { maxEntries: maxCached },
  );

  const isAlive = (until: Instant | undefined) => until === undefined || until > clock.now();

  async function verify(key: string): Promise<BearerSignedIn | undefined> {
    const found = await database.apiKeys.findByHash(keyHasher.hash(key));
    const living = found
      .filter(({ key: { expiresAt } }) => isAlive(expiresAt))
      .sort((a, b) => endOf(a) - endOf(b));
    const last = living.at(-1);
    if (last === undefined || living.some(({ account }) => account.id !== last.account.id))
      return undefined;
    return last.account.disabledAt === undefined ? signedInWith(last) : undefined;
  }

  function use(signedIn: BearerSignedIn): BearerSignedIn {
    usedKeys.set(signedIn.keyId, clock.now());
    return signedIn;
  }

  return {
    /** To be waited for before the others are called; undefined where nobody need wait. */
    look: (): Promise<void> | undefined => database.look?.(),

    /** The account that passed with this key before, if nothing changed since. Undefined says nothing. */
    findCached(key: string): BearerSignedIn | undefined {
      const signedIn = cache.find(keyHasher.fingerprint(key));
      return signedIn !== undefined && isAlive(signedIn.keyEndsAt) ? use(signedIn) : undefined;
    },

    /** Throws `unauthorized`, one answer for every reason, or `too_many_requests`. */
    async signIn(key: string | undefined, actor: Actor): Promise<BearerSignedIn> {
      if (key !== undefined) {
        const signedIn = await cache.getOrLoad(keyHasher.fingerprint(key), () => verify(key));
        if (signedIn !== undefined && isAlive(signedIn.keyEndsAt)) return use(signedIn);
        await failures.note({ name: 'bearer', actor, isCounted: false });
      }
      throw new ValiseError('unauthorized', 'Send an API key: Authorization: Bearer KEY.');
    },
  };
}

function endOf({ key }: FoundKey): Instant {
  return key.expiresAt ?? Number.MAX_SAFE_INTEGER;
}

function signedInWith({ account, key, name }: FoundKey): BearerSignedIn {
  return {
    account,
    keyId: key.id,
    scopes: scopesOfKey(account, key),
    keyName: name,
    keyEndsAt: key.expiresAt,
  };
}
