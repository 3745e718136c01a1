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
 * What the errors of an area mean to a person, by code; for `invalid`, also by the field that is wrong. Undefined where
 * the person can do nothing about it.
 */
export type Refusals<Input = unknown> = Partial<
  Record<
    ErrorCode | `invalid ${string}`,
    (reader: PageReader, error: ValiseError, input: Input) => Refusal | undefined
  >
>;

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
  const field = error.code === 'invalid' ? error.details?.[0]?.field : undefined;
  const byField = field === undefined ? undefined : refusals[`invalid ${field}`];
  const explain = byField ?? refusals[error.code];
  return explain?.(reader, error, input);
}
