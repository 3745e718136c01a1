import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../harness/eventually.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { runValise, valise } from '../harness/valise-command.ts';
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

test('an account can count in a unit of its own, and a life under five minutes is logged and repeated by doctor', async () => {
  const { server, clients: others } = await startExchange(['days', 'small']);
  const { days, small } = others;
  await valise('account', 'desttime-unit', days.email, '--unit', 'days', '--data', server.dataDir);
  for (const [desttime, ttl] of [
    [7, '7'],
    [undefined, '7'],
  ] as const) {
    await prepareDrop(days, [small.email], { 'a.txt': 'a' });
    assertJson(await days.call('createdrop', { json: { desttime } }), { status: 'ok' });
    const [entry] = (await days.get<History>('get_history')).history;
    assert.equal(entry?.ttl, ttl);
  }
  assertError(await days.call('createdrop', { json: { desttime: 366 } }), 422, 'invalid');

  for (const desttime of [300, 299]) {
    await prepareDrop(small, [days.email], { 'a.txt': 'a' });
    assertJson(await small.call('givedrop', { json: { desttime } }), { status: 'ok' });
  }
  await eventually('the warning is logged', () =>
    Promise.resolve(
      /"desttime":"?299"?,"unit":"seconds"[^\n]*sent with a desttime of less than five minutes/.test(
        server.logs(),
      ) || undefined,
    ),
  );
  assert.doesNotMatch(server.logs(), /"desttime":"?300/);
  assert.doesNotMatch(server.logs(), /@example\.com/, 'no address is in the log');
  const { stdout } = await runValise(['doctor', '--data', server.dataDir, '--min-free-space', '1']);
  assert.match(stdout, /warning +lifetimes +1 transfer .*small@example\.com \(299 seconds\)/);

  const { drops } = JSON.parse(
    await valise('drop', 'list', '--json', '--data', server.dataDir),
  ) as { drops: { id: string; sender: string }[] };
  const sent = drops.find(({ sender }) => sender === days.email);
  assert.ok(sent);
  await valise('drop', 'extend', sent.id, '--for', '30d', '--data', server.dataDir);
  const ttls = (await days.get<History>('get_history')).history.map(({ ttl }) => ttl);
  assert.ok(
    ttls.some((ttl) => Number(ttl) >= 30 && Number(ttl) < 30.1),
    ttls.join(),
  );
});
