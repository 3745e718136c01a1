import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startExchange } from '../harness/start-exchange.ts';
import { assertError, assertJson } from './assert-answer.ts';
import { prepareDrop } from './send-files.ts';
import type { History } from './wire.ts';

const { clients } = await startExchange(['alice'], {
  settings: [
    ...['--desttime-unit', 'hours'],
    ...['--desttime-min', '2h', '--desttime-max', '48h', '--desttime-default', '1d'],
  ],
});
const { alice } = clients;

test('Drop: a setting names another unit, and settings move the bounds; ttl is the number as sent', async () => {
  for (const [desttime, ttl] of [
    [2, '2'],
    ['48', '48'],
    [undefined, '24'],
  ] as const) {
    await prepareDrop(alice, [alice.email], { 'a.txt': 'a' });
    assertJson(await alice.call('createdrop', { json: { desttime } }), { status: 'ok' });
    const { history, inbox, live_drops: live } = await alice.get<History>('get_history');
    assert.equal(history[0]?.ttl, ttl);
    assert.equal(inbox[0]?.ttl, ttl);
    assert.equal(live, String(history.length), 'a life of two hours is not over after two seconds');
  }
  for (const desttime of [1, 49, 0]) {
    assertError(await alice.call('createdrop', { json: { desttime } }), 422, 'invalid');
  }
});
