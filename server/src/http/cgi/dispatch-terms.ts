import type { Problem } from '#protocol/errors.ts';
import type { SentTerms } from '#protocol/operations/cgi.ts';
import type { DispatchAssertion, DispatchTerms } from '../../domain/dispatches/dispatch-terms.ts';
import { findMessageProblem } from '../../domain/model/message.ts';
import type { TtlUnit } from '../../domain/model/clock.ts';
import { ttlIn, ttlUnits } from '../../domain/model/clock.ts';
import { invalid } from '../../domain/model/valise-error.ts';

/** The limits of the terms, as the operator set them. */
export interface TermsPolicy {
  unit: TtlUnit;
  defaultMs: number;
  minMs: number;
  maxMs: number;
}

/** Terms with the unit in which the client counts. */
export type CgiTerms = DispatchTerms & { ttlUnit: TtlUnit };

/** Reads the body of createdrop.cgi or givedrop.cgi; `null` is left out. Throws all that is wrong with it. */
export function parseDispatchTerms(sent: SentTerms, policy: TermsPolicy): CgiTerms {
  const { desttime, ddmessage } = sent;
  const problems: Problem[] = [];
  const time = readDesttime(desttime, policy, problems);
  const message = readMessage(ddmessage, problems);
  const assertion = readAssertion(sent, problems);
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
  const unitMs = ttlUnits[unit];
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

/** Reads the optional fields `receivers` and `files`: texts, or objects as other operations send them. */
function readAssertion(sent: SentTerms, problems: Problem[]): DispatchAssertion | undefined {
  const receivers = readNames('receivers', 'email', sent.receivers, problems, (email) =>
    email.trim().toLowerCase(),
  );
  const files = readNames('files', 'name', sent.files, problems, (name) => name.normalize('NFC'));
  return receivers === undefined && files === undefined ? undefined : { receivers, files };
}

function readNames(
  field: string,
  key: string,
  value: unknown,
  problems: Problem[],
  normalise: (text: string) => string,
): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const texts = Array.isArray(value)
    ? value.map((item: unknown) => textOf(item, key))
    : [undefined];
  if (texts.every((text) => text !== undefined)) return texts.map(normalise);
  problems.push({ field, problem: `must be an array of texts, the ${key} of each.` });
  return undefined;
}

function textOf(item: unknown, key: string): string | undefined {
  const text =
    typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[key] : item;
  return typeof text === 'string' ? text : undefined;
}
