import type { FastifyRequest } from 'fastify';
import type { Problem } from '#protocol/errors.ts';
import type {
  CompiledField,
  CompiledJson,
  CompiledOperation,
} from '#protocol/operations/compiled.ts';
import { parseWholeNumber } from '#protocol/whole-number.ts';
import { ValiseError, invalid } from '../../domain/model/valise-error.ts';
import { explainJson } from './explain-json.ts';

/** Reads all that an operation takes from a request, but for what is a stream. Throws what does not fit. */
export function readInput(
  { input }: Pick<CompiledOperation, 'input'>,
  request: FastifyRequest,
): Record<string, unknown> {
  const { params, query, headers, form, json } = input;
  return {
    ...(params && { params: readFields(params, fromRecord(request.params), missing) }),
    ...(query && { query: readFields(query, fromRecord(request.query), badQuery) }),
    ...(headers && { headers: readFields(headers, fromRecord(request.headers), badHeader) }),
    ...(form && { form: readFields(form, fromForm(request), invalidField) }),
    ...(json && { json: readJson(json, request.body) }),
  };
}

/** Throws all that is wrong with the shape of a JSON body. */
export function readJson({ fits, schema }: CompiledJson, body: unknown): unknown {
  if (!fits(body)) throw invalid(explainJson(schema, body));
  return body;
}

/** Some headers of a request, for a handler that needs them only in some cases. */
export function readHeaders(
  fields: readonly CompiledField[],
  { headers }: FastifyRequest,
): Record<string, never> {
  return readFields(fields, fromRecord(headers), badHeader) as Record<string, never>;
}

/** A parameter of the path, for guards; empty where the path has none of this name. */
export function paramOf({ params }: FastifyRequest, name: string): string {
  return fromRecord(params)(name)[0] ?? '';
}

/** A value of the query, for guards and error pages; undefined where it has none of this name, or several. */
export function queryText({ query }: FastifyRequest, name: string): string | undefined {
  const values = fromRecord(query)(name);
  return values.length === 1 ? values[0] : undefined;
}

/** All values of a field, in the order in which they came. */
type Source = (name: string) => readonly string[];

/** Of a field that comes twice and should not, none counts. */
function fromRecord(record: unknown): Source {
  const fields = record as Record<string, string | string[] | undefined>;
  return (name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return value === undefined ? [] : typeof value === 'string' ? [value] : value;
  };
}

/** The first value of a field of a form, for guards. */
export function formText(form: URLSearchParams | null, name: string): string | undefined {
  return form?.getAll(name)[0];
}

/** Of a field that comes twice and should not, the first counts. */
function fromForm({ form }: FastifyRequest): Source {
  return (name) => form?.getAll(name) ?? [];
}

type Refuse = (field: CompiledField, problem: string) => ValiseError;

function readFields(
  fields: readonly CompiledField[],
  source: Source,
  refuse: Refuse,
): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  const isForm = refuse === invalidField;
  for (const field of fields) {
    const values = source(field.name);
    const value = valueOf(field, values, isForm);
    if (value === undefined && values.length === 0) {
      if (!field.isOptional) throw refuse(field, field.missing ?? 'is missing.');
    } else if (value !== undefined && field.fits(value)) {
      read[field.name] = value;
    } else if (field.lenient !== true) {
      throw refuse(field, field.problem);
    }
  }
  return read;
}

/** Undefined for what is not there, or is not written as its kind is. */
function valueOf(
  { kind, trim, cut }: CompiledField,
  values: readonly string[],
  isForm: boolean,
): unknown {
  if (kind === 'list') return values;
  if (kind === 'mark') return values.length > 0;
  const [first] = values;
  if (first === undefined || (values.length > 1 && !isForm)) return undefined;
  if (kind === 'whole') return parseWholeNumber(first);
  const text = trim === true ? first.trim() : first;
  return cut === undefined ? text : text.slice(0, cut);
}

/** A path that cannot be is one of nothing. */
function missing(): ValiseError {
  return new ValiseError('not_found', 'There is nothing at this address.');
}

function badQuery({ name, code = 'bad_request' }: CompiledField, problem: string): ValiseError {
  return new ValiseError(code, `The query parameter ${name} ${problem}`);
}

function badHeader({ name, code = 'bad_request' }: CompiledField, problem: string): ValiseError {
  const spelt = name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return new ValiseError(code, `The header ${spelt} ${problem}`);
}

function invalidField({ name }: CompiledField, problem: string): ValiseError {
  const problems: Problem[] = [{ field: name, problem }];
  return invalid(problems);
}
