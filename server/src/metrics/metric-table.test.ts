import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MetricRow } from './metric-table.ts';
import { labelValues, metricTable } from './metric-table.ts';

const rows: readonly MetricRow[] = Object.values(metricTable);

test('names follow the conventions of Prometheus', () => {
  for (const { name, type, help } of rows) {
    assert.match(name, /^valise(?:_[a-z]+)+$/);
    assert.equal(name.endsWith('_total'), type === 'counter', name);
    assert.doesNotMatch(name, /millisecond|_ms|kilo|mega|_count$|_sum$|_bucket$/);
    assert.match(help, /^[^\n]+\.$/);
  }
  assert.equal(new Set(rows.map(({ name }) => name)).size, rows.length);
});

test('no label holds what a client, an account or a receiver chooses', () => {
  // Other values than those that are listed come from the program itself.
  const open = Object.entries(labelValues).filter(([, values]) => typeof values === 'string');
  assert.deepEqual(open, [
    ['route', 'route table'],
    ['check', 'readiness'],
    ['version', 'build'],
    ['commit', 'build'],
    ['node', 'build'],
  ]);
});
