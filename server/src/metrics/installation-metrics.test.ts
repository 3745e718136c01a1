import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createInstallationMetrics } from './installation-metrics.ts';

type Parts = Parameters<typeof createInstallationMetrics>[0];

/** Metrics of stores that answer at once, unless a test says otherwise. */
function prepare(oldest?: number) {
  const clock = createFakeClock();
  const asked = { outbox: 0, quarantine: 0 };
  const warnings: string[] = [];
  const due = oldest === undefined ? [] : [{ expiresAt: clock.now() - oldest }];
  const database = {
    outbox: {
      measureBacklog: () => {
        asked.outbox += 1;
        return Promise.resolve({ count: 3, oldestAt: clock.now() - 5_000 });
      },
    },
    dispatches: { listDue: () => Promise.resolve(due) },
    files: { listGarbage: () => Promise.resolve(['a', 'b']) },
    installationValues: {
      find: (name: string) =>
        Promise.resolve(
          name === 'storage.measured'
            ? JSON.stringify({ at: clock.now(), bytes: 5_000, history: [], expiring: [] })
            : undefined,
        ),
    },
    sizeBytes: () => Promise.resolve(4_096),
  };
  const parts = {
    database,
    blobs: {
      name: 'file',
      freeBytes: (): Promise<number | undefined> => Promise.resolve(undefined),
      async *listQuarantined() {
        asked.quarantine += 1;
        yield* await Promise.resolve([{ key: 'one', since: 0 }]);
      },
    },
    keyRing: { buckets: () => Promise.resolve(['tray-2030-01-01']) },
    clock,
    log: {
      warn(_: object, text: string) {
        warnings.push(text);
      },
    },
  };
  const read = createInstallationMetrics(parts as unknown as Parts);
  async function values(): Promise<Record<string, number[]>> {
    const snapshots = await read();
    return Object.fromEntries(
      snapshots.map(({ name, values }) => [name, values.map(({ value }) => value)]),
    );
  }
  return { values, clock, asked, warnings, parts };
}

test('stores are asked once in 15 seconds, however often metrics are read', async () => {
  const { values, clock, asked } = prepare();
  await Promise.all([values(), values(), values()]);
  await values();
  assert.equal(asked.outbox, 2, 'once for each lane');
  clock.advance(15_000);
  await values();
  assert.equal(asked.outbox, 4);
});

test('what waits and what is overdue is told by its age', async () => {
  const read = await prepare(90_000).values();
  assert.deepEqual(read['valise_outbox_waiting_messages'], [3, 3]);
  assert.deepEqual(read['valise_outbox_oldest_age_seconds'], [5, 5]);
  assert.deepEqual(read['valise_expiry_lag_seconds'], [90]);
  assert.deepEqual((await prepare().values())['valise_expiry_lag_seconds'], [0]);
});

test('what is unknown is absent, and not 0', async () => {
  const read = await prepare().values();
  assert.deepEqual(read['valise_storage_free_bytes'], []);
  assert.deepEqual(read['valise_audit_verified_timestamp_seconds'], []);
});

test('a store that is away leaves its values out, and the others in', async () => {
  const { values, parts, warnings } = prepare();
  parts.database.outbox.measureBacklog = () => Promise.reject(new Error('away'));
  const read = await values();
  assert.equal(read['valise_outbox_waiting_messages'], undefined);
  assert.deepEqual(read['valise_garbage_waiting_files'], [2]);
  assert.deepEqual(read['valise_failed_reads'], [1]);
  assert.deepEqual(warnings, ['a metric could not be read']);
});

test('room that is taken is told; the quarantine of a store is looked into every quarter of an hour', async () => {
  const { values, clock, asked } = prepare();
  const read = await values();
  assert.deepEqual(
    [read['valise_stored_bytes'], read['valise_database_bytes'], read['valise_quarantined_blobs']],
    [[5_000], [4_096], [1]],
  );
  clock.advance(14 * 60_000);
  await values();
  assert.equal(asked.quarantine, 1);
  clock.advance(60_000);
  await values();
  assert.equal(asked.quarantine, 2);
});
