import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barsRows } from './bars-table.ts';
import { findLimit } from './limit.ts';
import { limitLines } from './limit-lines.ts';
import { sampleCase, sampleReport, sampleSide } from './report-fixture.ts';

const gigabyte = 1e9;

test('a bar is reached, missed, or not measured', () => {
  const report = sampleReport(
    sampleCase('upload', 'bytes', [
      sampleSide('valise', gigabyte, [1]),
      sampleSide('@tus/server', gigabyte, [1.3]),
      sampleSide('nginx', gigabyte, [0.3]),
    ]),
    sampleCase('start', 'time', [sampleSide('valise', 1, [0.5])]),
  );
  const verdicts = new Map(barsRows(report).map(([title = '', ...cells]) => [title, cells]));
  assert.deepEqual(verdicts.get('upload, one stream ÷ @tus/server'), [
    '1.30 ×',
    '≥ 1.20 ×',
    'yes',
    '≥ 1.40 ×',
    'no',
  ]);
  assert.deepEqual(verdicts.get('upload, one stream ÷ nginx PUT'), [
    '0.30 ×',
    '≥ 0.40 ×',
    'no',
    '',
    '',
  ]);
  assert.deepEqual(verdicts.get('cold start to first answer'), [
    '500 ms',
    '≤ 800 ms',
    'yes',
    '≤ 400 ms',
    'no',
  ]);
  assert.deepEqual(verdicts.get('download, one stream')?.slice(0, 1), ['not measured']);
});

test('the limit is what all cores do of all parts, and no more than the slowest part does', () => {
  // Each part takes 3 processor seconds for its gigabyte.
  const others = ['receive', 'parse', 'seal', 'hash'].map((name) => sampleSide(name, 1e9, [1]));
  const measured = (writeSeconds: number) =>
    sampleReport(
      sampleCase('parts', 'bytes', [...others, sampleSide('write', 1e9, [writeSeconds])]),
      sampleCase('upload', 'bytes', [sampleSide('valise', 1e9, [15])]),
    );
  assert.equal(Math.round(findLimit(measured(1), 'upload')?.bytesPerSecond ?? 0), 133_333_333);
  assert.equal(findLimit(measured(20), 'upload')?.bytesPerSecond, 1e9 / 20);
  assert.match(limitLines(measured(1)).join(), /2 cores can do at 0\.13 GB\/s; .* 0\.50 of it/);
  assert.match(
    limitLines(measured(20)).join(),
    /0\.\d\d GB\/s, but write alone takes no more than/,
  );
  assert.equal(findLimit(measured(1), 'download'), undefined);
});
