import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, hour } from '../domain/model/clock.ts';
import { recordRepeated, recordedAtOnce } from '../domain/audit/record-repeated.ts';
import { actor, oneDay, openExchange } from '../testing/exchange-fixture.ts';
import { jobsOf } from './jobs-fixture.ts';

test('jobs write down what was only counted and what was only summed up', async (context) => {
  const exchange = await openExchange(context);
  const { addAccount, choose, upload, dispatching, database, downloadLog, clock } = exchange;
  const alice = await addAccount('alice@example.com');
  await choose(alice, 'zoe@example.com');
  await upload(alice, { 'a.txt': 'abc' });
  await dispatching.createDrop(actor, alice, { ...oneDay, lifetimeMs: 30 * day });
  const [{ dispatch, receivers, files } = assert.fail()] = await database.dispatches.list({
    limit: 1,
  });
  const [zoe = assert.fail()] = receivers;
  const [file = assert.fail()] = files;
  await downloadLog.record({
    actor,
    to: {
      receiverId: zoe.id,
      dispatchId: dispatch.id,
      accountId: dispatch.accountId,
      email: zoe.email,
    },
    file,
    transfer: { span: { start: 0, end: 1 }, outcome: 'complete' },
    way: { by: 'link', wasAskedFor: true },
  });
  const account = { id: dispatch.accountId };
  const event = { action: 'upload.begun', account, object: 'b.txt', outcome: 'ok' } as const;
  for (let acts = 0; acts <= recordedAtOnce; acts += 1) {
    await database.transact((repositories) =>
      recordRepeated(exchange, repositories, { actor, event, per: 'zoe' }),
    );
  }
  const told = async (action: string) =>
    (await database.audit.list(0, 100)).filter((record) => record.action === action).length;
  assert.deepEqual([await told('file.fetched'), await told('upload.begun')], [0, recordedAtOnce]);

  clock.advance(hour);
  for (const job of jobsOf(exchange)) {
    await job.run(new AbortController().signal);
  }
  assert.deepEqual(
    [await told('file.fetched'), await told('upload.begun')],
    [1, recordedAtOnce + 1],
  );
});
