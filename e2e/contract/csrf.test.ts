import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../harness/client.ts';
import { beginUpload } from '../harness/slow-upload.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedRows } from '../harness/stored-rows.ts';
import { assertError } from './assert-answer.ts';

const [lasting, brief] = await Promise.all([
  startExchange(['alice', 'bob', 'busy']),
  startExchange(['carol'], { settings: ['--csrf-lifetime', '4s'] }),
]);
const { server } = lasting;
const { alice, bob, busy } = lasting.clients;
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

test('CSRF: the index page holds <input type="hidden" id="csrftoken" name="csrftoken" value="…">, once, of letters and digits', async () => {
  const page = (await alice.send({ path: alice.path() })).text();
  const fields = page.match(/<input type="hidden" id="csrftoken" name="csrftoken" value="[^"]*">/g);
  assert.equal(fields?.length, 1);
  assert.equal(page.split('csrftoken" value').length, 2);
  assert.match(fields[0], /value="[0-9a-f]{64}">$/);
});

test('CSRF: the page asks for no token, and gives a new one each time', async () => {
  const tokens = await issue(alice, 5);
  assert.equal(new Set(tokens).size, 5);
  for (const token of tokens) assert.ok(await isValid(alice, token), 'the older ones stay good');
});

test('CSRF: belongs to one account', async () => {
  const token = await alice.token();
  assert.ok(!(await isValid(bob, token)));
  assert.ok(await isValid(alice, token), 'the attempt of another account does not use it up');
});

test('CSRF: only the hash is stored', async () => {
  const token = await alice.token();
  const rows = await storedRows(server.dataDir);
  assert.ok(rows.includes(alice.email), 'the account is among the rows');
  assert.ok(!rows.includes(token), 'the database holds the token');
  assert.ok(!rows.includes(Buffer.from(token, 'hex')), 'the database holds its bytes');
});

test('CSRF: the header is the only place: a token in the query or a cookie does not count', async () => {
  const token = await alice.token();
  const path = alice.path('cgi/contacts_read.cgi');
  assertError(await alice.send({ path: `${path}?csrftoken=${token}` }), 403, 'csrf');
  assertError(await alice.send({ path, headers: { cookie: `csrftoken=${token}` } }), 403, 'csrf');
  assertError(await alice.send({ path, headers: { 'csrf-token': [token, token] } }), 403, 'csrf');
});

test('CSRF: at most 60 live tokens an account; one more evicts the one nearest its expiry; nobody is locked out', async () => {
  const [first = '', second = '', third = '', ...others] = await issue(busy, 60);
  assert.ok(await isValid(busy, first), 'sixty live side by side');
  // Nodes tell each other once a second which tokens were used.
  if (server.pids.length > 1) await sleep(2_000);
  const next = await busy.token();
  assert.ok(!(await isValid(busy, second)), 'the one that nobody used for longest has gone');
  for (const token of [first, third, ...others, next]) assert.ok(await isValid(busy, token));
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
