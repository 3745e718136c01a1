import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runValise } from '../harness/valise-command.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { assertError, assertJson } from './assert-answer.ts';
import type { ContactList, History } from './wire.ts';
import { contact } from './wire.ts';

const { server, clients } = await startExchange(['alice'], {
  settings: ['--contacts-replace', '--contacts-only'],
});
const { alice } = clients;

async function replaceWith(json: unknown): Promise<ContactList> {
  assertJson(await alice.call('contacts_add', { json }), { status: 'ok' });
  return await alice.get<ContactList>('contacts_read');
}

test('where the setting lets "replaces" win, the same list can be sent every night', async () => {
  const list = [{ email: 'a@example.com', nick: 'A' }, { email: 'b@example.com' }];
  for (let night = 0; night < 3; night += 1) {
    const { local } = await replaceWith(list);
    assert.deepEqual(local, [contact('a@example.com', { nick: 'A' }), contact('b@example.com')]);
  }
});

test('other data for a stored address changes it, and what is left out goes', async () => {
  await replaceWith([{ email: 'a@example.com', nick: 'A' }, { email: 'b@example.com' }]);
  const { local } = await replaceWith([{ email: 'a@example.com', number: '46700000001' }]);
  assert.deepEqual(local, [contact('a@example.com', { number: '46700000001' })]);
  assert.deepEqual((await replaceWith([])).local, []);
});

test('Contacts: a shared contact sent as it is stays shared; with other data it becomes a local one', async () => {
  const shared = JSON.stringify([{ email: 'help@example.com', nick: 'Help' }]);
  const { status } = await runValise(
    ['contacts', 'global', 'import', '-', '--format', 'json', '--data', server.dataDir],
    { input: shared },
  );
  assert.equal(status, 0);
  const same = await replaceWith([{ email: 'help@example.com', nick: 'Help' }]);
  assert.deepEqual(same.local, []);
  const { local, global } = await replaceWith([{ email: 'help@example.com', nick: 'Ours' }]);
  assert.deepEqual(local, [contact('help@example.com', { nick: 'Ours' })]);
  assert.deepEqual(global, [contact('help@example.com', { nick: 'Help' })]);
});

test('Contacts: the same address twice in one array is invalid all the same', async () => {
  const json = [{ email: 'a@example.com' }, { email: 'A@example.com' }];
  assertError(await alice.call('contacts_add', { json }), 422, 'invalid');
});

test('Receivers: the operator’s setting contacts only makes an address that is no contact invalid', async () => {
  await replaceWith([{ email: 'bob@example.com', nick: 'Bob' }]);
  const json = [{ email: 'bob@example.com' }, { email: 'stranger@example.com' }];
  const { details } = assertError(await alice.call('receivers_set', { json }), 422, 'invalid');
  assert.deepEqual(
    details?.map(({ field }) => field),
    ['[1].email'],
  );
  await alice.get('receivers_set', { json: [{ email: 'bob@example.com' }] });
  await alice.get('givedrop', { json: {} });
  const [newest] = (await alice.get<History>('get_history')).history;
  assert.deepEqual(newest?.receivers, [contact('bob@example.com', { nick: 'Bob' })]);
});
