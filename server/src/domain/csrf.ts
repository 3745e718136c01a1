import type { Account } from './account.ts';
import type { Clock, Instant } from './clock.ts';
import type { AccountId, Randomness } from './ids.ts';
import type { Peers, TokenUse } from './peers.ts';
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
  peers: Peers;
  lifetimeMs: number;
}

interface StoredToken {
  hash: Buffer;
  accountId: AccountId;
  expiresAt: Instant;
}

const maxRecalled = 1000;

export type Csrf = ReturnType<typeof createCsrf>;

export function createCsrf({ store, hasher, randomness, clock, peers, lifetimeMs }: Dependencies) {
  /**
   * Uses since the stored expiry was last written, so that eviction knows which token is idle. The
   * oldest stands first.
   */
  const unwrittenUses = new Map<string, { accountId: AccountId; expiresAt: Instant }>();
  const recollection = createRecollection<StoredToken>(
    { version: () => store.accessVersion() },
    { maxEntries: maxRecalled },
  );

  async function find(token: string): Promise<StoredToken | undefined> {
    const hash = hasher.hash(token);
    const found = await store.csrfTokens.find(hash);
    return found && { hash, ...found };
  }

  function fullExpiry(): Instant {
    return clock.now() + Math.floor(lifetimeMs * leeway);
  }

  function noteUse(hash: string, accountId: AccountId): void {
    const now = clock.now();
    for (const [old, { expiresAt }] of unwrittenUses) {
      if (expiresAt > now) break;
      unwrittenUses.delete(old);
    }
    unwrittenUses.delete(hash);
    unwrittenUses.set(hash, { accountId, expiresAt: fullExpiry() });
  }

  /** Hands over, and forgets, the uses of the account's tokens that were not written down. */
  function takeUsesHere(accountId: AccountId): TokenUse[] {
    const taken = [...unwrittenUses].filter(([, use]) => use.accountId === accountId);
    for (const [hash] of taken) unwrittenUses.delete(hash);
    return taken.map(([hash, { expiresAt }]) => ({ hash, expiresAt }));
  }

  return {
    takeUsesHere,

    /** A fresh token. One more than an account may have ends the one nearest its expiry. */
    async issue(account: Account): Promise<string> {
      const token = randomness.bytes(32).toString('base64url');
      const uses = [
        ...takeUsesHere(account.id),
        ...(await peers.ask('takeTokenUses', account.id)).flat(),
      ];
      await store.transact(async ({ csrfTokens }) => {
        for (const { hash, expiresAt } of uses) {
          await csrfTokens.putOff(Buffer.from(hash, 'base64'), expiresAt);
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
        unwrittenUses.delete(nameOf(found));
        await store.csrfTokens.putOff(found.hash, fullExpiry());
      } else {
        noteUse(nameOf(found), account.id);
      }
    },
  };
}

function nameOf({ hash }: StoredToken): string {
  return hash.toString('base64');
}
