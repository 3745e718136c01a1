import type { FastifyRequest } from 'fastify';
import type { Problem } from '#protocol/errors.ts';
import type {
  CompiledField,
  CompiledJson,
  CompiledOperation,
} from '#protocol/operations/compiled.ts';
import { parseWholeNumber } from '#protocol/whole-number.ts';
import { ValiseError, invalid, nothingHere } from '../../domain/model/valise-error.ts';
import { badBody, badHeader, spelt } from '../connection/bad-request.ts';
import { isOfKind } from '../connection/body-kinds.ts';
import { explainJson } from './explain-json.ts';

/** Reads all that an operation takes from a request, but for what is a stream. Throws what does not fit. */
export function readInput(
  { input, jsonPart }: Pick<CompiledOperation, 'input' | 'jsonPart'>,
  request: FastifyRequest,
): Record<string, unknown> {
  const { params, query, headers, form, json } = input;
  const read: Record<string, unknown> = {};
  if (params) read['params'] = readFields(params, fromRecord(request.params), nothingHere);
  if (query) read['query'] = readFields(query, fromRecord(request.query), badQuery);
  if (headers) read['headers'] = readFields(headers, fromRecord(request.headers), wrongHeader);
  if (form) read['form'] = readFields(form, fromForm(request), invalidField);
  const isInPart = jsonPart !== undefined && isOfKind(request, 'multipart');
  if (json && !isInPart) read['json'] = readJson(json, request.body);
  return read;
}

const emptyBody = 'The body is empty; it must be JSON.';
const noFields = { type: 'object', properties: {}, additionalProperties: false } as const;

/** Throws `invalid` for JSON in the body of an operation that reads none. */
export function refuseUnknownFields(
  { input: { json } }: Pick<CompiledOperation, 'input'>,
  { body }: Pick<FastifyRequest, 'body'>,
): void {
  if (json !== undefined || body === undefined || body === null) return;
  const isEmpty = typeof body === 'object' && Object.keys(body).length === 0;
  if (!isEmpty) throw invalid(explainJson(noFields, body));
}

/** Throws `bad_request` for a name in the query that the operation does not have. */
export function refuseUnknownQuery(
  { input: { query = [] } }: Pick<CompiledOperation, 'input'>,
  { query: given }: Pick<FastifyRequest, 'query'>,
): void {
  for (const name of Object.keys(given as object)) {
    if (query.some((field) => field.name === name)) continue;
    throw badQuery({ name }, 'is unknown here.', 'unknown');
  }
}

/** Throws all that is wrong with the shape of a JSON body. */
export function readJson({ fits, schema }: CompiledJson, body: unknown): unknown {
  if (body === undefined) throw badBody(emptyBody, 'is empty; it must be JSON.');
  if (!fits(body)) throw invalid(explainJson(schema, body));
  return body;
}

/** Some headers of a request, for a handler that needs them only in some cases. */
export function readHeaders(
  fields: readonly CompiledField[],
  { headers }: FastifyRequest,
): Record<string, never> {
  return readFields(fields, fromRecord(headers), wrongHeader) as Record<string, never>;
}

/** A parameter of the path, for guards; empty where the path has none of this name. */
export function paramOf({ params }: FastifyRequest, name: string): string {
  const [value = ''] = fromRecord(params)(name);
  return value;
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

type Refuse = (field: CompiledField, problem: string, kind?: Problem['code']) => ValiseError;

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
      if (!field.isOptional) throw refuse(field, field.missing ?? 'is missing.', 'missing');
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

/** Refuses a value of the query. */
export function badQuery(
  { name, code = 'bad_request' }: Pick<CompiledField, 'name' | 'code'>,
  problem: string,
  kind?: Problem['code'],
): ValiseError {
  const details: Problem[] = [{ field: name, problem, in: 'query', ...(kind && { code: kind }) }];
  return new ValiseError(code, `The query parameter ${name} ${problem}`, { details });
}

function wrongHeader(
  { name, code = 'bad_request' }: CompiledField,
  problem: string,
  kind?: Problem['code'],
): ValiseError {
  return badHeader(name, `The header ${spelt(name)} ${problem}`, problem, { code, kind });
}

function invalidField({ name }: CompiledField, problem: string): ValiseError {
  const problems: Problem[] = [{ field: name, problem }];
  return invalid(problems);
}
