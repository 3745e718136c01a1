import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiAsJson } from './describe-openapi.ts';
import { openApi2AsJson } from './openapi-2.ts';
import { clientTypesAsSource } from './generate-client-types.ts';
import { operationTypesAsSource, operationsAsSource } from './generate-operations.ts';
import { textValuesAsSource } from './generate-text-values.ts';
import { catalogueAsSource } from '../server/src/database/catalogue/write-catalogue.ts';
import { postgresEngine } from '../server/src/database/catalogue/postgres-engine.ts';
import { sqliteEngine } from '../server/src/database/catalogue/sqlite-engine.ts';

const root = join(import.meta.dirname, '..');
const sqlite = await catalogueAsSource(sqliteEngine);
const postgres = await catalogueAsSource(postgresEngine);

/** A file whose content follows from the sources. `render` gets the file as it is now. */
export interface GeneratedFile {
  path: string;
  render: (current: string) => string;
}

/** The code that `npm run generate` writes. */
export const generatedCode: readonly GeneratedFile[] = [
  { path: 'client/src/generated/operations.ts', render: clientTypesAsSource },
  { path: 'server/src/database/generated/sqlite-catalogue.ts', render: () => sqlite.texts },
  {
    path: 'server/src/database/generated/sqlite-schema-steps.ts',
    render: () => sqlite.schemaSteps,
  },
  { path: 'server/src/database/generated/postgres-catalogue.ts', render: () => postgres.texts },
  {
    path: 'server/src/database/generated/postgres-schema-steps.ts',
    render: () => postgres.schemaSteps,
  },
  { path: 'server/src/http/generated/openapi.json', render: openApiAsJson },
  { path: 'server/src/http/generated/openapi-2.json', render: openApi2AsJson },
  { path: 'server/src/http/generated/operations.js', render: operationsAsSource },
  { path: 'server/src/http/generated/operations.d.ts', render: operationTypesAsSource },
  { path: 'server/src/i18n/texts/generated/text-values.ts', render: textValuesAsSource },
];

export async function writeGenerated(files: readonly GeneratedFile[]): Promise<void> {
  for (const { path, render } of files) {
    const current = await readFile(join(root, path), 'utf8').catch(() => '');
    await writeFile(join(root, path), render(current));
  }
}

if (import.meta.main) await writeGenerated(generatedCode);
