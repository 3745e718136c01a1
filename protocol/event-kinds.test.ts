import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { eventMeanings } from './event-kinds.ts';

test('docs/api.md lists every kind with its meaning, in their order', () => {
  const page = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z]+\.[a-z_]+)` \| (.*) \|$/gm)];
  assert.deepEqual(
    rows.map(([, kind, meaning]) => [kind, meaning]),
    Object.entries(eventMeanings),
  );
});
