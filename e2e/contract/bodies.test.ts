import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../harness/exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { assertError, assertJson } from './assert-answer.ts';
import { prepareDrop } from './send-files.ts';
import type { ContactList, History } from './wire.ts';

const { clients } = await startExchange(['alice']);
const { alice } = clients;

const greeting = 'Provsvar för Åsa';

async function post(operation: string, type: string, body: Buffer): Promise<Answer> {
  return await alice.signed({
    method: 'POST',
    path: alice.path(`cgi/${operation}.cgi`),
    headers: { 'content-type': type },
    body,
  });
}

async function newestMessage(): Promise<string | undefined> {
  return (await alice.get<History>('get_history')).history[0]?.ddmessage;
}

for (const charset of ['ISO-8859-1', 'iso-8859-1', 'windows-1252', '"Windows-1252"']) {
  test(`JSON in a declared charset of ${charset} is decoded`, async () => {
    await prepareDrop(alice, [alice.email], { 'a.txt': 'a' });
    const body = Buffer.from(JSON.stringify({ ddmessage: greeting }), 'latin1');
    const type = `application/json; charset=${charset}`;
    assertJson(await post('createdrop', type, body), { status: 'ok' });
    assert.equal(await newestMessage(), greeting);
  });
}

test('bytes that only windows-1252 has are letters in both Western charsets', async () => {
  await prepareDrop(alice, [alice.email], { 'a.txt': 'a' });
  const body = Buffer.from('{"ddmessage":"\x93100 \x80\x94"}', 'latin1');
  await post('createdrop', 'application/json; charset=iso-8859-1', body);
  assert.equal(await newestMessage(), '“100 €”');
});

test('JSON that is not valid UTF-8 is refused, and nothing of it is stored', async () => {
  const nick = Buffer.from('[{"email":"asa@example.com","nick":"Åsa"}]', 'latin1');
  for (const type of ['application/json', 'application/json; charset=utf-8']) {
    assertError(await post('contacts_add', type, nick), 400, 'bad_request');
    assertError(await post('receivers_set', type, nick), 400, 'bad_request');
    const message = Buffer.from(JSON.stringify({ ddmessage: greeting }), 'latin1');
    assertError(await post('createdrop', type, message), 400, 'bad_request');
  }
  const { local } = await alice.get<ContactList>('contacts_read');
  assert.ok(local.every(({ email }) => email !== 'asa@example.com'));
});

for (const charset of ['utf-16', 'iso-8859-15', 'us-ascii', 'x-nonsense']) {
  test(`JSON in a declared charset of ${charset} is unsupported`, async () => {
    const type = `application/json; charset=${charset}`;
    assertError(await post('createdrop', type, Buffer.from('{}')), 415, 'unsupported_media_type');
  });
}

test('Bodies: UTF-8 is taken with and without its name, and with a byte order mark', async () => {
  const body = Buffer.from(JSON.stringify({ ddmessage: greeting }));
  const types = ['application/json', 'application/json; charset=utf-8', 'application/json;v=1'];
  for (const type of types) {
    await prepareDrop(alice, [alice.email], { 'a.txt': 'a' });
    assertJson(await post('createdrop', type, Buffer.concat([Buffer.from('\ufeff'), body])), {
      status: 'ok',
    });
    assert.equal(await newestMessage(), greeting);
  }
});
