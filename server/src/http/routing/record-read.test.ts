import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { day } from '../../domain/model/clock.ts';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { isReadRecorded, recordRead } from './register-routes.ts';

test('a read is recorded anew for another key, another network and another day', async (context) => {
  const { auditOnce, database, clock } = await openExchange(context);
  const log = pino({ level: 'silent' });
  let recorded = 0;
  async function read(authorization: string, source: string, isNew: boolean): Promise<void> {
    const request = { headers: { authorization }, log };
    assert.equal(isReadRecorded(auditOnce, 'sign_in.ok', request, source), !isNew);
    await recordRead(auditOnce, 'sign_in.ok', request, { ...actor, source });
    recorded += Number(isNew);
    assert.equal((await database.audit.list(0, 10)).length, recorded, `${authorization} ${source}`);
  }
  await read('Basic one', '192.0.2.1', true);
  await read('Basic one', '192.0.2.1', false);
  await read('Basic two', '192.0.2.1', true);
  await read('Basic one', '198.51.100.1', true);
  await read('Basic one', '2001:db8::1', true);
  await read('Basic one', '2001:db8::2', false);
  clock.advance(day);
  await read('Basic one', '192.0.2.1', true);
});
