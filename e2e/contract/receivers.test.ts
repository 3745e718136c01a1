import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../harness/client.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { assertError, assertJson } from './assert-answer.ts';
import type { Contact, History } from './wire.ts';
import { contact } from './wire.ts';

const [open, closed] = await Promise.all([
  startExchange(['alice']),
  startExchange(['carol'], { settings: ['--contacts-only'] }),
]);
const { alice } = open.clients;
const { carol } = closed.clients;
const bob = {
  email: 'bob@example.com',
  number: '46700000001',
  language: 'sv',
  groups: ['g'],
  nick: 'Bob',
};
await alice.get('contacts_add', { json: [bob] });

/** Who is chosen shows in the transfer that uses them up. */
async function useUp(client: Client): Promise<Contact[]> {
  await client.get('givedrop', { json: {} });
  const [newest] = (await client.get<History>('get_history')).history;
  return newest?.receivers ?? [];
}

test('Receivers: the array replaces the set, in the order sent', async () => {
  assertJson(await alice.call('receivers_set', { json: [{ email: 'x@example.com' }] }), {
    status: 'ok',
  });
  await alice.get('receivers_set', {
    json: [{ email: 'z@example.com' }, { email: 'y@example.com' }],
  });
  assert.deepEqual(await useUp(alice), [contact('z@example.com'), contact('y@example.com')]);
});

test('Receivers: [] clears the set', async () => {
  await alice.get('receivers_set', { json: [bob] });
  assertJson(await alice.call('receivers_set', { json: [] }), { status: 'ok' });
  assertError(await alice.call('givedrop', { json: {} }), 409, 'no_receivers');
});

test('Receivers: any valid e-mail is accepted, contact or not; the same set may be sent again', async () => {
  const stranger = [{ email: 'Stranger@Example.com', number: '+46 70 000 00 02', unknown: 1 }];
  await alice.get('receivers_set', { json: stranger });
  assertJson(await alice.call('receivers_set', { json: stranger }), { status: 'ok' });
  assert.deepEqual(await useUp(alice), [
    contact('stranger@example.com', { number: '46700000002' }),
  ]);
});

test('Receivers: fields left out are filled from the contact of that e-mail, fields sent are kept', async () => {
  await alice.get('receivers_set', { json: [{ email: 'BOB@example.com', nick: 'Robert' }] });
  assert.deepEqual(await useUp(alice), [{ ...bob, nick: 'Robert' }]);
});

test('Receivers: a wrong element or a duplicate is invalid, and the set stays', async () => {
  await alice.get('receivers_set', { json: [bob] });
  assertError(await alice.call('receivers_set', { json: [{ email: 'no' }] }), 422, 'invalid');
  assertError(await alice.call('receivers_set', { json: [bob, bob] }), 422, 'invalid');
  assert.deepEqual(await useUp(alice), [bob]);
});

test('Receivers: the set is used up by a successful operation 8', async () => {
  await alice.get('receivers_set', { json: [bob] });
  await alice.get('get_files');
  await alice.upload({ 'a.txt': 'a' });
  await alice.get('createdrop', { json: {} });
  assertError(await alice.call('createdrop', { json: {} }), 409, 'no_receivers');
});

test('Receivers: the set is used up by a successful operation 9', async () => {
  await alice.get('receivers_set', { json: [bob] });
  await alice.get('givedrop', { json: {} });
  assertError(await alice.call('givedrop', { json: {} }), 409, 'no_receivers');
});

test('Receivers: the operator’s setting contacts only makes an address that is no contact invalid', async () => {
  await carol.get('contacts_add', { json: [bob] });
  const json = [{ email: bob.email }, { email: 'stranger@example.com' }];
  const { details } = assertError(await carol.call('receivers_set', { json }), 422, 'invalid');
  assert.deepEqual(
    details?.map(({ field }) => field),
    ['[1].email'],
  );
  await carol.get('receivers_set', { json: [{ email: bob.email }] });
  assert.deepEqual(await useUp(carol), [bob]);
});

test('history gives back the name that a receiver was set with; one that cannot be kept is ignored', async () => {
  const set = [
    { email: 'named@example.com', name: 'Åsa Öberg' },
    { email: 'other@example.com', name: 7 },
    { email: 'plain@example.com' },
  ];
  await alice.get('receivers_set', { json: set });
  await alice.get('givedrop', { json: {} });
  const [entry] = (await alice.get<History>('get_history')).history;
  assert.deepEqual(entry?.receivers, [
    { ...contact('named@example.com'), name: 'Åsa Öberg' },
    contact('other@example.com'),
    contact('plain@example.com'),
  ]);
});
