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
  /** The hash as text, by which uses are noted. */
  name: string;
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
    return found && { hash, name: hash.toString('base64'), ...found };
  }

  function fullExpiry(): Instant {
    return clock.now() + Math.floor(lifetimeMs * leeway);
  }

  function isAlive({ accountId, expiresAt }: StoredToken, account: Account): boolean {
    return accountId === account.id && expiresAt > clock.now();
  }

  /** Whether its stored expiry is as late as this use of it makes it, or later. */
  function runsAhead({ expiresAt }: StoredToken): boolean {
    return expiresAt >= clock.now() + lifetimeMs;
  }

  function noteUse({ name, accountId }: StoredToken): void {
    const now = clock.now();
    for (const [old, { expiresAt }] of unwrittenUses) {
      if (expiresAt > now) break;
      unwrittenUses.delete(old);
    }
    unwrittenUses.delete(name);
    unwrittenUses.set(name, { accountId, expiresAt: fullExpiry() });
  }

  /** Hands over, and forgets, the uses of the account's tokens that were not written down. */
  function takeUsesHere(accountId: AccountId): TokenUse[] {
    const taken = [...unwrittenUses].filter(([, use]) => use.accountId === accountId);
    for (const [hash] of taken) unwrittenUses.delete(hash);
    return taken.map(([hash, { expiresAt }]) => ({ hash, expiresAt }));
  }

  return {
    takeUsesHere,

    /** A fresh token, of letters and digits alone: clients match it with patterns of their own. One more than an account may have ends the one nearest its expiry. */
    async issue(account: Account): Promise<string> {
      const token = randomness.bytes(32).toString('hex');
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

    /**
     * Uses a token that was good before, if nothing changed since and nothing must be written down
     * for it. False says nothing of the token: then `use` is what tells.
     */
    useAgain(account: Account, token: string): boolean {
      const known = recollection.find(hasher.fingerprint(token));
      if (known === undefined || !isAlive(known, account) || !runsAhead(known)) return false;
      noteUse(known);
      return true;
    },

    /** Throws `csrf` unless the token is the account's and alive; using it renews its lifetime. */
    async use(account: Account, token: string | undefined): Promise<void> {
      const found = token
        ? await recollection.recall(hasher.fingerprint(token), () => find(token))
        : undefined;
      if (found === undefined || !isAlive(found, account)) {
        throw new ValiseError(
          'csrf',
          'The CSRF token is missing, unknown or expired. Fetch the index page for a new one and send it in the CSRF-Token header.',
        );
      }
      if (runsAhead(found)) {
        noteUse(found);
      } else {
        unwrittenUses.delete(found.name);
        await store.csrfTokens.putOff(found.hash, fullExpiry());
      }
    },
  };
}
