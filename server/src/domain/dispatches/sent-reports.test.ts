import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { day } from '../model/clock.ts';
import { createSentReports } from './sent-reports.ts';

test('a drop is read once while nothing changes, and its links end with its time', async (context) => {
  const exchange = await openExchange(context);
  const { database, clock, send, addAccount, senderControl } = exchange;
  const alice = await addAccount('alice@example.com');
  await send(alice, 'bob@example.com', { 'a.txt': 'a' });
  const [sent = assert.fail()] = await database.dispatches.list({ accountId: alice.id, limit: 1 });
  const { id } = sent.dispatch;
  let reads = 0;
  const reports = createSentReports({
    clock,
    database: {
      ...database,
      sent: {
        ...database.sent,
        findWhole(...asked) {
          reads += 1;
          return database.sent.findWhole(...asked);
        },
      },
    },
  });
  const read = async () => (await reports.get(alice, id)).receivers.map(({ hasLink }) => hasLink);
  assert.deepEqual([await read(), await read(), reads], [[true], [true], 1]);
  await senderControl.of(alice, 'drop').addReceiver(actor, id, 'eve@example.com');
  assert.deepEqual([await read(), reads], [[true, true], 2]);
  clock.advance(2 * day);
  assert.deepEqual([await read(), reads], [[false, false], 2]);
  const other = await addAccount('other@example.com');
  await assert.rejects(reports.get(other, id), { code: 'not_found' });
});
