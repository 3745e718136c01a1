import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { generatedDocuments } from './generated-documents.ts';

for (const { path, render } of generatedDocuments) {
  test(`${path} says what the code says (npm run docs)`, async () => {
    const current = await readFile(join(import.meta.dirname, '..', path), 'utf8');
    assert.equal(current, render(current));
  });
}
