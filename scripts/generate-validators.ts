import type { TSchema } from 'typebox';
import { Code } from 'typebox/compile';
import { pageOperations } from '../protocol/schemas/pages.ts';

type Operations = Readonly<Record<string, Readonly<Record<string, TSchema>>>>;

/** Every operation that has schemas, by the file that declares it. */
export const operations = {
  page: pageOperations,
} satisfies Record<string, Operations>;

const files = {
  page: 'pages',
} satisfies Record<keyof typeof operations, string>;

const head = '// Written by `npm run generate` from protocol/schemas/.\n';

/** The checks as JavaScript, since compiled checks look into values of unknown shape. */
export function validatorsAsSource(): string {
  const groups = Object.entries<Operations>(operations).map(
    ([group, members]) => `export const ${group}Checks = {\n${checksOf(members)}};\n`,
  );
  return `${head}
const codePoints = (text) => Array.from(text).length;

${groups.join('\n')}`;
}

function checksOf(members: Operations): string {
  return Object.entries(members)
    .map(([name, parts]) => {
      const checks = Object.entries(parts).map(
        ([part, schema]) => `    ${part}: ${checkOf(schema)},\n`,
      );
      return `  ${name}: {\n${checks.join('')}  },\n`;
    })
    .join('');
}

export function validatorTypesAsSource(): string {
  const names = Object.entries(files);
  const imports = names.map(
    ([group, file]) => `import type { ${group}Operations } from '#protocol/schemas/${file}.ts';\n`,
  );
  const declared = names.map(
    ([group]) => `export declare const ${group}Checks: Checks<typeof ${group}Operations>;\n`,
  );
  return `${head}
import type { Static, TSchema } from 'typebox';
${imports.join('')}
type Checks<Operations> = {
  readonly [Name in keyof Operations]: {
    readonly [Part in keyof Operations[Name]]: Operations[Name][Part] extends TSchema
      ? (value: unknown) => value is Static<Operations[Name][Part]>
      : never;
  };
};

${declared.join('')}`;
}

/** One check as an expression that needs nothing of TypeBox. Throws where it would. */
export function checkOf(schema: TSchema): string {
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
