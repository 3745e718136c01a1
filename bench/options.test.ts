import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError, parseOptions } from './options.ts';

test('every option can be said, and what is said wins over --quick', () => {
  assert.deepEqual(
    parseOptions(
      '--quick --size 2GiB --connections 4 --only json,upload --json a.json --markdown b.md'.split(
        ' ',
      ),
    ),
    {
      sizeBytes: 2 * 1024 ** 3,
      rounds: 3,
      loadSeconds: 1,
      connections: 4,
      only: ['json', 'upload'],
      jsonFile: 'a.json',
      markdownFile: 'b.md',
    },
  );
  assert.equal(parseOptions(['--help']), undefined);
});

test('what cannot be understood is refused', () => {
  for (const wrong of ['--size=1GB', '--rounds=0', '--only=upload,nothing', '--fast', 'upload']) {
    assert.throws(() => parseOptions([wrong]), UsageError, wrong);
  }
});
