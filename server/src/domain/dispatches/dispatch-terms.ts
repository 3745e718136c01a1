import type { Problem } from '#protocol/errors.ts';
import type { DesttimeUnit } from '../model/desttime.ts';
import { desttimeUnits, ttlIn } from '../model/desttime.ts';
import type { DispatchAssertion } from './dispatch-assertion.ts';
import { readAssertion } from './dispatch-assertion.ts';
import { findMessageProblem } from '../model/message.ts';
import { invalid } from '../model/valise-error.ts';

/** What a client may ask of a dispatch, as the operator set it. */
export interface TermsPolicy {
  unit: DesttimeUnit;
  defaultMs: number;
  minMs: number;
  maxMs: number;
}

export interface DispatchTerms {
  lifetimeMs: number;
  /** The time to live as it was sent. */
  ttl: string;
  /** Left out where nobody counts in units. */
  ttlUnit?: DesttimeUnit;
  message: string | undefined;
  /** What must be set, or nothing is sent. */
  assertion?: DispatchAssertion;
}

/** Reads the body of a create-dispatch or grant-access request. Unknown fields are ignored, `null` is left out. */
export function parseDispatchTerms(body: unknown, policy: TermsPolicy): DispatchTerms {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalid([{ field: 'body', problem: 'must be an object with desttime and ddmessage.' }]);
  }
  const fields = body as Record<string, unknown>;
  const { desttime, ddmessage } = fields;
  const problems: Problem[] = [];
  const time = readDesttime(desttime, policy, problems);
  const message = readMessage(ddmessage, problems);
  const assertion = readAssertion(fields, problems);
  if (time === undefined || problems.length > 0) throw invalid(problems);
  return {
    ...time,
    ttlUnit: policy.unit,
    message,
    ...(assertion === undefined ? {} : { assertion }),
  };
}

function readDesttime(
  value: unknown,
  { unit, defaultMs, minMs, maxMs }: TermsPolicy,
  problems: Problem[],
): { lifetimeMs: number; ttl: string } | undefined {
  const unitMs = desttimeUnits[unit];
  if (value === undefined || value === null)
    return { lifetimeMs: defaultMs, ttl: ttlIn(unit, defaultMs) };
  const ttl =
    typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (!/^[0-9]{1,15}$/.test(ttl)) {
    problems.push({ field: 'desttime', problem: `must be a whole number of ${unit}.` });
    return undefined;
  }
  const lifetimeMs = Number(ttl) * unitMs;
  if (lifetimeMs < minMs || lifetimeMs > maxMs) {
    problems.push({
      field: 'desttime',
      problem: `must be from ${Math.ceil(minMs / unitMs)} to ${Math.floor(maxMs / unitMs)} ${unit}.`,
    });
    return undefined;
  }
  return { lifetimeMs, ttl };
}

function readMessage(value: unknown, problems: Problem[]): string | undefined {
  if (value === undefined || value === null) return undefined;
  const problem = typeof value === 'string' ? findMessageProblem(value) : 'must be plain text.';
  if (problem !== undefined) problems.push({ field: 'ddmessage', problem });
  return typeof value === 'string' ? value : undefined;
}
