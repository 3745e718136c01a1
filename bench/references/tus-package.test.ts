import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

function readPin(name: string): string {
  return readFileSync(join(import.meta.dirname, 'tus', name), 'utf8');
}

test('the reference is the same everywhere, and from wherever npm gets its packages', () => {
  const { dependencies } = JSON.parse(readPin('package.json')) as {
    dependencies: Record<string, string>;
  };
  for (const version of Object.values(dependencies)) assert.match(version, /^\d+\.\d+\.\d+$/);
  assert.doesNotMatch(readPin('package-lock.json'), /"resolved"|https?:\/\/[^"]*registry/);
});
