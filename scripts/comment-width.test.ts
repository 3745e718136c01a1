import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const mostColumns = 120;
/** Prose: no tag for the compiler, no indented example. */
const comment = /^\s*(?:\/\/ |\/\*\* |\* )(?![@ ])/;

test(`comments are wrapped at ${mostColumns} columns`, () => {
  const files = globSync('{bench,client,e2e,protocol,scripts,server,web}/**/*.{ts,js,mjs}', {
    cwd: root,
    exclude: ['**/node_modules', '**/generated'],
  });
  assert.ok(files.length > 1000, String(files.length));
  const wide = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => comment.test(line) && line.length > mostColumns)
      .map((line) => `${file}: ${line.trim()}`),
  );
  assert.deepEqual(wide, []);
});
