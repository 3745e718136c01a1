import type { TSchema } from 'typebox';
import { Code } from 'typebox/compile';
import { cgiOperations } from '../protocol/schemas/cgi.ts';

const head = '// Written by `npm run generate` from protocol/schemas/cgi.ts.\n';

/** The checks as JavaScript, since compiled checks look into values of unknown shape. */
export function validatorsAsSource(): string {
  const operations = Object.entries(cgiOperations).map(([name, parts]) => {
    const checks = Object.entries(parts).map(
      ([part, schema]: [string, TSchema]) => `    ${part}: ${checkOf(schema)},\n`,
    );
    return `  ${name}: {\n${checks.join('')}  },\n`;
  });
  return `${head}
const codePoints = (text) => Array.from(text).length;

export const cgiChecks = {
${operations.join('')}};
`;
}

export function validatorTypesAsSource(): string {
  return `${head}
import type { Static, TSchema } from 'typebox';
import type { cgiOperations } from '#protocol/schemas/cgi.ts';

type Checks<Parts> = {
  readonly [Part in keyof Parts]: Parts[Part] extends TSchema
    ? (value: unknown) => value is Static<Parts[Part]>
    : never;
};

export declare const cgiChecks: {
  readonly [Name in keyof typeof cgiOperations]: Checks<(typeof cgiOperations)[Name]>;
};
`;
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
