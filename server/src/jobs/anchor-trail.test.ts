import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minute } from '../domain/model/clock.ts';
import { createAnchorFile } from '../keys/database-marks.ts';
import { newFolder } from '../keys/key-folder-fixture.ts';
import { actor, openExchange } from '../testing/exchange-fixture.ts';
import { jobsOf } from './jobs-fixture.ts';

test('line 13: a running server anchors the trail each minute, and finds one that was cut since', async (t) => {
  const exchange = await openExchange(t);
  const { database, audit } = exchange;
  const { dir } = await newFolder();
  const jobs = jobsOf(exchange, exchange.coordination, createAnchorFile(dir, audit));
  const job = jobs.find(({ name }) => name === 'anchor the audit trail') ?? assert.fail();
  const run = () => job.run(new AbortController().signal);
  const event = { action: 'receivers.set', object: 'x', outcome: 'ok' } as const;
  const act = () => database.transact((repositories) => audit.record(repositories, actor, event));

  assert.ok(job.everyMs <= minute);
  assert.equal(job.deletes, false, 'it does not wait while the clock is in doubt');
  await act();
  assert.equal(await run(), 1);
  await act();
  assert.equal(await run(), 1);
  await database.audit.removeThrough(2);
  await assert.rejects(run(), /record 2 was there before and is missing now/);
  await assert.rejects(run(), /is not whole/, 'it tells of it each time');
});
