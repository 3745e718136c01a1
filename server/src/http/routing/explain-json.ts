import type { Problem } from '#protocol/errors.ts';
import type { JsonSchema } from '#protocol/operations/problems.ts';
import { problemOf } from '#protocol/operations/problems.ts';
import type { Path } from '../connection/problem-at.ts';
import { problemAt } from '../connection/problem-at.ts';

/** More of them do not help a client. */
const maxProblems = 100;

/** What is wrong with a JSON body that does not fit its schema, field by field. */
export function explainJson(schema: JsonSchema, body: unknown): Problem[] {
  const problems: Problem[] = [];
  explain(schema, body, [], problems);
  // A schema says more than what is explained here.
  return problems.length > 0 ? problems : [problemAt([], problemOf(schema))];
}

/** Whether the value fits; where it does not, its problems are added. */
function explain(schema: JsonSchema, value: unknown, path: Path, problems: Problem[]): boolean {
  if (problems.length >= maxProblems) return false;
  const before = problems.length;
  const fits =
    schema.type === 'object'
      ? explainObject(schema, value, path, problems)
      : schema.type === 'array'
        ? explainArray(schema, value, path, problems)
        : schema.anyOf === undefined
          ? isPlain(schema, value)
          : explainChoice(schema, value, path, problems);
  if (!fits && problems.length === before) {
    problems.push(problemAt(path, problemOf(schema)));
  }
  return fits;
}

function explainObject(
  { properties = {}, required = [], additionalProperties = true }: JsonSchema,
  value: unknown,
  path: Path,
  problems: Problem[],
): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const given = value as Record<string, unknown>;
  let fits = true;
  for (const [name, schema] of Object.entries(properties)) {
    const at = [...path, name];
    if (Object.hasOwn(given, name)) {
      fits = explain(schema, given[name], at, problems) && fits;
    } else if (required.includes(name)) {
      problems.push(problemAt(at, schema.problem ?? 'is missing.', 'missing'));
      fits = false;
    }
  }
  if (additionalProperties) return fits;
  for (const name of Object.keys(given)) {
    if (problems.length >= maxProblems) break;
    if (Object.hasOwn(properties, name)) continue;
    problems.push(problemAt([...path, name], 'is no field of this request.', 'unknown'));
    fits = false;
  }
  return fits;
}

function explainArray(
  { items = {}, minItems = 0, maxItems = Infinity }: JsonSchema,
  value: unknown,
  path: Path,
  problems: Problem[],
): boolean {
  if (!Array.isArray(value)) return false;
  if (value.length < minItems || value.length > maxItems) return false;
  let fits = true;
  for (const [index, element] of value.entries()) {
    if (problems.length >= maxProblems) break;
    fits = explain(items, element, [...path, index], problems) && fits;
  }
  return fits;
}

/** The problems of the alternative that the value could be, where its type fits one alone; else those of the whole. */
function explainChoice(
  { anyOf = [], problem }: JsonSchema,
  value: unknown,
  path: Path,
  problems: Problem[],
): boolean {
  const tries = anyOf.map((schema) => {
    const found: Problem[] = [];
    return { schema, found, fits: explain(schema, value, path, found) };
  });
  if (tries.some(({ fits }) => fits)) return true;
  const [nearest, ...others] = tries.filter(({ schema }) => isOfType(schema, value));
  if (problem === undefined && nearest !== undefined && others.length === 0) {
    problems.push(...nearest.found);
  }
  return false;
}

function isOfType({ type }: JsonSchema, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer') return typeof value === 'number';
  return type === 'null' ? value === null : typeof value === type;
}

function isPlain(schema: JsonSchema & { pattern?: string }, value: unknown): boolean {
  if (schema.not !== undefined) return false;
  if (schema.const !== undefined) return value === schema.const;
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.type === undefined) return true;
  if (!isOfType(schema, value)) return false;
  if (typeof value === 'string') {
    const { minLength = 0, maxLength = Infinity, pattern } = schema;
    const length = Array.from(value).length;
    return (
      length >= minLength &&
      length <= maxLength &&
      (pattern === undefined || new RegExp(pattern, 'u').test(value))
    );
  }
  if (typeof value !== 'number') return true;
  const { minimum = -Infinity, maximum = Infinity, type } = schema;
  return value >= minimum && value <= maximum && (type !== 'integer' || Number.isInteger(value));
}
