import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hour, minute } from '../../domain/model/clock.ts';
import { createRateCounters } from '../../coordination/shared-tables.ts';
import { openExchange } from '../../testing/exchange-fixture.ts';
import { createLinkMisses, maxMisses } from './link-misses.ts';

function strangerFrom(source: string) {
  return { name: 'anonymous', source, requestId: '-' };
}

test('a network has so many misses a minute, and then must wait for the next', async (context) => {
  const { clock, auditOnce } = await openExchange(context);
  const misses = createLinkMisses({ counters: createRateCounters(clock), auditOnce }, 'download');
  for (let count = 0; count < maxMisses; count += 1) {
    await misses.count(strangerFrom('192.0.2.1'));
  }
  clock.advance(20_000);
  const tooMany = { code: 'too_many_requests', retryAfterSeconds: 40 };
  await assert.rejects(misses.count(strangerFrom('::ffff:192.0.2.1')), tooMany);
  await misses.count(strangerFrom('192.0.2.2'));
  clock.advance(minute);
  await misses.count(strangerFrom('192.0.2.1'));
});

test('guessing links is recorded, once for a network and hour', async (context) => {
  const { clock, auditOnce, database } = await openExchange(context);
  const misses = createLinkMisses({ counters: createRateCounters(clock), auditOnce }, 'download');
  async function guess(times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      await misses.count(strangerFrom('192.0.2.1')).catch(() => undefined);
    }
  }
  await guess(maxMisses);
  assert.deepEqual(await database.audit.list(0, 10), []);
  await guess(50);
  clock.advance(minute);
  await guess(50);
  const [record, ...more] = await database.audit.list(0, 10);
  assert.deepEqual(
    [record?.action, record?.object, record?.outcome, record?.details, more.length],
    ['links.guessed', '192.0.2.1', 'refused', { page: 'download' }, 0],
  );
  clock.advance(hour);
  await guess(50);
  assert.equal((await database.audit.list(0, 10)).length, 2);
});
