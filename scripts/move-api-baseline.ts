import { writeFile } from 'node:fs/promises';
import { describeOpenApi, describedOperations } from './describe-openapi.ts';

/** What clients of API v1 rely on: its description at the last release. */
export const baselineFile = new URL('../docs/api-v1-baseline.json', import.meta.url);

/** The description without texts and failures, which may change. */
function baselineAsJson(): string {
  const { paths, components, ...others } = describeOpenApi(describedOperations(), {});
  const ofV1 = Object.entries(paths).filter(([path]) => path.startsWith('/api/v1/'));
  const { schemas } = components;
  const kept = { ...others, paths: Object.fromEntries(ofV1), components: { schemas } };
  return `${JSON.stringify(kept, undefined, 1)}\n`;
}

if (import.meta.main) await writeFile(baselineFile, baselineAsJson());
