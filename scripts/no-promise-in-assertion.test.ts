import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { ESLint } from 'eslint';

const eslint = new ESLint({ cwd: join(import.meta.dirname, '..') });

/** The lines of the code at which the project's own configuration finds a promise that is asserted. */
async function findLines(code: string): Promise<number[]> {
  const [result] = await eslint.lintText(code, { filePath: import.meta.filename });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId === 'valise/no-promise-in-assertion')
    .map(({ line }) => line);
}

test('an assertion about a promise is found; one about its value is not', async () => {
  const lines = await findLines(`import assert from 'node:assert/strict';
declare const later: () => Promise<boolean>;
declare const maybe: () => Promise<boolean> | undefined;
assert.ok(later());
assert(maybe());
assert.equal(later(), true);
assert.ok(await later());
await assert.rejects(later());
await assert.doesNotReject(later());
`);
  assert.deepEqual(lines, [4, 5, 6]);
});
