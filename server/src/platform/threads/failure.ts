import { inspect } from 'node:util';
import type { ErrorCode } from '../../domain/model/valise-error.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';

/** Why an order was not carried out, as it crosses from a thread. */
export interface Failed {
  ticket: number;
  problem: string;
  /** What was expected to go wrong, and when to try again; undefined for a bug. */
  expected: { code: ErrorCode; retryAfterSeconds?: number } | undefined;
  /** For the log. */
  cause: string;
}

export function describeFailure(ticket: number, error: unknown): Failed {
  const problem = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ValiseError)) {
    return { ticket, problem, expected: undefined, cause: inspect(error) };
  }
  const { code, retryAfterSeconds, cause } = error;
  const expected = retryAfterSeconds === undefined ? { code } : { code, retryAfterSeconds };
  return { ticket, problem, expected, cause: inspect(cause) };
}

/** The error again, on this side. */
export function failureOf({ problem, expected, cause }: Failed): Error {
  if (expected === undefined) return new Error(problem, { cause });
  const { code, ...extras } = expected;
  return new ValiseError(code, problem, { ...extras, cause });
}
