import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMerging } from './merge-snapshots.ts';
import { metricTable } from './metric-table.ts';
import type { MetricSnapshot } from './snapshot.ts';
import { single, snapshotOf } from './snapshot.ts';

const first = { name: 'first worker' };
const second = { name: 'second worker' };

/** A worker that has received so many bytes, over one connection, and whose loop was this late. */
function worker(received: number, delay = 0): MetricSnapshot[] {
  return [
    single(metricTable.received, received),
    single(metricTable.connections, 1),
    snapshotOf(metricTable.loopDelay, [[{ process: 'worker', percentile: '100' }, delay]]),
  ];
}

function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}

const bytes = 'valise_http_received_bytes_total';
const connections = 'valise_http_connections';
const delay = 'valise_event_loop_delay_seconds{process="worker",percentile="100"}';

test('counters of workers are added, and of delays the longest counts', async () => {
  const merging = createMerging();
  const collected = new Map([
    [first, worker(100, 0.5)],
    [second, worker(20, 0.1)],
  ]);
  const text = await merging.merge(collected, [single(metricTable.workers, 2)]);
  assert.equal(valueOf(text, bytes), 120);
  assert.equal(valueOf(text, connections), 2);
  assert.equal(valueOf(text, delay), 0.5);
  assert.equal(valueOf(text, 'valise_workers'), 2);
});

test('counters never go back when a worker ends, however many do; its gauges end with it', async () => {
  const merging = createMerging();
  await merging.merge(
    new Map([
      [first, worker(100)],
      [second, worker(20)],
    ]),
    [],
  );
  for (let ended = 1; ended <= 3; ended += 1) {
    const newcomer = { name: `newcomer ${ended}` };
    const before = await merging.merge(new Map([[newcomer, worker(0)]]), []);
    assert.equal(valueOf(before, bytes), 120 + (ended - 1) * 7);
    assert.equal(valueOf(before, connections), 1);
    await merging.merge(new Map([[newcomer, worker(7)]]), []);
  }
  const text = await merging.merge(new Map(), []);
  assert.equal(valueOf(text, bytes), 141);
  assert.equal(valueOf(text, connections), undefined);
});

test('a worker that does not answer is shown as it last was, and is counted once when it answers again', async () => {
  const merging = createMerging();
  await merging.merge(new Map([[first, worker(100)]]), []);
  const silent = await merging.merge(new Map([[first, undefined]]), []);
  assert.equal(valueOf(silent, bytes), 100);
  assert.equal(valueOf(await merging.merge(new Map([[first, worker(130)]]), []), bytes), 130);
});
