import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseMetrics } from './database-metrics.ts';

test('shows how the connections of each pool are used, and what failed', () => {
  const read = { used: 1, idle: 2, waiting: 0 };
  const write = { used: 5, idle: 0, waiting: 3 };
  const shown = databaseMetrics({ pools: { read, write }, retries: 4, timeouts: 1 });
  const values = shown.flatMap((metric) =>
    metric.values.map(({ labels, value }) => [metric.name, ...Object.values(labels), value]),
  );
  assert.deepEqual(values, [
    ['valise_database_connections', 'read', 'used', 1],
    ['valise_database_connections', 'read', 'idle', 2],
    ['valise_database_connections', 'write', 'used', 5],
    ['valise_database_connections', 'write', 'idle', 0],
    ['valise_database_waiting', 'read', 0],
    ['valise_database_waiting', 'write', 3],
    ['valise_database_retries_total', 4],
    ['valise_database_timeouts_total', 1],
  ]);
});

test('shows nothing of a database without connections', () => {
  assert.deepEqual(databaseMetrics(undefined), []);
});
