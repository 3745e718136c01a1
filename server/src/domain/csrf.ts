import type { Account } from './account.ts';
import type { Clock, Instant } from './clock.ts';
import type { AccountId, Randomness } from './ids.ts';
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

export type Csrf = ReturnType<typeof createCsrf>;

export function createCsrf({ store, hasher, randomness, clock, lifetimeMs }: Dependencies) {
  /** Uses since the stored expiry was last written, so that eviction knows which token is idle. */
  const unwrittenUses = new Map<string, { accountId: AccountId; expiresAt: Instant }>();

  function fullExpiry(): Instant {
    return clock.now() + Math.floor(lifetimeMs * leeway);
  }

  return {
    /** A fresh token. One more than an account may have ends the one nearest its expiry. */
    async issue(account: Account): Promise<string> {
      const token = randomness.bytes(32).toString('base64url');
      await store.transact(async ({ csrfTokens }) => {
        for (const [hash, use] of unwrittenUses) {
          if (use.accountId !== account.id) continue;
          await csrfTokens.setExpiry(Buffer.from(hash, 'base64'), use.expiresAt);
          unwrittenUses.delete(hash);
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
      const hash = token === undefined || token === '' ? undefined : hasher.hash(token);
      const found = hash === undefined ? undefined : await store.csrfTokens.find(hash);
      const now = clock.now();
      if (
        hash === undefined ||
        found === undefined ||
        found.accountId !== account.id ||
        found.expiresAt <= now
      ) {
        throw new ValiseError(
          'csrf',
          'The CSRF token is missing, unknown or expired. Fetch the index page for a new one and send it in the CSRF-Token header.',
        );
      }
      const name = hash.toString('base64');
      if (found.expiresAt < now + lifetimeMs) {
        unwrittenUses.delete(name);
        await store.csrfTokens.setExpiry(hash, fullExpiry());
      } else {
        unwrittenUses.set(name, { accountId: account.id, expiresAt: fullExpiry() });
      }
    },

    async deleteExpired(): Promise<number> {
      const now = clock.now();
      for (const [hash, use] of unwrittenUses) {
        if (use.expiresAt <= now) unwrittenUses.delete(hash);
      }
      return await store.csrfTokens.deleteExpired(now);
    },
  };
}
