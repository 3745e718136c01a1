import { wireErrorCodes } from '../protocol/errors.ts';
import { eventKinds } from '../protocol/event-kinds.ts';
import { groups } from '../protocol/operations/groups.ts';
import type { Operation, Operations } from '../protocol/operations/operation.ts';
import type { JsonSchema } from '../protocol/operations/problems.ts';

const head = '// Written by `npm run generate` from protocol/operations/.\n';

/** What API v1 reads and answers, as types without TypeBox: the library ships them. */
export function clientTypesAsSource(): string {
  const members = Object.values<Operations>(groups)
    .flatMap((group) => Object.values(group))
    .filter(({ on, answer }) => on.includes(' /api/v1/') && answer !== 'page')
    .map((operation) => `  '${operation.on}': {\n${partsOf(operation)}  };\n`);
  return `${head}
export type ErrorCode = ${union(wireErrorCodes)};

export type EventKind = ${union(eventKinds)};

/** The operations of API v1, with what they read and answer. */
export interface Operations {
${members.join('')}}
`;
}

function partsOf({ input, answer }: Operation): string {
  const { query, json } = input;
  return [
    ...(query === undefined ? [] : [`    query: ${typeOf(query, '    ')};\n`]),
    ...(json === undefined ? [] : [`    json: ${typeOf(json, '    ')};\n`]),
    `    answer: ${typeof answer === 'string' ? 'undefined' : typeOf(answer, '    ')};\n`,
  ].join('');
}

const simple: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

function typeOf(schema: JsonSchema, indent: string): string {
  if (schema.enum !== undefined) return union(schema.enum);
  if (schema.const !== undefined) return union([schema.const]);
  if (schema.anyOf !== undefined) {
    return schema.anyOf.map((each) => typeOf(each, indent)).join(' | ');
  }
  if (schema.type === 'array') {
    const { items = {} } = schema;
    const item = typeOf(items, indent);
    return items.enum !== undefined || items.anyOf !== undefined ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === 'object') return objectOf(schema, indent);
  return simple[schema.type ?? ''] ?? 'unknown';
}

function objectOf({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const fields = Object.entries(properties)
    // What must not be there is not written.
    .filter(([, { not }]) => not === undefined)
    .map(([name, schema]) => {
      const key = /^\w+$/.test(name) ? name : `'${name}'`;
      const optional = required.includes(name) ? '' : '?';
      return `${indent}  ${key}${optional}: ${typeOf(schema, `${indent}  `)};\n`;
    });
  return fields.length === 0 ? 'Record<string, unknown>' : `{\n${fields.join('')}${indent}}`;
}

function union(values: readonly unknown[]): string {
  return values
    .map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
    .join(' | ');
}
