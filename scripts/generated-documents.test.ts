import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { generatedCode } from './generate.ts';
import { generatedDocuments } from './generate-docs.ts';

const root = join(import.meta.dirname, '..');

for (const [command, files] of [
  ['npm run generate', generatedCode],
  ['npm run docs', generatedDocuments],
] as const) {
  for (const { path, render } of files) {
    test(`${path} is what ${command} writes`, async () => {
      const current = await readFile(join(root, path), 'utf8');
      assert.equal(current, render(current));
    });
  }
}

test('every file in a folder named generated is written by npm run generate', () => {
  assert.deepEqual(
    globSync('{client,protocol,server}/**/generated/*', { cwd: root }).sort(),
    generatedCode.map(({ path }) => path).sort(),
  );
});
