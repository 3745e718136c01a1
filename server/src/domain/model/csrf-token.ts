import type { Instant } from './clock.ts';
import type { AccountId } from './ids.ts';

/** What is kept of the tokens: their hashes, whose they are, and until when. */
export interface CsrfTokenRepository {
  add(token: { hash: Buffer; accountId: AccountId; expiresAt: Instant }): Promise<void>;
  find(hash: Buffer): Promise<{ accountId: AccountId; expiresAt: Instant } | undefined>;
  /** Moves the expiry to a later time. To an earlier one it never moves: somebody used the token since. */
  putOff(hash: Buffer, expiresAt: Instant): Promise<void>;
  /** Deletes all but the `keep` tokens of the account that are furthest from their expiry. */
  evict(accountId: AccountId, keep: number): Promise<void>;
  deleteExpired(now: Instant): Promise<number>;
}
