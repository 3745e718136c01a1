import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minute, second } from '../domain/model/clock.ts';
import { createAnchorFile } from '../key-ring/database-marks.ts';
import { newFolder } from '../key-ring/key-folder-fixture.ts';
import { actor, openExchange } from '../testing/exchange-fixture.ts';
import { jobsOf } from './jobs-fixture.ts';

test('a running server anchors the trail each minute, and finds one that was cut since', async (t) => {
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

test('records of the newest minute are not cut off unseen: the server looks for them every second', async (t) => {
  const exchange = await openExchange(t);
  const { database, audit } = exchange;
  const { dir } = await newFolder();
  const anchor = createAnchorFile(dir, audit);
  const jobs = jobsOf(exchange, exchange.coordination, anchor);
  const named = (wanted: string) => jobs.find(({ name }) => name === wanted) ?? assert.fail();
  const look = named('look for the newest audit record');
  const run = (job = look) => job.run(new AbortController().signal);
  const event = { action: 'receivers.set', object: 'x', outcome: 'ok' } as const;
  const act = () => database.transact((repositories) => audit.record(repositories, actor, event));

  assert.ok(look.everyMs <= second && look.onEveryNode === true && !look.deletes);
  await act();
  await run(named('anchor the audit trail'));
  await act();
  await act();
  await run();
  assert.equal((await anchor.find())?.sequence, 1, 'the anchor has not moved yet');
  await database.audit.removeThrough(3);
  await act();
  await assert.rejects(run(), /record 3 was there before and is missing now/);
  assert.equal((await anchor.find())?.sequence, 3, 'every later check misses it too');
  await assert.rejects(run(named('anchor the audit trail')), /record 3 .* missing/);
});
