import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, oneDay, openExchange } from '../../testing/exchange-fixture.ts';
import type { AuditRecord } from '../model/audit.ts';
import { day, hour, minute } from '../model/clock.ts';
import type { TransferOutcome } from './count-transfer.ts';
import type { DownloadEvent } from './commands.ts';
import { createTransferSums } from './transfer-sums.ts';

const notStopping = new AbortController().signal;
const sizeBytes = 1000;

interface Part {
  start?: number;
  end?: number;
  outcome?: TransferOutcome;
  bytesAfterEnd?: number;
  wasAskedFor?: boolean;
  by?: 'link' | 'inbox';
  source?: string;
}

/** Alice has sent a file of a thousand bytes to Zoe. */
async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const { addAccount, choose, upload, dispatching, database, downloadLog } = exchange;
  const alice = await addAccount('alice@example.com');
  await choose(alice, 'zoe@example.com');
  await upload(alice, { 'a.txt': 'x'.repeat(sizeBytes) });
  await dispatching.createDrop(actor, alice, { ...oneDay, lifetimeMs: 30 * day });
  const [overview = assert.fail()] = await database.dispatches.list({ limit: 1 });
  const [zoe = assert.fail()] = overview.receivers;
  const [file = assert.fail()] = overview.files;
  const sums = createTransferSums(exchange);

  async function handOver(part: Part = {}): Promise<void> {
    const { start = 0, end = sizeBytes, outcome = 'complete', wasAskedFor = true } = part;
    const { source = '192.0.2.7', by = 'link', bytesAfterEnd } = part;
    const way: DownloadEvent['way'] = by === 'link' ? { by, wasAskedFor } : { by };
    await downloadLog.record({
      actor: { name: zoe.email, source, requestId: `${start}` },
      to: {
        receiverId: zoe.id,
        dispatchId: overview.dispatch.id,
        accountId: overview.dispatch.accountId,
        email: zoe.email,
      },
      file: { id: file.id, name: file.name, sizeBytes },
      transfer: { span: { start, end }, outcome, bytesAfterEnd },
      way,
    });
  }

  /** What the trail tells of the file's downloads. */
  async function records(): Promise<AuditRecord[]> {
    const all = await database.audit.list(0, 10_000);
    return all.filter(({ action }) =>
      ['file.fetched', 'file.downloaded', 'file.integrity_failed'].includes(action),
    );
  }

  return { ...exchange, drop: overview.dispatch, sums, handOver, records };
}

for (const by of ['link', 'inbox'] as const) {
  test(`a thousand ranges by ${by} that make a file whole are one record`, async (context) => {
    const { handOver, records, sums, clock } = await open(context);
    for (let start = 0; start < sizeBytes - 1; start += 1) {
      await handOver({ start, end: start + 1, by });
      clock.advance(1);
    }
    assert.deepEqual(await records(), []);
    await handOver({ start: sizeBytes - 1, by });
    const [record = assert.fail(), ...others] = await records();
    assert.deepEqual(others, []);
    const { outcome, details } = record;
    assert.deepEqual([outcome, details['bytes'], details['requests']], ['ok', 1000, 1000]);
    clock.advance(2 * day);
    assert.equal(await sums.recordDue(notStopping), 0);
  });
}

