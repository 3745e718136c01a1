import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError, help, parseOptions } from './options.ts';

test('every option can be said, and what is said wins over --quick', () => {
  const said =
    '--quick --size 2GiB --connections 4 --files 7 --store 1000000 --only page,upload-* --json a.json --compare b.json --markdown c.md';
  assert.deepEqual(parseOptions(said.split(' ')), {
    scale: {
      sizeBytes: 2 * 1024 ** 3,
      rounds: 2,
      loadSeconds: 1,
      connections: 4,
      smallFiles: 7,
      storedDrops: 1_000_000,
    },
    only: ['page', 'upload-4', 'upload-16', 'upload-https'],
    jsonFile: 'a.json',
    compareFile: 'b.json',
    markdownFile: 'c.md',
    besideDir: undefined,
  });
  assert.equal(parseOptions(['--help']), undefined);
  assert.ok(help.split('\n').every((line) => line.length <= 100));
});

test('what cannot be understood is refused', () => {
  for (const wrong of [
    '--size=1GB',
    '--rounds=0',
    '--only=upload,nothing',
    '--only=x*',
    '--fast',
    'upload',
  ]) {
    assert.throws(() => parseOptions([wrong]), UsageError, wrong);
  }
});
