import type { AccessRead, Account, ApiKey, CsrfToken } from '../model/account.ts';
import type { Actor, SignedIn } from '../model/principal.ts';
import { isOfKind } from '../model/api-key.ts';
import type { EventRows } from '../model/event.ts';
import type { Instant } from '../model/clock.ts';
import type { ApiKeyId } from '../model/ids.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import { createVersionedCache } from '../ports/versioned-cache.ts';
import type { KeyHasher, SlowHasher } from '../ports/hashers.ts';
import type { SignInLimiter } from '../ports/rate-limiter.ts';
import { saltBytes } from '../ports/hashers.ts';
import type { Database, DatabaseOf } from '../model/database.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { RefusedKey } from './refused-key.ts';
import { isAlive, judge, refusalOf } from './refused-key.ts';
import type { KeyAttempt } from './sign-in-failures.ts';
import { createSignInFailures } from './sign-in-failures.ts';

export interface Credentials {
  email: string;
  key: string;
}

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<'apiKeys' | 'repeatedActs' | EventRows> &
    Pick<Database, 'accessVersion' | 'look'>;
  keyHasher: KeyHasher;
  slowHasher: SlowHasher;
  limiter: SignInLimiter;
  /** When each key was last used; see `key-uses.ts`. */
  usedKeys: Map<ApiKeyId, Instant>;
}

type Found = SignedIn | RefusedKey;

/** One attempt to sign in. */
interface Attempt extends KeyAttempt {
  /** The key that came with the address. */
  key: string;
  /** The hash of the token that came with it, and what was read of that. */
  tokenHash: Buffer | undefined;
  token: CsrfToken | undefined;
}

/** Who signed in, and the token of the request where it was read as well. */
export type Admitted = SignedIn & { token: CsrfToken | undefined };

const maxCached = 1000;

export type SignIn = ReturnType<typeof createSignIn>;

/**
 * Authenticates a caller. The only place that does. Any throw means that the caller is not authenticated.
 *
 * A valid long key always passes, however many wrong ones came before it: such keys cannot be guessed, so
 * the limiter only reduces noise, and must not let anyone lock an owner out. Short keys can be guessed, and
 * verifying one is expensive: each attempt counts before it is verified, and none is verified above the
 * limit.
 */
