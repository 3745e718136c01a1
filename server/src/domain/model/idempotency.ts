import type { Instant } from './clock.ts';
import { day } from './clock.ts';
import type { AccountId } from './ids.ts';
import { ValiseError } from './valise-error.ts';

export const idempotencyLifetimeMs = day;

/** A client's claim that two requests with the same key are the same. */
export interface IdempotencyClaim {
  keyHash: Buffer;
  /** Covers the operation and its body, so that a key reused for something else is detected. */
  requestHash: Buffer;
}

export interface IdempotencyRepository {
  find(
    accountId: AccountId,
    keyHash: Buffer,
    now: Instant,
  ): Promise<{ requestHash: Buffer } | undefined>;
  /** Replaces an expired claim of the same key. */
  add(claim: IdempotencyClaim & { accountId: AccountId; expiresAt: Instant }): Promise<void>;
  deleteExpired(now: Instant): Promise<number>;
}

/**
 * True when the request was carried out before, so that there is nothing left to do; otherwise it is
 * claimed, and the claim is part of the transaction. Throws `idempotency_conflict` when the key was used
 * for another request.
 */
export async function alreadyDone(
  { idempotency }: { idempotency: IdempotencyRepository },
  accountId: AccountId,
  claim: IdempotencyClaim | undefined,
  now: Instant,
): Promise<boolean> {
  if (claim === undefined) return false;
  const earlier = await idempotency.find(accountId, claim.keyHash, now);
  if (earlier === undefined) {
    await idempotency.add({ ...claim, accountId, expiresAt: now + idempotencyLifetimeMs });
    return false;
  }
  if (!earlier.requestHash.equals(claim.requestHash)) {
    throw new ValiseError(
      'idempotency_conflict',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    );
  }
  return true;
}