describe('ranges that do not make a file whole', () => {
  test('are one record after an hour of quiet', async (context) => {
    const { handOver, records, sums, clock } = await open(context);
    for (let count = 0; count < 50; count += 1) {
      await handOver({ start: 0, end: 1 });
      clock.advance(minute);
      assert.equal(await sums.recordDue(notStopping), 0);
    }
    clock.advance(hour);
    assert.equal(await sums.recordDue(notStopping), 1);
    assert.equal(await sums.recordDue(notStopping), 0);
    const [record = assert.fail(), ...others] = await records();
    assert.deepEqual(others, []);
    const { requests, bytes, firstAt, lastAt, completes } = record.details;
    assert.deepEqual([requests, bytes, completes], [50, 50, false]);
    assert.equal(Number(lastAt) - Number(firstAt), 49 * minute);
    assert.equal(record.source, '192.0.2.7');
  });

  test('are one record a day when they never end', async (context) => {
    const { handOver, records, sums, clock } = await open(context);
    for (let passed = 0; passed < 2 * day; passed += 30 * minute) {
      await handOver({ start: 0, end: 1 });
      clock.advance(30 * minute);
      await sums.recordDue(notStopping);
    }
    assert.equal((await records()).length, 2);
  });

  test('are one record with the end of the drop', async (context) => {
    const { handOver, records, sums, control, drop } = await open(context);
    await handOver({ start: 0, end: 10 });
    await handOver({ start: 10, end: 20 });
    assert.equal(await sums.recordDue(notStopping), 0);
    await control.revoke(actor, drop.id);
    assert.equal(await sums.recordDue(notStopping), 1);
    assert.deepEqual(
      (await records()).map(({ details }) => details['bytes']),
      [20],
    );
  });

  test('are told apart by where they were taken', async (context) => {
    const { handOver, records, sums, clock } = await open(context);
    await handOver({ start: 0, end: 10 });
    await handOver({ start: 0, end: 10, source: '198.51.100.1' });
    await handOver({ start: 0, end: 20, source: '198.51.100.1' });
    clock.advance(hour);
    assert.equal(await sums.recordDue(notStopping), 2);
    assert.deepEqual(
      (await records()).map(({ source, details }) => [source, details['bytes']]),
      [
        ['192.0.2.7', 10],
        ['198.51.100.1', 30],
      ],
    );
  });
});

test('a whole download has its record at once, and what is fetched again and again shares one', async (context) => {
  for (const wasAskedFor of [true, false]) {
    const { handOver, records, sums, clock } = await open(context);
    await handOver({ wasAskedFor });
    assert.equal((await records()).length, 1);
    for (let count = 0; count < 100; count += 1) await handOver({ wasAskedFor });
    const atOnce = (await records()).length;
    assert.ok(atOnce <= 2, `${atOnce} records at once`);
    clock.advance(hour);
    await sums.recordDue(notStopping);
    const all = await records();
    assert.equal(all.length, atOnce + 1);
    const requests = all.map(({ details }) => Number(details['requests'] ?? 1));
    assert.equal(
      requests.reduce((sum, count) => sum + count, 0),
      101,
    );
  }
});

test('the first of many that break off, and of many faults, have their record at once', async (context) => {
  const { handOver, records } = await open(context);
  for (let count = 0; count < 20; count += 1) {
    await handOver({ end: 10, outcome: 'aborted' });
    await handOver({ end: 10, outcome: 'damaged' });
  }
  assert.deepEqual(
    (await records()).map(({ action, outcome }) => [action, outcome]),
    [
      ['file.fetched', 'failed'],
      ['file.integrity_failed', 'failed'],
    ],
  );
});

test('one whose right ended has its record at once, with what came before', async (context) => {
  const { handOver, records, sums, clock } = await open(context);
  await handOver({ start: 0, end: 100 });
  await handOver({ start: 100, end: 150, outcome: 'ended' });
  assert.deepEqual(
    (await records()).map(({ outcome, details }) => [outcome, details['bytes']]),
    [['failed', 150]],
  );
  clock.advance(2 * day);
  assert.equal(await sums.recordDue(notStopping), 0);
});

for (const by of ['link', 'inbox'] as const) {
  test(`the trail says how much went out by ${by} after the end, of no other transfer`, async (context) => {
    const { handOver, records } = await open(context);
    await handOver({ end: 150, outcome: 'aborted', by });
    await handOver({ end: 700, outcome: 'ended', bytesAfterEnd: 60, by });
    assert.deepEqual(
      (await records()).map(({ outcome, details }) => [outcome, details['bytesAfterEnd']]),
      [
        ['failed', undefined],
        ['failed', 60],
      ],
    );
  });
}
