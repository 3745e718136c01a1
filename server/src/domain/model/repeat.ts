import type { Instant } from './clock.ts';
import { day } from './clock.ts';
import type { AccountId } from './ids.ts';
import { ValiseError } from './valise-error.ts';

/** How long a request of API v1 is known by its `Idempotency-Key`. */
const repeatLifetimeMs = 7 * day;

/**
 * A claim that all requests of an account with this key are one. Both are MACs: the table tells nothing of keys and
 * bodies.
 */
export interface RepeatClaim {
  accountId: AccountId;
  keyHash: Buffer;
  /** Covers the operation and all that the request says, so that a key that is used for something else is detected. */
  requestHash: Buffer;
}

/**
 * What a request made, by ids: a repeat is answered with what they name now. It holds no link, no address and no text
 * of a person.
 */
export type Outcome = Readonly<Record<string, string | readonly string[]>>;

/** A request that was carried out under a key. */
export interface SettledRequest {
  requestHash: Buffer;
  outcome: Outcome;
}

export interface RepeatRepository {
  findSettled(
    accountId: AccountId,
    keyHash: Buffer,
    now: Instant,
  ): Promise<SettledRequest | undefined>;
  /** Replaces an expired one of the same key. Returns false, and changes nothing, where one lives. */
  settle(
    settled: RepeatClaim & { outcome: Outcome; expiresAt: Instant },
    now: Instant,
  ): Promise<boolean>;
}

/**
 * Notes, in the transaction of an act, that it is done under its claim: a process that dies before the commit leaves
 * nothing, and one that dies after it has done the act. Throws `request_running` where another request has done it, so
 * that the transaction is undone: `once` (`domain/access/repeats.ts`), which gave the claim, answers as that request
 * then. Without a claim, nothing happens.
 */
export async function settle(
  { idempotency }: { idempotency: RepeatRepository },
  claim: RepeatClaim | undefined,
  outcome: Outcome,
  now: Instant,
): Promise<void> {
  if (claim === undefined) return;
  const settled = { ...claim, outcome, expiresAt: now + repeatLifetimeMs };
  if (!(await idempotency.settle(settled, now))) throw requestRunning();
}

/** For a request while another one with its key is carried out. */
export function requestRunning(): ValiseError {
  return new ValiseError(
    'request_running',
    'A request with this Idempotency-Key is still being carried out. Repeat it in a moment.',
    { retryAfterSeconds: 1 },
  );
}
