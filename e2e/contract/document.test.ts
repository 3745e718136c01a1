/**
 * A client that knows the customer's document and nothing else: it follows the workflow of section
 * 3 through the operations of section 4 in their order, one test for each. What one test leaves, the
 * next one finds, as it is for a real client.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startExchange } from '../harness/start-exchange.ts';
import { multipart } from '../harness/multipart.ts';
import type { Answer } from '../harness/exchange.ts';
import type { History } from './wire.ts';

const { clients } = await startExchange(['sender', 'receiver']);
const { sender, receiver } = clients;
const letter = 'Dear receiver, find the figures enclosed.';
const state = { token: '', url: '', receiverToken: '' };

function headers(token: string, more: Record<string, string> = {}): Record<string, string> {
  return { Authorization: sender.authorization, 'CSRF-Token': token, ...more };
}

async function get(path: string): Promise<Answer> {
  return await sender.bare({ path: sender.path(path), headers: headers(state.token) });
}

async function post(path: string, body: unknown): Promise<Answer> {
  return await sender.bare({
    method: 'POST',
    path: sender.path(path),
    headers: headers(state.token, { 'Content-Type': 'application/json' }),
    body: JSON.stringify(body),
  });
}

function assertStatus(answer: Answer, status: string): void {
  assert.equal(answer.status, 200, answer.text());
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert.deepEqual(answer.json(), { status });
}

test('Document, operation 1: GET of the index page with Basic auth only yields HTML with the token in a hidden input', async () => {
  const answer = await sender.bare({
    path: sender.path(),
    headers: { Authorization: sender.authorization },
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
  const inputs = answer.text().match(/<input\b[^>]*>/g) ?? [];
  const field = inputs.find((input) => input.includes('name="csrftoken"')) ?? '';
  assert.match(field, /type="hidden"/);
  state.token = /value="([^"]+)"/.exec(field)?.[1] ?? '';
  assert.notEqual(state.token, '');
});

test('Document, section 5: a request without a valid token is rejected', async () => {
  const { token } = state;
  for (const wrong of ['', 'invalid', `${token}x`]) {
    const answer = await sender.bare({
      path: sender.path('cgi/contacts_read.cgi'),
      headers: headers(wrong),
    });
    assert.equal(answer.status, 403);
  }
});

test('Document, operation 2: contacts_read.cgi returns both lists, with empty arrays when there are no contacts', async () => {
  const answer = await get('cgi/contacts_read.cgi');
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.json(), { local: [], global: [] });
});

const contact = {
  email: receiver.email,
  number: '46700000001',
  language: 'en',
  groups: ['customers'],
  nick: 'Rex',
};

test('Document, operation 3: contacts_add.cgi takes an array, answers ok, and fails for a contact that exists', async () => {
  assertStatus(await post('cgi/contacts_add.cgi', [contact]), 'ok');
  assert.deepEqual((await get('cgi/contacts_read.cgi')).json(), { local: [contact], global: [] });
  const again = await post('cgi/contacts_add.cgi', [contact]);
  assert.ok(again.status >= 400, 'adding a contact that already exists fails');
  assertStatus(await post('cgi/contacts_add.cgi', []), 'ok');
  assert.deepEqual((await get('cgi/contacts_read.cgi')).json(), { local: [], global: [] });
  assertStatus(await post('cgi/contacts_add.cgi', [contact]), 'ok');
});

test('Document, operation 4: receivers_set.cgi replaces the receivers; [] removes all', async () => {
  assertStatus(await post('cgi/receivers_set.cgi', []), 'ok');
  assertStatus(await post('cgi/receivers_set.cgi', [contact]), 'ok');
});

test('Document, operation 5: get_files.cgi returns an empty array when no file exists', async () => {
  const answer = await get('cgi/get_files.cgi');
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.json(), []);
});

test('Document, operation 7: upload.cgi takes multipart/form-data with do and file, answers done in chunks', async () => {
  for (const [filename, value] of [
    ['letter.txt', letter],
    ['mistake.txt', 'wrong file'],
  ] as const) {
    const form = multipart([
      { name: 'do', value: 'upload' },
      { name: 'file', filename, value, type: 'text/plain' },
    ]);
    const answer = await sender.bare({
      method: 'POST',
      path: sender.path('cgi/upload.cgi'),
      headers: headers(state.token, { 'Content-Type': form.contentType }),
      body: form.body,
    });
    assertStatus(answer, 'done');
    assert.equal(answer.headers['transfer-encoding'], 'chunked');
  }
});

test('Document, operation 6: the list is fetched, then remove_file.cgi removes a file by name and answers deldone', async () => {
  const listed = await get('cgi/get_files.cgi');
  assert.deepEqual(listed.json(), [
    { name: 'letter.txt', type: 'text/plain', size: '41 B' },
    { name: 'mistake.txt', type: 'text/plain', size: '10 B' },
  ]);
  assertStatus(await get('cgi/remove_file.cgi?filename=mistake.txt'), 'deldone');
  assert.equal((await get('cgi/get_files.cgi')).json<unknown[]>().length, 1);
});

test('Document, operation 8: createdrop.cgi sends receivers, files and message', async () => {
  assertStatus(
    await post('cgi/createdrop.cgi', { desttime: 3600, ddmessage: 'The figures' }),
    'ok',
  );
});

test('Document, operation 9: givedrop.cgi gives the receivers upload access', async () => {
  assertStatus(await post('cgi/receivers_set.cgi', [contact]), 'ok');
  assertStatus(
    await post('cgi/givedrop.cgi', { desttime: 3600, ddmessage: 'Please answer' }),
    'ok',
  );
});

test('Document, operation 10: get_history.cgi returns the drops, the number of live ones and the inbox', async () => {
  const mine = (await get('cgi/get_history.cgi')).json<History>();
  assert.deepEqual(
    mine.history.map(({ ddmessage }) => ddmessage),
    ['Please answer', 'The figures'],
  );
  assert.deepEqual(mine.history[1]?.files, [{ name: 'letter.txt', settings: '[]' }]);
  assert.deepEqual(mine.history[1].receivers, [contact]);
  assert.equal(mine.live_drops, '1');

  const theirs = await receiver.get<History>('get_history');
  assert.equal(theirs.inbox.length, 1);
  assert.equal(theirs.inbox[0]?.sender, sender.email);
  state.url = theirs.inbox[0].url;
});

test('Document, operation 11: <inbox_url>/files/<file_name> with a valid token returns the file data', async () => {
  state.receiverToken = await receiver.token();
  const answer = await receiver.bare({
    path: receiver.path(`${state.url}/files/letter.txt`),
    headers: { Authorization: receiver.authorization, 'CSRF-Token': state.receiverToken },
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.text(), letter);
  const without = await receiver.bare({
    path: receiver.path(`${state.url}/files/letter.txt`),
    headers: { Authorization: receiver.authorization },
  });
  assert.equal(without.status, 403, 'the download needs a token too');
});

test('Document, section 8: 60 tokens of an account live side by side', async () => {
  const tokens = [state.token];
  while (tokens.length < 60) tokens.push(await sender.token());
  for (const token of tokens) {
    const path = sender.path('cgi/get_files.cgi');
    assert.equal((await sender.bare({ path, headers: headers(token) })).status, 200);
  }
});
