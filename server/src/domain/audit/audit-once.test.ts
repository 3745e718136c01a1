import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { tokenHasherOf } from '../../testing/token-hasher-fixture.ts';
import { createAuditOnce } from './record-repeated.ts';
import { day, hour } from '../model/clock.ts';
import type { Database } from '../model/database.ts';

const event = {
  action: 'sign_in.ok',
  account: undefined,
  object: 'alice@example.com',
  outcome: 'ok',
} as const;
const fromHome = { subject: 'the key, home', periodMs: day };

test('a repeated act is recorded once for a subject and period', async (context) => {
  const { auditOnce, database, clock } = await openExchange(context);
  const count = async () => (await database.audit.list(0, 100)).length;
  for (let times = 0; times < 5; times += 1) await auditOnce.record(actor, event, fromHome);
  assert.equal(await count(), 1);
  await auditOnce.record(actor, event, { subject: 'the key, work', periodMs: day });
  assert.equal(await count(), 2);
  await auditOnce.record(actor, { ...event, action: 'inbox.read' }, fromHome);
  assert.equal(await count(), 3);
  clock.advance(day);
  await auditOnce.record(actor, event, fromHome);
  assert.equal(await count(), 4);
});

test('another process, and the next one, know what was recorded', async (context) => {
  const exchange = await openExchange(context);
  const { auditOnce, database } = exchange;
  const other = createAuditOnce(exchange);
  assert.ok(!auditOnce.isRecorded(event, fromHome));
  await Promise.all([
    auditOnce.record(actor, event, fromHome),
    other.record(actor, event, fromHome),
  ]);
  assert.ok(auditOnce.isRecorded(event, fromHome) && other.isRecorded(event, fromHome));
  assert.equal((await database.audit.list(0, 10)).length, 1);
});

test('marks tell nothing of their subject, and go with their period', async (context) => {
  const exchange = await openExchange(context);
  const { database, clock } = exchange;
  const marks: string[] = [];
  const noted: Pick<Database, 'transact'> = {
    transact: (act) =>
      database.transact((repositories) => {
        const { auditMarks } = repositories;
        const add: typeof auditMarks.add = async (name, expiresAt) => {
          marks.push(name);
          return await auditMarks.add(name, expiresAt);
        };
        return act({ ...repositories, auditMarks: { ...auditMarks, add } });
      }),
  };
  const once = { subject: 'secret', periodMs: hour };
  for (const hasher of [exchange.hasher, tokenHasherOf('another')]) {
    await createAuditOnce({ ...exchange, hasher, database: noted }).record(actor, event, once);
  }
  const [mark = '', underAnotherKey] = new Set(marks);
  assert.match(mark, /^[\w-]{43}$/);
  assert.notEqual(mark, underAnotherKey, 'nobody can search for it without the key');
  const end = (Math.floor(clock.now() / hour) + 1) * hour;
  assert.equal(await database.auditMarks.deleteExpired(end - 1), 0);
  assert.equal(await database.auditMarks.deleteExpired(end), 2);
});
