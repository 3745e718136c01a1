import type { TObject, TSchema } from 'typebox';
import { IsOptional } from 'typebox';
import { Code } from 'typebox/compile';
import { groups } from '../protocol/operations/groups.ts';
import type { Input, Operation, Operations } from '../protocol/operations/operation.ts';
import type { JsonSchema } from '../protocol/operations/problems.ts';
import { problemOf } from '../protocol/operations/problems.ts';

const head = '// Written by `npm run generate` from protocol/operations/.\n';

/** The operations as JavaScript, with compiled checks: nothing of TypeBox is loaded when a server starts. */
export function operationsAsSource(): string {
  const compiled = Object.entries<Operations>(groups).map(
    ([group, members]) => `  ${group}: {\n${membersOf(group, members)}  },\n`,
  );
  return `${head}
const codePoints = (text) => Array.from(text).length;

export const operations = {
${compiled.join('')}};
`;
}

export function operationTypesAsSource(): string {
  return `${head}
import type { groups } from '#protocol/operations/groups.ts';
import type { Compiled } from '#protocol/operations/compiled.ts';

type Groups = typeof groups;

export declare const operations: {
  readonly [Group in keyof Groups]: {
    readonly [Name in keyof Groups[Group]]: Compiled<Groups[Group][Name]>;
  };
};
`;
}

function membersOf(group: string, members: Operations): string {
  return Object.entries(members)
    .map(([name, member]) => `    ${name}: ${compiledOf(`${group}.${name}`, member)},\n`)
    .join('');
}

/** The kinds of body, as `Content-Type` is checked for them. */
function bodyOf({ input, bytes }: Operation): string | undefined {
  const declared = (['json', 'form', 'multipart'] as const).filter((kind) => kind in input);
  return bytes === 'tus' ? bytes : declared[0];
}

function compiledOf(name: string, declared: Operation): string {
  const { on, access, cost, answer, status, input, maxFormBytes, overridable, deprecated } =
    declared;
  const [method = '', path = ''] = on.split(' ');
  const plain = {
    name,
    method,
    path,
    access,
    cost,
    body: bodyOf(declared),
    jsonPart: declared.jsonPart,
    takesBytes: declared.bytes === 'any' || undefined,
    answer: typeof answer === 'string' ? answer : 'json',
    status,
    maxFormBytes,
    overridable,
    deprecated,
  };
  return `{ ...${JSON.stringify(plain)}, input: { ${partsOf(input)} } }`;
}

function partsOf({ json, ...fields }: Input): string {
  const parts = Object.entries<TObject>(fields).map(
    ([part, schema]) => `${part}: [${fieldsOf(schema)}]`,
  );
  if (json !== undefined) {
    parts.push(`json: { fits: ${checkOf(json)}, schema: ${JSON.stringify(json)} }`);
  }
  return parts.join(', ');
}

function fieldsOf({ properties }: TObject): string {
  return Object.entries<TSchema>(properties)
    .map(([name, schema]) => fieldOf(name, schema))
    .join(', ');
}

/** How the values of a type are written. */
const kinds = { string: 'text', integer: 'whole', boolean: 'mark', array: 'list' } as const;

interface FieldSchema extends JsonSchema {
  lenient?: boolean;
  trim?: boolean;
  cut?: number;
  pattern?: string;
  code?: string;
}

function fieldOf(name: string, schema: TSchema): string {
  const described: FieldSchema = schema;
  const { type = 'string', lenient, trim, cut, code } = described;
  const kind = kinds[type as keyof typeof kinds];
  const isOptional = IsOptional(schema) || kind === 'mark' || kind === 'list';
  const plain = {
    ...{ name, kind, isOptional, lenient, trim, cut, code },
    problem: problemOf(described),
    missing: described.problem,
  };
  return `{ ...${JSON.stringify(plain)}, fits: ${checkOf(schema)} }`;
}

/** One check as an expression that needs nothing of TypeBox. Throws where it would. */
function checkOf(schema: TSchema): string {
  const { Code: source, External: external } = Code(schema);
  const [definition, ...others] = source.match(/^const check_\d+ = .*;$/gm) ?? [];
  const check = /^const check_\d+ = (.*);$/.exec(definition ?? '')?.[1];
  if (check === undefined || others.length > 0) throw new Error('A schema is no single check');
  const alone = check
    .replaceAll('Guard.CodePointCount(', 'codePoints(')
    .replaceAll(/\((unique_\d+), index\) =>/g, '($1) =>')
    .replaceAll(/External\[(\d+)\]/g, (_, index: string) => {
      const value: unknown = external.variables[Number(index)];
      if (!(value instanceof RegExp)) throw new Error('A check needs more than patterns');
      return String(value);
    });
  if (/\b(?:Guard|Hashing|External|index|check_\d+)\b/.test(alone)) {
    throw new Error(`A check needs TypeBox when it runs: ${alone}`);
  }
  return alone;
}
