import type { FoundKey } from '../model/account.ts';
import { isOfKind } from '../model/api-key.ts';
import type { EventRows } from '../model/event.ts';
import type { Instant } from '../model/clock.ts';
import type { Database, DatabaseOf } from '../model/database.ts';
import type { ApiKeyId } from '../model/ids.ts';
import type { Actor, SignedIn } from '../model/principal.ts';
import { signedInWith } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { KeyHasher } from '../ports/hashers.ts';
import type { SignInLimiter } from '../ports/rate-limiter.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import { createVersionedCache } from '../ports/versioned-cache.ts';
import type { RefusedKey } from './refused-key.ts';
import { isAlive, judge, refusalOf } from './refused-key.ts';
import { createSignInFailures } from './sign-in-failures.ts';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<'accounts' | 'apiKeys' | 'repeatedActs' | EventRows> &
    Pick<Database, 'accessVersion' | 'look'>;
  keyHasher: KeyHasher;
  limiter: SignInLimiter;
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
  const cache = createVersionedCache<SignedIn | RefusedKey>(
    { version: () => database.accessVersion() },
    { maxEntries: maxCached, isKept: (found) => !('refused' in found) },
  );

  async function verify(key: string): Promise<SignedIn | RefusedKey | undefined> {
    if (!isOfKind(key, keyHasher.kind)) return undefined;
    const found = await database.apiKeys.findByHash(keyHasher.hash(key));
    const last = found.sort((a, b) => endOf(a) - endOf(b)).at(-1);
    if (last === undefined) return undefined;
    const now = clock.now();
    const { account } = last;
    const isOfOther = (each: FoundKey) => each.account.id !== account.id && endOf(each) > now;
    if (found.some(isOfOther)) return { account, keyId: last.key.id, refused: 'shared' };
    return judge(account, last.key, now);
  }

  function admit(found: SignedIn | RefusedKey, source: string): SignedIn | undefined {
    if ('refused' in found || refusalOf(found, source, clock.now()) !== undefined) return undefined;
    usedKeys.set(found.keyId, clock.now());
    return found;
  }

  return {
    /** To be waited for before the others are called; undefined where nobody need wait. */
    look: (): Promise<void> | undefined => database.look?.(),

    /**
     * The account that passed with this key before, if nothing changed since and it may come from here. Undefined
     * says nothing.
     */
    findCached(key: string, source: string): SignedIn | undefined {
      const found = cache.find(keyHasher.fingerprint(key));
      return found === undefined ? undefined : admit(found, source);
    },

    /** Whether the key that let somebody in still lives, in an account that is not disabled, and may do as much. */
    async isAllowed({ account: { id }, keyId, scopes }: SignedIn): Promise<boolean> {
      const [account, keys] = await Promise.all([
        database.accounts.find(id),
        database.apiKeys.listFor(id),
      ]);
      const key = keys.find((each) => each.id === keyId);
      if (account === undefined || account.disabledAt !== undefined) return false;
      if (key === undefined || !isAlive(key.expiresAt, clock.now())) return false;
      const { scopes: left } = signedInWith(account, key);
      return scopes.every((scope) => left.includes(scope));
    },

    /** Throws `unauthorized`, one answer for every reason why a key is refused, or `too_many_requests`. */
    async signIn(key: string | undefined, actor: Actor): Promise<SignedIn> {
      if (key !== undefined) {
        const found = await cache.getOrLoad(keyHasher.fingerprint(key), () => verify(key));
        const admitted = found && admit(found, actor.source);
        if (admitted !== undefined) return admitted;
        const refused = found && refusalOf(found, actor.source, clock.now());
        await failures.note({ name: 'bearer', actor, isCounted: false }, refused);
      }
      const detail =
        key === undefined
          ? 'Send an API key: Authorization: Bearer KEY.'
          : 'This API key is not accepted: it is wrong, has ended, or may not be used from this address.';
      throw new ValiseError('unauthorized', detail);
    },
  };
}

function endOf({ key }: FoundKey): Instant {
  return key.expiresAt ?? Number.MAX_SAFE_INTEGER;
}
