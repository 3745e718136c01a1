import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { day } from '../../domain/model/clock.ts';
import type { ApiKeyId } from '../../domain/model/ids.ts';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { sampleAccount } from '../../testing/samples.ts';
import { isReadRecorded, recordRead } from './record-read.ts';

test('a read is recorded anew for another key, another network and another day', async (context) => {
  const { auditOnce, database, clock } = await openExchange(context);
  const log = pino({ level: 'silent' });
  let recorded = 0;
  async function read(key: string, source: string, isNew: boolean): Promise<void> {
    const reader = {
      account: sampleAccount('tester@example.com'),
      keyId: key as ApiKeyId,
      actor: { ...actor, source },
    };
    assert.equal(isReadRecorded(auditOnce, 'sign_in.ok', reader), !isNew);
    await recordRead(auditOnce, 'sign_in.ok', reader, log);
    recorded += Number(isNew);
    assert.equal((await database.audit.list(0, 10)).length, recorded, `${key} ${source}`);
  }
  await read('one', '192.0.2.1', true);
  await read('one', '192.0.2.1', false);
  await read('two', '192.0.2.1', true);
  await read('one', '198.51.100.1', true);
  await read('one', '2001:db8::1', true);
  await read('one', '2001:db8::2', false);
  clock.advance(day);
  await read('one', '192.0.2.1', true);
});
