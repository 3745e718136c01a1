import type { Account, CsrfToken } from '../model/account.ts';
import type { Instant } from '../model/clock.ts';
import type { AccountId } from '../model/ids.ts';
import type { AccountTokenUse, TokenUse, TokenUses } from '../ports/coordination.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import { createVersionedCache } from '../ports/versioned-cache.ts';
import { findByAny } from '../ports/hashers.ts';
import type { Database, DatabaseOf } from '../model/database.ts';
import { ValiseError } from '../model/valise-error.ts';

export const maxTokensPerAccount = 60;

/**
 * How much longer than its lifetime a token may live. A stored expiry can be ahead by this, so that a busy
 * client costs one write now and then instead of one for each request.
 */
const leeway = 1.05;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'hasher' | 'randomness'> {
  database: DatabaseOf<'csrfTokens'> & Pick<Database, 'accessVersion'>;
  tokenUses: TokenUses;
  lifetimeMs: number;
  /** Called with the reason when a token in use could not be renewed; the renewal is retried soon. */
  onFault?: (error: unknown) => void;
}

interface StoredToken extends CsrfToken {
  /** The hash as text, by which uses are recorded. */
  name: string;
}

/** A token of a running request. */
interface HeldToken {
  hash: Buffer;
  accountId: AccountId;
  /** The stored expiry, or an earlier one. */
  expiresAt: Instant;
  requests: number;
}

/** Called when the answer to a request has ended. Returns what resolves once its token is renewed, where it waits. */
export type EndUse = () => Promise<void> | undefined;

const maxCached = 1000;
/** More than one process serves between two calls; where nobody asks for them, they take no more memory. */
const maxNewUses = 1000;
/** How often in each lifetime the expiry of a token in use is extended. */
const renewalsPerLifetime = 4;
/** The longest a timer can wait. */
const maxTimerMs = 2 ** 31 - 1;

export type Csrf = ReturnType<typeof createCsrf>;