export function createSignIn(dependencies: Dependencies) {
  const { database, keyHasher, slowHasher, clock, usedKeys } = dependencies;
  const failures = createSignInFailures(dependencies);
  /** The stand-ins for an account without a key, or without an account. */
  const nobodysHash = keyHasher.hash('nobody');
  const nobodysSalt = Buffer.alloc(saltBytes);

  /** Valid keys only: a wrong one is always verified, whether or not its account exists. */
  const cache = createVersionedCache<Found>(
    { version: () => database.accessVersion() },
    { maxEntries: maxCached, isKept: (found) => !('refused' in found) },
  );

  /** The same work, whether or not the account exists. */
  async function verify(attempt: Attempt): Promise<Found | undefined> {
    const { name: email, key, tokenHash } = attempt;
    if (!isOfKind(key, keyHasher.kind)) return undefined;
    const { account, ...read } = await database.apiKeys.readAccess(email, tokenHash);
    attempt.token = read.token;
    const match = findLong(read.keys, key) ?? (await findShort(read, attempt));
    return match && account && judge(account, match, clock.now());
  }

  function findLong(keys: readonly ApiKey[], key: string): ApiKey | undefined {
    const hash = keyHasher.hash(key);
    const long = keys.filter(({ salt }) => salt === undefined);
    if (long.length === 0) keyHasher.equal(hash, nobodysHash);
    const matches = long.filter((candidate) => keyHasher.equal(hash, candidate.hash));
    return lastToEnd(matches);
  }

  /**
   * Where any account has a short key, each attempt is hashed: the time does not reveal which accounts have
   * one.
   */
  async function findShort(
    { keys, hasSalted }: Pick<AccessRead, 'keys' | 'hasSalted'>,
    attempt: Attempt,
  ): Promise<ApiKey | undefined> {
    let ended: ApiKey | undefined;
    let hasHashed = false;
    for (const candidate of keys) {
      const { salt, hash } = candidate;
      if (salt === undefined) continue;
      hasHashed = true;
      if (!keyHasher.equal(await hashShort(attempt, salt), hash)) continue;
      if (!isAlive(candidate.expiresAt, clock.now())) {
        ended = candidate;
        continue;
      }
      slowHasher.remember(attempt.key, salt, hash);
      return candidate;
    }
    if (hasSalted && !hasHashed) await hashShort(attempt, nobodysSalt);
    return ended;
  }

  async function hashShort(attempt: Attempt, salt: Buffer): Promise<Buffer> {
    const { key } = attempt;
    const known = slowHasher.findCached(key, salt);
    if (known !== undefined) return known;
    await failures.count(attempt);
    return await slowHasher.hash(key, salt);
  }

  function admit(found: Found, source: string): SignedIn | undefined {
    if ('refused' in found || refusalOf(found, source, clock.now()) !== undefined) return undefined;
    usedKeys.set(found.keyId, clock.now());
    return found;
  }

  /** Verifies once for all concurrent requests with the same proof. */
  const underWay = new Map<string, Promise<Found | undefined>>();

  async function verifyOnce(fingerprint: string, attempt: Attempt): Promise<Found | undefined> {
    const running = underWay.get(fingerprint);
    if (running !== undefined) return await running;
    const verified = verify(attempt);
    underWay.set(fingerprint, verified);
    try {
      return await verified;
    } finally {
      underWay.delete(fingerprint);
    }
  }

  async function findVerified(attempt: Attempt, proof: string): Promise<Found | undefined> {
    const fingerprint = keyHasher.fingerprint(proof);
    const cached = await cache.getOrLoad(fingerprint, () => verifyOnce(fingerprint, attempt));
    if (cached === undefined || 'refused' in cached) return cached;
    if (isAlive(cached.keyEndsAt, clock.now())) return cached;
    return await verifyOnce(fingerprint, attempt);
  }

  return {
    /** To be waited for before the others are called; undefined where nobody need wait. */
    look: (): Promise<void> | undefined => database.look?.(),

    /**
     * The account that passed with this proof before, if nothing changed since and it may come from here. Undefined
     * says nothing.
     */
    findCached(proof: string, source: string): SignedIn | undefined {
      const found = cache.find(keyHasher.fingerprint(proof));
      return found === undefined ? undefined : admit(found, source);
    },

    /**
     * Throws `unauthorized`, one answer for every reason, or `too_many_requests`. The `proof` is the
     * unparsed credentials. Where the database is asked, it is asked for the token as well.
     */
    async signIn(
      credentials: Credentials | undefined,
      actor: Actor,
      proof: string,
      tokenHash?: Buffer,
    ): Promise<Admitted> {
      const attempt: Attempt | undefined = credentials && {
        ...{ name: credentials.email, key: credentials.key, actor, isCounted: false },
        ...{ tokenHash, token: undefined },
      };
      if (attempt !== undefined) {
        const found = await findVerified(attempt, proof);
        const admitted = found && admit(found, actor.source);
        if (admitted !== undefined) return { ...admitted, token: attempt.token };
        await failures.note(attempt, found && refusalOf(found, actor.source, clock.now()));
      }
      throw new ValiseError(
        'unauthorized',
        'Sign in with the e-mail address of an API account and its key.',
      );
    },

    /** Records that an account used the path of another. */
    async noteForeignPath(actor: Actor, account: Account, path: string): Promise<void> {
      const event = { action: 'sign_in.foreign_path', object: path, outcome: 'refused' } as const;
      await failures.recordRefusal(actor, { ...event, account }, actor.name);
    },
  };
}

/** The one that ends last lives, if any does. */
function lastToEnd(keys: readonly ApiKey[]): ApiKey | undefined {
  const endOf = ({ expiresAt }: ApiKey) => expiresAt ?? Number.MAX_SAFE_INTEGER;
  return keys.toSorted((a, b) => endOf(a) - endOf(b)).at(-1);
}
