import assert from 'node:assert/strict';
import { test } from 'node:test';
import { basic } from '../harness/client.ts';
import { rawExchange } from '../harness/raw-exchange.ts';
import { keyFor } from '../harness/add-account.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { assertError, assertJson, assertStandardHeaders } from './assert-answer.ts';
import { addContacts, newestInInbox, sendFiles } from './send-files.ts';
import type { FileEntry } from './wire.ts';

const { server, clients } = await startExchange(['alice', 'fresh'], {
  settings: ['--service-name', 'Säker fil'],
});
const { alice, fresh } = clients;

test('doubled slashes and a slash after .cgi mean the same path', async () => {
  for (const path of ['//alice@example.com/', '/alice@example.com//', '//alice@example.com//']) {
    assert.equal((await alice.send({ path })).status, 200, path);
  }
  for (const rest of ['/cgi/get_files.cgi', 'cgi//get_files.cgi', 'cgi/get_files.cgi/']) {
    assertJson(await alice.signed({ path: alice.path(rest) }), []);
  }
  await alice.upload({ 'a.txt': 'a' });
  const removed = await alice.signed({ path: alice.path('cgi/remove_file.cgi/?filename=a.txt') });
  assertJson(removed, { status: 'deldone' });
  await sendFiles(alice, [alice.email], { 'b.txt': 'b' });
  const { url } = await newestInInbox(alice);
  assert.equal((await alice.signed({ path: alice.path(`/${url}//files/b.txt`) })).text(), 'b');
});

test('Paths: a doubled slash does not get past the guard', async () => {
  for (const path of ['//alice@example.com//cgi//get_files.cgi/', '/alice@example.com//x']) {
    assertError(await alice.bare({ path }), 401, 'unauthorized');
    assertError(await alice.send({ path }), 403, 'csrf');
  }
});

test('HEAD works wherever GET does, behind the same guard', async () => {
  await addContacts(alice, [alice.email]);
  for (const rest of ['', 'cgi/contacts_read.cgi', 'cgi/get_files.cgi', 'cgi/get_history.cgi']) {
    const path = alice.path(rest);
    const [got, head] = [
      await alice.signed({ path }),
      await alice.signed({ path, method: 'HEAD' }),
    ];
    assert.equal(head.status, 200, rest);
    assert.equal(head.body.length, 0);
    assert.equal(head.headers['content-type'], got.headers['content-type']);
    assert.equal(head.headers['content-length'], got.headers['content-length'], rest);
    assertStandardHeaders(head.headers);
    assert.equal((await alice.bare({ path, method: 'HEAD' })).status, 401);
    if (rest !== '') assert.equal((await alice.send({ path, method: 'HEAD' })).status, 403);
  }
  for (const path of ['/', '/healthz', '/readyz', '/assets/valise.css']) {
    assert.equal((await alice.bare({ path, method: 'HEAD' })).status, 200, path);
  }
});

test('HEAD changes nothing: no file goes, no list is initialised, no token ends another', async () => {
  await fresh.upload({ 'a.txt': 'a' });
  await addContacts(fresh, [alice.email]);
  await fresh.get('receivers_set', { json: [{ email: alice.email }] });
  const listed = await fresh.signed({ path: fresh.path('cgi/get_files.cgi'), method: 'HEAD' });
  assert.equal(listed.status, 200);
  assertError(await fresh.call('createdrop', { json: {} }), 409, 'files_not_listed');

  const remove = fresh.path('cgi/remove_file.cgi?filename=a.txt');
  assert.equal((await fresh.signed({ path: remove, method: 'HEAD' })).status, 200);
  const [file] = await fresh.get<FileEntry[]>('get_files');
  assert.equal(file?.name, 'a.txt');
  const none = fresh.path('cgi/remove_file.cgi?filename=none');
  assert.equal((await fresh.signed({ path: none, method: 'HEAD' })).status, 404);

  const token = await fresh.token();
  for (let count = 0; count < 60; count += 1) {
    assert.equal((await fresh.send({ path: fresh.path(), method: 'HEAD' })).status, 200);
  }
  await fresh.get('get_files', { headers: { 'csrf-token': token } });
});

test('the token is letters and digits alone, and 32 random bytes long', async () => {
  const tokens = await Promise.all(Array.from({ length: 8 }, () => alice.token()));
  for (const token of tokens) assert.match(token, /^[0-9a-f]{64}$/);
  assert.equal(new Set(tokens).size, tokens.length);
});

test('Credentials: the realm is the name of the service, in ASCII', async () => {
  const { headers } = await alice.bare({ path: alice.path() });
  assert.equal(headers['www-authenticate'], 'Basic realm="Saker fil", charset="UTF-8"');
});

test('Paths: raw bytes beyond ASCII in a query are refused with the way to write them', async () => {
  const authorization = basic({ email: alice.email, key: keyFor(alice.email) });
  const request = [
    `GET ${alice.path('cgi/remove_file.cgi')}?filename=Åsa.pdf HTTP/1.1`,
    'Host: localhost',
    `Authorization: ${authorization}`,
    `CSRF-Token: ${await alice.token()}`,
  ];
  // A balancer answers such requests itself.
  const answer = await rawExchange(server.ownUrl, `${request.join('\r\n')}\r\n\r\n`);
  assert.equal(answer.status, 400);
  assert.match(answer.body, /percent-encoded/);
});