export function createCsrf(dependencies: Dependencies) {
  const { database, hasher, randomness, clock, tokenUses, lifetimeMs } = dependencies;
  /**
   * Uses since the stored expiry was last written, so that eviction knows which token is idle. The oldest
   * comes first.
   */
  const unwrittenUses = new Map<string, { accountId: AccountId; expiresAt: Instant }>();
  /** Those of `unwrittenUses` that `listNewUses` has not returned yet. */
  const newUses = new Set<string>();
  /** By the hash as text. None of them expires: a request may last longer than a token. */
  const held = new Map<string, HeldToken>();
  let renewal: NodeJS.Timeout | undefined;
  const cache = createVersionedCache<StoredToken>(
    { version: () => database.accessVersion() },
    { maxEntries: maxCached },
  );

  async function find(token: string): Promise<StoredToken | undefined> {
    return await findByAny(hasher.hashes('csrf token', token), async (hash) => {
      const found = await database.csrfTokens.find(hash);
      return found && named({ hash, ...found });
    });
  }

  /** The expiry of a token in use, later than that of any other: the others are evicted first. */
  function latestExpiry(): Instant {
    return clock.now() + Math.floor(lifetimeMs * leeway);
  }

  function fullExpiry(): Instant {
    return latestExpiry() - 1;
  }

  function isAlive({ name, accountId, expiresAt }: StoredToken, account: Account): boolean {
    const unwritten = unwrittenUses.get(name)?.expiresAt ?? 0;
    return accountId === account.id && Math.max(expiresAt, unwritten) > clock.now();
  }

  /** On a full disk a use is kept in memory only: it must not prevent reading. */
  async function putOff(
    hash: Buffer,
    expiresAt: Instant,
    token: Pick<StoredToken, 'name' | 'accountId'>,
  ): Promise<void> {
    try {
      await database.csrfTokens.putOff(hash, expiresAt);
    } catch (error) {
      const isFull = error instanceof ValiseError && error.code === 'insufficient_storage';
      if (!isFull) throw error;
      noteUse(token);
    }
  }

  /** Whether its stored expiry covers this use. */
  function runsAhead({ expiresAt }: Pick<StoredToken, 'expiresAt'>): boolean {
    return expiresAt >= clock.now() + lifetimeMs;
  }

  function noteUse({ name, accountId }: Pick<StoredToken, 'name' | 'accountId'>): void {
    const now = clock.now();
    for (const [old, { expiresAt }] of unwrittenUses) {
      if (expiresAt > now) break;
      unwrittenUses.delete(old);
    }
    unwrittenUses.delete(name);
    unwrittenUses.set(name, { accountId, expiresAt: fullExpiry() });
    if (newUses.size < maxNewUses) newUses.add(name);
  }

  /** Returns and forgets the uses of the account's tokens that were not written. */
  function takeUses(accountId: AccountId): TokenUse[] {
    const taken = [...unwrittenUses].filter(([, use]) => use.accountId === accountId);
    for (const [hash] of taken) unwrittenUses.delete(hash);
    const running = [...held].filter(([, token]) => token.accountId === accountId);
    return [
      ...taken.map(([hash, { expiresAt }]) => ({ hash, expiresAt, isRunning: false })),
      ...running.map(([hash, { expiresAt }]) => ({ hash, expiresAt, isRunning: true })),
    ];
  }

  /** Uses of all accounts since the last call, and those of running requests. Forgets none. */
  function listNewUses(): AccountTokenUse[] {
    const ended = [...newUses].flatMap((hash) => {
      const use = unwrittenUses.get(hash);
      return use === undefined ? [] : [{ hash, ...use, isRunning: false }];
    });
    newUses.clear();
    const running = [...held].map(([hash, { accountId, expiresAt }]) => {
      return { hash, accountId, expiresAt, isRunning: true };
    });
    return [...ended, ...running];
  }

  /** Ensures that the stored expiry of every token in use is a lifetime away. */
  async function renewHeld(): Promise<void> {
    for (const token of held.values()) {
      if (runsAhead(token)) continue;
      token.expiresAt = fullExpiry();
      await database.csrfTokens.putOff(token.hash, token.expiresAt);
    }
  }

  function hold({ hash, name, accountId, expiresAt }: StoredToken): EndUse {
    const entry = held.get(name) ?? { hash, accountId, expiresAt, requests: 0 };
    entry.requests += 1;
    entry.expiresAt = Math.max(entry.expiresAt, expiresAt);
    held.set(name, entry);
    renewal ??= setInterval(
      () => {
        renewHeld().catch((error: unknown) => dependencies.onFault?.(error));
      },
      Math.min(lifetimeMs / renewalsPerLifetime, maxTimerMs),
    ).unref();
    let hasEnded = false;
    return () => {
      if (hasEnded) return undefined;
      hasEnded = true;
      entry.requests -= 1;
      if (entry.requests === 0) held.delete(name);
      if (!runsAhead(entry)) {
        entry.expiresAt = fullExpiry();
        return putOff(hash, entry.expiresAt, { name, accountId });
      }
      noteUse({ name, accountId });
      return undefined;
    };
  }

  async function load(token: string): Promise<StoredToken | undefined> {
    return await cache.getOrLoad(hasher.fingerprint(token), () => find(token));
  }

  /** The token as it is stored from then on: see `use`. */
  async function renew(
    account: Account,
    token: string | undefined,
    read: CsrfToken | undefined,
  ): Promise<StoredToken> {
    const found = read === undefined ? token && (await load(token)) : named(read);
    if (found === undefined || found === '' || !isAlive(found, account)) {
      throw new ValiseError(
        'csrf',
        'The CSRF token is missing, unknown or expired, or was replaced: an account has 60 at most, and each fetch of the index page makes one. Fetch the index page for a new one and send it in the CSRF-Token header.',
      );
    }
    if (runsAhead(found)) {
      noteUse(found);
      return found;
    }
    unwrittenUses.delete(found.name);
    const expiresAt = fullExpiry();
    await putOff(found.hash, expiresAt, found);
    return { ...found, expiresAt };
  }

  tokenUses.register({ takeUses, listNewUses, renewHeld });

  return {
    renewHeld,

    /** The hash by which a token is read. */
    hashOf: (token: string): Buffer => hasher.hash('csrf token', token),

    /**
     * A new token, of letters and digits only: clients match it with patterns of their own. When the
     * account has too many, the one nearest its expiry is deleted.
     */
    async issue(account: Account): Promise<string> {
      const token = randomness.bytes(32).toString('hex');
      const uses = await tokenUses.take(account.id);
      await database.transact(async ({ csrfTokens }) => {
        for (const { hash, expiresAt, isRunning } of uses) {
          await csrfTokens.putOff(
            Buffer.from(hash, 'base64'),
            isRunning ? latestExpiry() : expiresAt,
          );
        }
        await csrfTokens.evict(account.id, maxTokensPerAccount - 1);
        await csrfTokens.add({
          hash: hasher.hash('csrf token', token),
          accountId: account.id,
          expiresAt: fullExpiry(),
        });
      });
      return token;
    },

    /** Throws `csrf` unless the token is the account's and valid; using it renews its lifetime. */
    async use(account: Account, token: string | undefined): Promise<void> {
      await renew(account, token, undefined);
    },

    /**
     * Uses a token that was valid before for as long as a request runs, if nothing changed since and nothing must be
     * written for it. Undefined says nothing about the token: `beginUse` decides then.
     */
    beginUseAgain(account: Account, token: string): EndUse | undefined {
      const known = cache.find(hasher.fingerprint(token));
      if (known === undefined || !isAlive(known, account) || !runsAhead(known)) return undefined;
      return hold(known);
    },

    /**
     * As `use`, for as long as a request runs: the token lives at least until the request has ended, and
     * its lifetime then starts again. `read` is what was just read of the token, by its hash.
     */
    async beginUse(account: Account, token: string | undefined, read?: CsrfToken): Promise<EndUse> {
      return hold(await renew(account, token, read));
    },
  };
}

function named(token: CsrfToken): StoredToken {
  return { ...token, name: token.hash.toString('base64') };
}
