import type { Instant } from './clock.ts';
import { day } from './clock.ts';
import type { AccountId } from './ids.ts';
import type { RepeatRepository } from './repeat.ts';
import { ValiseError } from './valise-error.ts';

const idempotencyLifetimeMs = day;

/** A client's claim that two requests with the same key are the same. */
export interface IdempotencyClaim {
  keyHash: Buffer;
  /** By which another version of the program may have stored the same key. */
  otherKeyHash?: Buffer | undefined;
  /** Covers the operation and its body, so that a key reused for something else is detected. */
  requestHash: Buffer;
}

/**
 * Marks of what a send took from its account, by which a repeat recognises the same receivers and files. They are MACs:
 * they tell nothing of addresses, names or contents, and outlive the files.
 */
export interface SentMarks {
  receivers: Buffer;
  /** `fileMarkBytes` each. */
  files: readonly Buffer[];
}

export const fileMarkBytes = 32;

/** A request that was carried out under a key. */
export interface EarlierRequest {
  requestHash: Buffer;
  /** Undefined where it sent nothing. */
  sent: SentMarks | undefined;
}

/**
 * Requests of the customer's API that were carried out, and those of API v1. Their keys are hashed for different
 * purposes, so that neither finds the other's.
 */
export interface IdempotencyRepository extends RepeatRepository {
  find(accountId: AccountId, keyHash: Buffer, now: Instant): Promise<EarlierRequest | undefined>;
  /** Replaces an expired claim of the same key. */
  add(
    claim: IdempotencyClaim & { accountId: AccountId; expiresAt: Instant; sent?: SentMarks },
  ): Promise<void>;
  deleteExpired(now: Instant): Promise<number>;
}

interface Ledger {
  idempotency: IdempotencyRepository;
}

/**
 * The request that was carried out before under the same key, so that there is nothing left to do. Throws
 * `idempotency_conflict` when the key was used for another one.
 */
export async function findEarlier(
  { idempotency }: Ledger,
  accountId: AccountId,
  claim: IdempotencyClaim | undefined,
  now: Instant,
): Promise<EarlierRequest | undefined> {
  if (claim === undefined) return undefined;
  const { keyHash, otherKeyHash } = claim;
  const earlier =
    (await idempotency.find(accountId, keyHash, now)) ??
    (otherKeyHash && (await idempotency.find(accountId, otherKeyHash, now)));
  if (earlier !== undefined && !earlier.requestHash.equals(claim.requestHash)) {
    throw new ValiseError(
      'idempotency_conflict',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    );
  }
  return earlier;
}

/** Claims the key for a request that `findEarlier` did not find, in the transaction that carries it out. */
export async function claimKey(
  { idempotency }: Ledger,
  accountId: AccountId,
  claim: IdempotencyClaim | undefined,
  now: Instant,
  sent?: SentMarks,
): Promise<void> {
  if (claim === undefined) return;
  const expiresAt = now + idempotencyLifetimeMs;
  await idempotency.add({ ...claim, accountId, expiresAt, ...(sent && { sent }) });
}

/** Whether the request was carried out before; otherwise it is claimed, and the claim is part of the transaction. */
export async function alreadyDone(
  ledger: Ledger,
  accountId: AccountId,
  claim: IdempotencyClaim | undefined,
  now: Instant,
): Promise<boolean> {
  if ((await findEarlier(ledger, accountId, claim, now)) !== undefined) return true;
  await claimKey(ledger, accountId, claim, now);
  return false;
}
