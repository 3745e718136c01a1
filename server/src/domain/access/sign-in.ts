import type { AccessRead, Account, ApiKey, CsrfToken } from '../model/account.ts';
import type { Actor, SignedIn } from '../model/principal.ts';
import { scopesOfKey } from '../model/principal.ts';
import type { EventRows, Events } from '../model/event.ts';
import type { Clock, Instant } from '../model/clock.ts';
import type { ApiKeyId } from '../model/ids.ts';
import { createVersionedCache } from '../ports/versioned-cache.ts';
import type { SecretHasher, SlowHasher } from '../ports/hashers.ts';
import type { SignInLimiter } from '../ports/rate-limiter.ts';
import { saltBytes } from '../ports/hashers.ts';
import type { Database, DatabaseOf } from '../model/database.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { KeyAttempt } from './sign-in-failures.ts';
import { createSignInFailures } from './sign-in-failures.ts';

export interface Credentials {
  email: string;
  key: string;
}

interface Dependencies {
  database: DatabaseOf<'apiKeys' | 'repeatedActs' | EventRows> &
    Pick<Database, 'accessVersion' | 'look'>;
  keyHasher: SecretHasher;
  slowHasher: SlowHasher;
  limiter: SignInLimiter;
  events: Events;
  clock: Clock;
  /** When each key was last used; see `key-uses.ts`. */
  usedKeys: Map<ApiKeyId, Instant>;
}

/** A key that was found valid, and when it ends. */
interface Match {
  keyId: ApiKeyId;
  until: Instant | undefined;
  /** Whether a person's key may do that. */
  replacesContacts: boolean;
}

/** An account whose key was found valid. */
type Verified = Omit<Match, 'replacesContacts'> & SignedIn;

type TestedKey = Pick<ApiKey, 'id' | 'hash' | 'salt' | 'expiresAt' | 'replacesContacts'>;

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

/** No key has it: ids are never empty. */
const nobodysKeyId = '' as ApiKeyId;

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
  /** The stand-in for an account without a key, or without an account: it has already ended. */
  const nobodysKey = {
    id: nobodysKeyId,
    hash: keyHasher.hash('nobody'),
    salt: undefined,
    expiresAt: 0,
  };
  const nobodysSlowKey = { ...nobodysKey, salt: Buffer.alloc(saltBytes) };

  /** Valid keys only: a wrong one is always verified, whether or not its account exists. */
  const cache = createVersionedCache<Verified>(
    { version: () => database.accessVersion() },
    { maxEntries: maxCached },
  );

  function isAlive({ until }: Pick<Match, 'until'>): boolean {
    return until === undefined || until > clock.now();
  }

  /** The same work, whether or not the account exists. */
  async function verify(attempt: Attempt): Promise<Verified | undefined> {
    const { name: email, key, tokenHash } = attempt;
    const { account, ...read } = await database.apiKeys.readAccess(email, tokenHash);
    attempt.token = read.token;
    const match = findLong(read.keys, key) ?? (await findShort(read, attempt));
    if (match === undefined || account === undefined || account.disabledAt !== undefined)
      return undefined;
    const { replacesContacts, ...found } = match;
    return { account, scopes: scopesOfKey(account, { replacesContacts }), ...found };
  }

  function findLong(keys: readonly TestedKey[], key: string): Match | undefined {
    const hash = keyHasher.hash(key);
    const long = keys.filter(({ salt }) => salt === undefined);
    let match: Match | undefined;
    for (const candidate of long.length === 0 ? [nobodysKey] : long) {
      const found = matchOf(candidate);
      if (keyHasher.equal(hash, candidate.hash) && isAlive(found)) match = found;
    }
    return match;
  }

  /**
   * Where any account has a short key, each attempt is hashed: the time does not reveal which accounts have
   * one.
   */
  async function findShort(
    { keys, hasSalted }: Pick<AccessRead, 'keys' | 'hasSalted'>,
    attempt: Attempt,
  ): Promise<Match | undefined> {
    const short = keys.filter(({ salt }) => salt !== undefined);
    if (short.length === 0 && !hasSalted) return undefined;
    for (const candidate of short.length === 0 ? [nobodysSlowKey] : short) {
      const { hash, salt = nobodysSlowKey.salt } = candidate;
      const found = matchOf(candidate);
      if (keyHasher.equal(await hashShort(attempt, salt), hash) && isAlive(found)) {
        slowHasher.remember(attempt.key, salt, hash);
        return found;
      }
    }
    return undefined;
  }

  async function hashShort(attempt: Attempt, salt: Buffer): Promise<Buffer> {
    const { key } = attempt;
    const known = slowHasher.findCached(key, salt);
    if (known !== undefined) return known;
    await failures.count(attempt);
    return await slowHasher.hash(key, salt);
  }

  /** Verifies once for all concurrent requests with the same proof. */
  const underWay = new Map<string, Promise<Verified | undefined>>();

  async function verifyOnce(fingerprint: string, attempt: Attempt): Promise<Verified | undefined> {
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

  async function findVerified(attempt: Attempt, proof: string): Promise<Verified | undefined> {
    const fingerprint = keyHasher.fingerprint(proof);
    const cached = await cache.getOrLoad(fingerprint, () => verifyOnce(fingerprint, attempt));
    if (cached === undefined || isAlive(cached)) return cached;
    return await verifyOnce(fingerprint, attempt);
  }

  return {
    /** To be waited for before the others are called; undefined where nobody need wait. */
    look: (): Promise<void> | undefined => database.look?.(),

    /** The account that passed with this proof before, if nothing changed since. Undefined says nothing. */
    findCached(proof: string): SignedIn | undefined {
      const verified = cache.find(keyHasher.fingerprint(proof));
      if (verified === undefined || !isAlive(verified)) return undefined;
      usedKeys.set(verified.keyId, clock.now());
      return verified;
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
      const verified = attempt && (await findVerified(attempt, proof));
      if (verified !== undefined) {
        usedKeys.set(verified.keyId, clock.now());
        return { ...verified, token: attempt?.token };
      }
      if (attempt !== undefined) await failures.note(attempt);
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

function matchOf({ id, expiresAt, replacesContacts }: TestedKey): Match {
  return { keyId: id, until: expiresAt, replacesContacts: replacesContacts === true };
}
