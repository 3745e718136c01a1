import type { ErrorCode } from '../../../domain/model/valise-error.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import type { Html } from '../../html/html.ts';
import type { FieldProblem } from './forms.ts';
import { alertNotice } from './forms.ts';
import type { PageReader } from './frame.ts';

/** Why nothing was done: problems of fields, or a notice about the whole. */
export interface Refusal {
  problems: readonly FieldProblem[];
  notice?: Html;
}

/**
 * What the errors of an area mean to a person, by code; for `invalid`, also by each field that is wrong. Undefined
 * where the person can do nothing about it.
 */
export type Refusals<Input = unknown> = Partial<
  Record<
    ErrorCode | `invalid ${string}`,
    (reader: PageReader, error: ValiseError, input: Input) => Refusal | undefined
  >
>;

export const noRefusal: Refusal = { problems: [] };

/** A field is wrong. */
export function problemWith(field: string, text: string): Refusal {
  return { problems: [{ field, text }] };
}

/** It is about no field. */
export function refusedBecause(text: string): Refusal {
  return { problems: [], notice: alertNotice(text) };
}

/** Undefined for an error that the table does not have. */
export function findRefusal<Input>(
  refusals: Refusals<Input>,
  error: unknown,
  reader: PageReader,
  input: Input,
): Refusal | undefined {
  if (!(error instanceof ValiseError)) return undefined;
  const fields = error.code === 'invalid' ? (error.details ?? []).map(({ field }) => field) : [];
  const found = [...new Set(fields)].flatMap(
    (field) => refusals[`invalid ${field}`]?.(reader, error, input) ?? [],
  );
  if (found.length === 0) return refusals[error.code]?.(reader, error, input);
  const notice = found.find((each) => each.notice !== undefined)?.notice;
  return {
    problems: found.flatMap(({ problems }) => problems),
    ...(notice !== undefined && { notice }),
  };
}
