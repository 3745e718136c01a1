import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { showProgress } from './progress.ts';

test('in a pipe, a line tells every ten seconds how far it is', (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const output = new PassThrough({ encoding: 'utf8' });
  const progress = showProgress(output as unknown as NodeJS.WriteStream, 'Copying files', {
    files: 2_000,
    bytes: 10_000_000,
  });
  for (; now <= 25_000; now += 500) {
    progress.update({ files: now / 500, bytes: now * 100 });
  }
  progress.clear();
  assert.deepEqual(String(output.read()).split('\n'), [
    'Copying files: 20 of 2,000, 1 MB',
    'Copying files: 40 of 2,000, 2 MB',
    '',
  ]);
});
