import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../harness/client.ts';
import { beginUpload } from '../harness/slow-upload.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedRows } from '../harness/stored-rows.ts';
import { assertError } from './assert-answer.ts';

const [lasting, brief] = await Promise.all([
  startExchange(['alice', 'busy']),
  startExchange(['carol'], { settings: ['--csrf-lifetime', '4s'] }),
]);
const { server } = lasting;
const { alice, busy } = lasting.clients;
const { carol } = brief.clients;
/** So long that a request is answered well within it on a machine that has other work, too. */
const lifetimeMs = 4000;

async function isValid(client: Client, token: string): Promise<boolean> {
  const answer = await client.call('contacts_read', { headers: { 'csrf-token': token } });
  if (answer.status === 200) return true;
  assertError(answer, 403, 'csrf');
  return false;
}

async function issue(client: Client, count: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) tokens.push(await client.token());
  return tokens;
}

test('CSRF: only the hash is stored', async () => {
  const token = await alice.token();
  const rows = await storedRows(server.dataDir);
  assert.ok(rows.includes(alice.email), 'the account is among the rows');
  assert.ok(!rows.includes(token), 'the database holds the token');
  assert.ok(!rows.includes(Buffer.from(token, 'hex')), 'the database holds its bytes');
});

test('a page of another site ends no token, however often it loads the account’s page', async () => {
  const token = await busy.token();
  const foreign = [
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
  ];
  for (let loads = 0; loads < 61; loads += 1) {
    const headers = foreign[loads % foreign.length] ?? {};
    assertError(await busy.send({ path: busy.path(), headers }), 403, 'forbidden');
  }
  assert.ok(await isValid(busy, token));
  const opened = {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  };
  assert.equal((await busy.send({ path: busy.path(), headers: opened })).status, 200);
});

test('CSRF: tokens outlive a restart of the server', async () => {
  const token = await alice.token();
  await server.restart();
  assert.ok(await isValid(alice, token));
});

describe('CSRF: the lifetime is a server setting', { concurrency: true }, () => {
  test('CSRF: each valid request sets the lifetime back to the full span', async () => {
    const token = await carol.token();
    const deadline = Date.now() + 1.5 * lifetimeMs;
    while (Date.now() < deadline) {
      assert.ok(await isValid(carol, token));
      await sleep(400);
    }
  });

  test('CSRF: never dies before its lifetime is over, and no more than 5 % later', async () => {
    const askedAt = Date.now();
    const [early, late] = await issue(carol, 2);
    const issuedAt = Date.now();
    await sleep(askedAt + lifetimeMs * 0.75 - Date.now());
    const living = await isValid(carol, early ?? '');
    assert.ok(living || Date.now() - askedAt > lifetimeMs, 'it died too early');
    await sleep(issuedAt + lifetimeMs * 1.05 - Date.now() + 50);
    assert.ok(!(await isValid(carol, late ?? '')), 'it lived too long');
  });

  test('CSRF: a request that has ended keeps no token alive', async () => {
    const token = await carol.token();
    assert.ok(await isValid(carol, token));
    await sleep(2 * lifetimeMs);
    assert.ok(!(await isValid(carol, token)));
  });
});

test('CSRF: a token outlives the request that carries it, however long that lasts', async () => {
  await carol.get('contacts_add', { json: [{ email: 'zoe@example.com' }] });
  await carol.get('receivers_set', { json: [{ email: 'zoe@example.com' }] });
  await carol.get('get_files');
  const token = await carol.token();
  const upload = beginUpload(carol, 'long.bin', token);
  upload.write('first');
  await sleep(2 * lifetimeMs);
  // Beside it: an upload does not keep other requests from using the token.
  assert.ok(await isValid(carol, token));
  upload.write('second');
  assert.equal((await upload.finish()).status, 200);
  const sent = await carol.call('createdrop', { json: {}, headers: { 'csrf-token': token } });
  assert.equal(sent.status, 200, sent.text());
});
