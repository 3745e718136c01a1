import type { Account } from './account.ts';
import type { Clock, Instant } from './clock.ts';
import type { AccountId, Randomness } from './ids.ts';
import { createRecollection } from './recollection.ts';
import type { SecretHasher } from './secret-hasher.ts';
import type { Store } from './store.ts';
import { ValiseError } from './valise-error.ts';

export const maxTokensPerAccount = 60;

/**
 * How much longer than its lifetime a token may live. It lets a stored expiry run ahead, so that
 * a busy client costs one write now and then instead of one for each request.
 */
const leeway = 1.05;

interface Dependencies {
  store: Store;
  hasher: SecretHasher;
  randomness: Randomness;
  clock: Clock;
  lifetimeMs: number;
}

interface StoredToken {
  hash: Buffer;
  accountId: AccountId;
  expiresAt: Instant;
}

const maxRecalled = 1000;

export type Csrf = ReturnType<typeof createCsrf>;

export function createCsrf({ store, hasher, randomness, clock, lifetimeMs }: Dependencies) {
  /** Uses since the stored expiry was last written, so that eviction knows which token is idle. */
  const unwrittenUses = new Map<string, StoredToken>();
  const recollection = createRecollection<StoredToken>(store, { maxEntries: maxRecalled });

  async function find(token: string): Promise<StoredToken | undefined> {
    const hash = hasher.hash(token);
    const found = await store.csrfTokens.find(hash);
    return found && { hash, ...found };
  }

  function fullExpiry(): Instant {
    return clock.now() + Math.floor(lifetimeMs * leeway);
  }

  return {
    /** A fresh token. One more than an account may have ends the one nearest its expiry. */
    async issue(account: Account): Promise<string> {
      const token = randomness.bytes(32).toString('base64url');
      await store.transact(async ({ csrfTokens }) => {
        for (const [fingerprint, use] of unwrittenUses) {
          if (use.accountId !== account.id) continue;
          await csrfTokens.setExpiry(use.hash, use.expiresAt);
          unwrittenUses.delete(fingerprint);
        }
        await csrfTokens.evict(account.id, maxTokensPerAccount - 1);
        await csrfTokens.add({
          hash: hasher.hash(token),
          accountId: account.id,
          expiresAt: fullExpiry(),
        });
      });
      return token;
    },

    /** Throws `csrf` unless the token is the account's and alive; using it renews its lifetime. */
    async use(account: Account, token: string | undefined): Promise<void> {
      const fingerprint = hasher.fingerprint(token ?? '');
      const found = token ? await recollection.recall(fingerprint, () => find(token)) : undefined;
      const now = clock.now();
      if (found === undefined || found.accountId !== account.id || found.expiresAt <= now) {
        throw new ValiseError(
          'csrf',
          'The CSRF token is missing, unknown or expired. Fetch the index page for a new one and send it in the CSRF-Token header.',
        );
      }
      if (found.expiresAt < now + lifetimeMs) {
        unwrittenUses.delete(fingerprint);
        await store.csrfTokens.setExpiry(found.hash, fullExpiry());
      } else {
        unwrittenUses.set(fingerprint, { ...found, expiresAt: fullExpiry() });
      }
    },

    async deleteExpired(): Promise<number> {
      const now = clock.now();
      for (const [fingerprint, use] of unwrittenUses) {
        if (use.expiresAt <= now) unwrittenUses.delete(fingerprint);
      }
      return await store.csrfTokens.deleteExpired(now);
    },
  };
}
