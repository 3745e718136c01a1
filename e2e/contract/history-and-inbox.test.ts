import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startExchange } from '../harness/start-exchange.ts';
import { assertError, assertJson } from './assert-answer.ts';
import { newestInInbox, sendFiles } from './send-files.ts';
import type { History } from './wire.ts';
import { contact } from './wire.ts';

const { clients } = await startExchange(['alice', 'bob', 'carol', 'quiet']);
const { alice, bob, carol, quiet } = clients;
const startedAt = Math.floor(Date.now() / 1000);

const known = { number: '46700000002', language: 'sv', groups: ['g'], nick: 'Bob' };
await alice.get('contacts_add', { json: [{ email: bob.email, ...known }] });
await sendFiles(alice, [bob.email], { 'first.txt': '1' }, { desttime: 3600, ddmessage: 'One' });
await sendFiles(
  alice,
  ['Carol@Example.com', bob.email],
  { 'b.txt': '2', 'a.txt': '3' },
  { desttime: 60 },
);
await alice.get('receivers_set', { json: [{ email: bob.email }] });
await alice.get('givedrop', { json: { desttime: 120, ddmessage: 'Your turn' } });

const sent = await alice.get<History>('get_history');

/** Every value in a JSON document that is neither an object nor an array. */
function scalars(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(scalars);
}

function assertRecent(seconds: string | undefined): void {
  assert.match(seconds ?? '', /^\d{10}$/);
  const at = Number(seconds);
  assert.ok(at >= startedAt && at <= Date.now() / 1000, `${at} is not now`);
}

test('History: an account without anything has empty arrays and "0" live drops', async () => {
  assertJson(await quiet.call('get_history'), { history: [], live_drops: '0', inbox: [] });
});

test('History: every drop and grant of the account, newest first; downloadfiles for a drop, uploadfiles for a grant', () => {
  assert.deepEqual(
    sent.history.map(({ drop_type: type, ttl }) => [type, ttl]),
    [
      ['uploadfiles', '120'],
      ['downloadfiles', '60'],
      ['downloadfiles', '3600'],
    ],
  );
});

test('History: an entry has exactly the document’s fields', () => {
  const entry = sent.history.at(-1);
  assertRecent(entry?.create_time);
  assert.deepEqual(entry, {
    drop_type: 'downloadfiles',
    create_time: entry?.create_time,
    ttl: '3600',
    receivers: [contact(bob.email, known)],
    ddmessage: 'One',
    sender: {
      email: alice.email,
      number: '46700000001',
      lang: 'en',
      first_run: 'false',
      accountType: 'api',
      change_passwd: 'false',
      settings: { show_number: 'true', show_email: 'true', show_lang: 'true', show_nick: 'true' },
    },
    files: [{ name: 'first.txt', settings: '[]' }],
  });
});

test('History: all scalars are strings', async () => {
  const { history, inbox } = {
    history: sent.history,
    inbox: (await bob.get<History>('get_history')).inbox,
  };
  assert.ok(history.length > 0 && inbox.length > 0);
  for (const value of scalars([history, inbox, sent.live_drops]))
    assert.equal(typeof value, 'string');
});

test('History: receivers as they were set, files in upload order', () => {
  const [, drop] = sent.history;
  assert.deepEqual(drop?.receivers, [contact(carol.email), contact(bob.email, known)]);
  assert.deepEqual(drop.files, [
    { name: 'b.txt', settings: '[]' },
    { name: 'a.txt', settings: '[]' },
  ]);
});

test('History: files[].settings is a JSON array as text', () => {
  for (const { settings } of sent.history.flatMap(({ files }) => files)) {
    assert.deepEqual(JSON.parse(settings), []);
  }
});

test('History: live_drops counts the drops that can still be downloaded, as a string; grants do not count', () => {
  assert.equal(sent.live_drops, '2');
});

test('History: shows nothing of other accounts', async () => {
  assert.deepEqual((await bob.get<History>('get_history')).history, []);
  assert.deepEqual(sent.inbox, []);
});

test('Inbox: a drop whose receiver’s e-mail is this account’s, newest first, with exactly the document’s fields', async () => {
  const { inbox } = await bob.get<History>('get_history');
  assert.deepEqual(
    inbox.map(({ ttl }) => ttl),
    ['60', '3600'],
  );
  const [newest] = inbox;
  assertRecent(newest?.createtime);
  assert.match(newest?.url ?? '', /^[A-Za-z0-9_-]{20,}$/, 'opaque, and fit for a path as it is');
  assert.deepEqual(newest, {
    ttl: '60',
    createtime: newest?.createtime,
    sender: alice.email,
    files: [
      { name: 'b.txt', settings: '[]' },
      { name: 'a.txt', settings: '[]' },
    ],
    url: newest?.url,
  });
});

test('Inbox: holds nothing for whoever is no receiver', async () => {
  const { inbox } = await carol.get<History>('get_history');
  assert.deepEqual(
    inbox.map(({ ttl }) => ttl),
    ['60'],
    'carol was a receiver of the second drop only',
  );
});

test('Inbox: url is a token of its own: it stays the same, and is worthless for another account and for nobody', async () => {
  const { url } = await newestInInbox(bob);
  assert.equal((await newestInInbox(bob)).url, url);
  assert.notEqual((await newestInInbox(carol)).url, url);
  const path = `${url}/files/b.txt`;
  assert.equal((await bob.signed({ path: bob.path(path) })).text(), '2');
  for (const other of [alice, carol, quiet]) {
    assertError(await other.signed({ path: other.path(path) }), 404, 'not_found');
    assertError(await other.signed({ path: bob.path(path) }), 403, 'forbidden');
  }
  assertError(await bob.bare({ path: bob.path(path) }), 401, 'unauthorized');
});
