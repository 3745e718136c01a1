import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderComparison } from './compare.ts';
import { sampleCase, sampleReport, sampleSide } from './report-fixture.ts';

test('an earlier run is compared side by side, where both measured', () => {
  const run = (seconds: number, ...more: ReturnType<typeof sampleCase>[]) =>
    sampleReport(
      sampleCase('upload', 'bytes', [
        sampleSide('valise', 1e9, [seconds]),
        sampleSide('nginx', 1e9, [1]),
      ]),
      ...more,
    );
  const now = run(2, sampleCase('start', 'time', [sampleSide('valise', 1, [1])]));
  const text = renderComparison(run(4), now);
  assert.match(text, /valise +0\.25 GB\/s → 0\.50 GB\/s +× 2\.00/);
  assert.match(text, /nginx +1\.00 GB\/s → 1\.00 GB\/s +× 1\.00 .* 0\.25 → 0\.50/);
  assert.doesNotMatch(text, /start/);
});
