import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { actor, oneDay, openExchange } from '../../testing/exchange-fixture.ts';
import { day } from '../model/clock.ts';
import type { RetentionPeriods } from './retention.ts';
import { createRetention } from './retention.ts';

const forEver: RetentionPeriods = { auditMs: undefined, mailMs: undefined, historyMs: undefined };

/**
 * Ten days ago a drop was sent and its mail given up; it ended nine days ago, of which a mail to the
 * sender tells that still waits. A drop of today is live.
 */
async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const { addAccount, choose, upload, dispatching, expiry, database, clock } = exchange;
  const alice = await addAccount('alice@example.com');
  async function send(): Promise<void> {
    await choose(alice, 'zoe@example.com');
    await upload(alice, { 'a.txt': 'hello' });
    await dispatching.createDrop(actor, alice, oneDay);
  }
  await send();
  const [mail] = await database.outbox.list(1);
  await database.outbox.settle(mail?.id ?? assert.fail(), 'refused', clock.now(), 'no such user');
  clock.advance(day);
  await expiry.endDueDispatches();
  await expiry.reclaimGarbage();
  clock.advance(9 * day);
  await send();

  return {
    remove: async (periods: Partial<RetentionPeriods>, stopping = new AbortController().signal) =>
      await createRetention({
        ...exchange,
        actor,
        periods: { ...forEver, ...periods },
      }).removeOutdated(stopping),
    count: async () => ({
      mails: (await database.outbox.list(9)).length,
      history: (await database.dispatches.listHistory(alice.id)).length,
      isTrimmed: (await database.audit.list(0, 1))[0]?.sequence !== 1,
    }),
  };
}

const whole = { mails: 3, history: 2, isTrimmed: false };

test('without retention settings, mails, history and records are kept for ever', async (t) => {
  const { remove, count } = await open(t);
  assert.equal(await remove({}), 0);
  assert.deepEqual(await count(), whole);
});

for (const [setting, left] of [
  ['mailMs', { ...whole, mails: 2 }],
  ['historyMs', { ...whole, mails: 1, history: 1 }],
  ['auditMs', { ...whole, isTrimmed: true }],
] as const) {
  test(`${setting} removes what is older than it, and nothing else`, async (t) => {
    const { remove, count } = await open(t);
    assert.equal(await remove({ [setting]: 11 * day }), 0);
    assert.deepEqual(await count(), whole);
    assert.ok((await remove({ [setting]: 5 * day })) > 0);
    assert.deepEqual(await count(), left);
  });
}

test('a server that stops removes nothing more', async (t) => {
  const { remove, count } = await open(t);
  const periods = { mailMs: day, historyMs: day, auditMs: day };
  assert.equal(await remove(periods, AbortSignal.abort()), 0);
  assert.deepEqual(await count(), whole);
});
