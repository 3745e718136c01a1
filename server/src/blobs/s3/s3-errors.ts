import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { ValiseError } from '../../domain/model/valise-error.ts';
import { backoffMs } from '../../platform/concurrency/concurrency.ts';
import { storeBroken, storeFull } from '../storage-fault.ts';

/** How often and how long a request is tried. */
export interface RetryPolicy {
  attempts: number;
  /** How many attempts may stay without an answer: one connection may be at fault, two are unlikely. */
  silentAttempts: number;
  firstMs: number;
  maxMs: number;
  /** No attempt begins later than this after the first. */
  timeoutMs: number;
  /** Called before each further attempt. */
  onRetry?: () => void;
}

/** About 3 seconds of waiting where a store refuses at once, and 22 where it does not answer. */
export const usualRetries: RetryPolicy = {
  attempts: 8,
  silentAttempts: 2,
  firstMs: 50,
  maxMs: 2_000,
  timeoutMs: 30_000,
};

/** What a store answered that it never should: as likely a fault on the way as one of its own. */
export class BadAnswer extends Error {
  constructor(what: string) {
    super(`The S3 store answered ${what}`);
    this.name = 'BadAnswer';
  }
}

/** The name that the SDK gives to an error of its own that says the same. */
const silenceName = 'TimeoutError';

/** Nothing came from the store for as long as its clients wait. */
export function silenceError(): Error {
  return Object.assign(new Error('The S3 store does not answer'), { name: silenceName });
}

/** The SDK gives connections that were reset the same name, but they have a code. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.name === silenceName && !('code' in error);
}

interface Facts {
  name: string;
  status: number | undefined;
  code: string | undefined;
  requestId: string | undefined;
  /** How far the clock of this machine is from the store's. */
  clockErrorMs: number;
}

/** What an error of the SDK or of a socket says of itself, without its message and its answer. */
function factsOf(error: Error): Facts {
  const { $metadata, code } = error as { $metadata?: Record<string, unknown>; code?: unknown };
  const { httpStatusCode: status, requestId } = $metadata ?? {};
  const { $response } = error as { $response?: { headers?: Record<string, string | undefined> } };
  const storeTime = Date.parse($response?.headers?.['date'] ?? '');
  const ownTime = performance.timeOrigin + performance.now();
  return {
    clockErrorMs: Number.isNaN(storeTime) ? 0 : ownTime - storeTime,
    name: error.name,
    status: typeof status === 'number' ? status : undefined,
    code: typeof code === 'string' ? code : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}

export function statusOf(error: unknown): number | undefined {
  return error instanceof Error ? factsOf(error).status : undefined;
}

export function nameOf(error: unknown): string | undefined {
  return error instanceof Error ? error.name : undefined;
}

const transientNames = new Set([
  'BadAnswer',
  'BadDigest',
  'ConditionalRequestConflict',
  'IncompleteBody',
  'OperationAborted',
  // The SDK sets its clock by the answer.
  'RequestTimeTooSkewed',
  'RequestTimeout',
  'SlowDown',
  'Throttling',
  silenceName,
]);

const transientCodes = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ETIMEDOUT',
]);

/** Whether the same request may succeed a moment later. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { name, status, code } = factsOf(error);
  if (transientNames.has(name) || (code !== undefined && transientCodes.has(code))) return true;
  if (status === undefined) return isUnreadable(error) || code?.startsWith('HPE_') === true;
  return (status >= 500 && status !== 501) || status === 408 || status === 429;
}

/** Whether the SDK could not read an answer, which was cut or is another's. */
function isUnreadable(error: Error): boolean {
  return '$response' in error || '$responseBodyText' in error;
}

/** Tries again after a pause of random length, so that many clients do not return at the same moment. */
export async function withRetries<Result>(
  policy: RetryPolicy,
  attempt: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const giveUpAt = performance.now() + policy.timeoutMs;
  let silentAttempts = 0;
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (isSilence(error)) silentAttempts += 1;
      const isLast =
        failures >= policy.attempts ||
        silentAttempts >= policy.silentAttempts ||
        performance.now() >= giveUpAt;
      if (isLast || !isTransient(error)) throw error;
      policy.onRetry?.();
      await sleep(pauseMs(failures, policy), undefined, signal && { signal });
    }
  }
}

export function pauseMs(failures: number, policy: RetryPolicy): number {
  const longest = backoffMs(failures, policy);
  return longest / 2 + randomInt(Math.ceil(longest / 2) + 1);
}

/** Stores refuse what was signed more than a quarter of an hour ago, or later than now. */
const toleratedClockErrorMs = 5 * 60_000;

const fullNames = new Set(['QuotaExceeded', 'ServiceQuotaExceeded']);

/**
 * Translates a failed request into a storage error. The cause names the request and the error's kind alone:
 * messages and answers of a store may quote credentials. Any other error is a bug and is returned as it is.
 */
export function toFault(error: unknown, request: string): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  if (error instanceof ValiseError || error.name === 'AbortError') return error;
  const { name, status, code, requestId, clockErrorMs } = factsOf(error);
  const isOfStore = status !== undefined || code !== undefined || isTransient(error);
  if (!isOfStore) return error;
  const isClockWrong = status === 403 && Math.abs(clockErrorMs) > toleratedClockErrorMs;
  const kinds = [
    name,
    code,
    status && `status ${status}`,
    requestId && `request ${requestId}`,
    isClockWrong &&
      `the clock of this machine is ${Math.round(Math.abs(clockErrorMs) / 60_000)} minutes ${clockErrorMs > 0 ? 'ahead of' : 'behind'} that of the store`,
  ];
  const cause = new Error(`S3 ${request}: ${kinds.filter(Boolean).join(', ')}`);
  return status === 507 || fullNames.has(name) ? storeFull(cause) : storeBroken(cause);
}
