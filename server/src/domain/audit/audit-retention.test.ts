import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { findCheckpoint, trimTrail } from './audit-retention.ts';
import { verifyTrail } from './audit-verification.ts';
import { day, hour } from '../model/clock.ts';

async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const { database, audit, clock } = exchange;
  /** One record an hour. */
  async function actHourly(times: number): Promise<void> {
    for (let count = 0; count < times; count += 1) {
      clock.advance(hour);
      await database.transact((repositories) =>
        audit.record(repositories, actor, {
          action: 'receivers.set',
          object: 'x',
          outcome: 'ok',
        }),
      );
    }
  }
  const trim = (retentionMs: number | undefined) => trimTrail({ ...exchange, actor, retentionMs });
  const verify = async () =>
    await verifyTrail(database.audit, audit, {
      checkpoint: await findCheckpoint(database.installationValues, audit),
    });
  return { database, audit, clock, actHourly, trim, verify };
}

test('records whose time is over go, and the rest still verifies', async (t) => {
  const { database, actHourly, trim, verify } = await open(t);
  await actHourly(1200);
  assert.equal(await trim(undefined), 0);
  assert.equal(await trim(2 * day), 1151);
  const [first] = await database.audit.list(0, 1);
  assert.equal(first?.sequence, 1152);
  const { fault, head } = await verify();
  assert.equal(fault, undefined);
  assert.equal(head?.sequence, 1201);
  const [trimmed] = await database.audit.listNewest(1);
  assert.deepEqual([trimmed?.action, trimmed?.details], ['audit.trimmed', { records: 1151 }]);
  assert.equal(await trim(2 * day), 0);
});

test('the newest record stays, however old it is', async (t) => {
  const { database, clock, actHourly, trim, verify } = await open(t);
  await actHourly(10);
  clock.advance(day);
  assert.equal(await trim(1), 9);
  assert.equal((await database.audit.list(0, 100)).length, 2);
  assert.equal((await verify()).fault, undefined);
});

test('a beginning that somebody else cut off is found', async (t) => {
  const { database, audit, actHourly, trim, verify } = await open(t);
  await actHourly(10);
  await database.audit.removeThrough(3);
  assert.match((await verify()).fault?.problem ?? '', /record 1 is missing/);
  await trim(day);
  await database.installationValues.set(
    'audit.checkpoint',
    `3:${'ab'.repeat(32)} ${'cd'.repeat(32)}`,
  );
  await assert.rejects(findCheckpoint(database.installationValues, audit), { code: 'data_unsafe' });
});
