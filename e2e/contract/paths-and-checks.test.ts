import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFor } from '../harness/add-account.ts';
import { basic } from '../harness/client.ts';
import { doUpload, filePart } from '../harness/multipart.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { valise } from '../harness/valise-command.ts';
import { assertError, assertJson, assertSameAnswer } from './assert-answer.ts';
import { newestInInbox, prepareDrop, sendFiles } from './send-files.ts';
import { contact } from './wire.ts';
import type { ContactList, FileEntry, History } from './wire.ts';

const { server, clients } = await startExchange(['alice', 'bob', 'dora+files', 'gone']);
const { alice, bob, gone } = clients;
const dora = clients['dora+files'];

test('Paths: /{user}/ is the index page, /{user}/cgi/NAME.cgi the operations, /{user}/{url}/files/{file_name} the download', async () => {
  const index = await alice.send({ path: '/alice@example.com/' });
  assert.equal(index.status, 200);
  assert.equal(index.headers['content-type'], 'text/html; charset=utf-8');
  assertJson(await alice.signed({ path: '/alice@example.com/cgi/get_files.cgi' }), []);

  await sendFiles(alice, [bob.email], { 'letter.txt': 'Dear Bob' });
  const { url } = await newestInInbox(bob);
  const file = await bob.signed({ path: `/bob@example.com/${url}/files/letter.txt` });
  assert.equal(file.text(), 'Dear Bob');
});

test('Paths: %40, %2B and upper case in {user} mean the same account', async () => {
  const spellings = [
    'dora+files@example.com',
    'dora%2Bfiles%40example.com',
    'Dora%2bFiles@EXAMPLE.com',
  ];
  for (const user of spellings) {
    assert.equal((await dora.send({ path: `/${user}/` })).status, 200, user);
    assertJson(await dora.signed({ path: `/${user}/cgi/get_files.cgi` }), []);
  }
  const shouted = basic({ email: 'DORA+FILES@Example.com', key: keyFor(dora.email) });
  assert.equal(
    (await dora.bare({ path: dora.path(), headers: { authorization: shouted } })).status,
    200,
  );
});

test('Paths: a {user} without an @ is no account, and collides with no other route', async () => {
  assertError(await alice.send({ path: '/alice/' }), 404, 'not_found');
  assertError(await alice.send({ path: '/alice' }), 404, 'not_found');
  assertError(await alice.send({ path: '/healthz/' }), 404, 'not_found');
});

test('Paths: /{user} without the slash answers 308 to /{user}/', async () => {
  for (const path of ['/alice@example.com', '/alice%40example.com']) {
    const answer = await alice.send({ path });
    assert.equal(answer.status, 308);
    assert.equal(decodeURIComponent(answer.headers.location ?? ''), '/alice@example.com/');
  }
});

test('Credentials: 401 with WWW-Authenticate: Basic; one answer for none, wrong ones, an unknown and a disabled account', async () => {
  await valise('account', 'disable', gone.email, '--data', server.dataDir);
  const missing = await alice.bare({ path: alice.path() });
  assertError(missing, 401, 'unauthorized');
  assert.match(missing.headers['www-authenticate'] ?? '', /^Basic realm="[^"]+"/);

  const key = keyFor(alice.email);
  const wrong = {
    'the key of another account': basic({ email: alice.email, key: keyFor(bob.email) }),
    'a longer key': basic({ email: alice.email, key: `${key}0` }),
    'an unknown account': basic({ email: 'nobody@example.com', key }),
    'a disabled account': gone.authorization,
    'no key': basic({ email: alice.email, key: '' }),
    'no colon': `Basic ${Buffer.from(alice.email).toString('base64')}`,
    'not base64': 'Basic §§§',
    'another scheme': `Bearer ${key}`,
    nothing: '',
  };
  for (const [what, authorization] of Object.entries(wrong)) {
    const answer = await alice.bare({ path: alice.path(), headers: { authorization } });
    assert.equal(answer.status, 401, what);
    assertSameAnswer(answer, missing);
  }
});

test('Credentials: 401 takes the same time, whether or not the account exists', async () => {
  const key = 'wrong-key-wrong-key-wrong-key-wrong-key';
  // The least time is that of the work alone: what other processes of the machine take is added to it.
  const least = new Map([
    [alice.email, Infinity],
    ['nobody@example.com', Infinity],
  ]);
  for (let round = 0; round < 9; round += 1) {
    for (const [email, known] of least) {
      const startedAt = performance.now();
      await alice.bare({ path: alice.path(), headers: { authorization: basic({ email, key }) } });
      least.set(email, Math.min(known, performance.now() - startedAt));
    }
  }
  const [known = NaN, unknown = NaN] = least.values();
  assert.ok(Math.abs(known - unknown) < 20, `${known} ms for an account, ${unknown} ms for none`);
});

test('Credentials: 401 comes alike from every operation, for accounts that exist and that do not', async () => {
  const missing = await alice.bare({ path: alice.path() });
  for (const user of [alice.email, gone.email, 'nobody@example.com']) {
    for (const rest of ['', 'cgi/get_history.cgi', 'x/files/y', 'nothing']) {
      assertSameAnswer(await alice.bare({ path: `/${user}/${rest}` }), missing);
    }
  }
});

test('User: 403 forbidden, the same answer whether or not that other account exists', async () => {
  for (const rest of ['', 'cgi/get_history.cgi', 'nothing', 'x/files/y']) {
    const existing = await alice.signed({ path: `/${bob.email}/${rest}` });
    assertError(existing, 403, 'forbidden');
    assertSameAnswer(await alice.signed({ path: `/nobody@example.com/${rest}` }), existing);
    assertSameAnswer(await alice.signed({ path: `/${gone.email}/${rest}` }), existing);
  }
});

test('Nothing is half done: refused contacts and receivers leave those there were', async () => {
  await dora.get('contacts_add', { json: [{ email: 'kept@example.com' }] });
  const before = await dora.get<ContactList>('contacts_read');
  const refused = [
    [{ email: 'new@example.com' }, { email: 'not an address' }],
    [{ email: 'new@example.com' }, { email: 'kept@example.com', nick: 'changed' }],
  ];
  for (const json of refused) {
    assert.notEqual((await dora.call('contacts_add', { json })).status, 200);
    assert.deepEqual(await dora.get('contacts_read'), before);
  }
  await dora.get('receivers_set', { json: [{ email: 'kept@example.com' }] });
  assertError(await dora.call('receivers_set', { json: [{ email: '@' }] }), 422, 'invalid');
  await dora.get('givedrop', { json: {} });
  const [grant] = (await dora.get<History>('get_history')).history;
  assert.deepEqual(grant?.receivers, [contact('kept@example.com')]);
});

test('Nothing is half done: a refused upload leaves the tray as it was, and no bytes behind', async () => {
  await dora.upload({ 'kept.txt': 'first' });
  const before = await storedFiles(server.dataDir);
  const answer = await dora.uploadForm([
    doUpload,
    filePart('kept.txt', 'second'),
    filePart('more.txt', 'more'),
    filePart('..', 'a name that is refused'),
  ]);
  assertError(answer, 422, 'invalid');
  const entry: FileEntry = { name: 'kept.txt', type: 'text/plain', size: '5 B' };
  assert.deepEqual(await dora.get('get_files'), [entry]);
  assert.deepEqual(await storedFiles(server.dataDir), before);
});

test('Nothing is half done: a refused drop keeps receivers and tray for the next one', async () => {
  await prepareDrop(dora, ['kept@example.com'], { 'kept.txt': 'first' });
  assertError(await dora.call('createdrop', { json: { desttime: 'soon' } }), 422, 'invalid');
  await dora.get('createdrop', { json: {} });
  const [drop] = (await dora.get<History>('get_history')).history;
  assert.deepEqual(drop?.receivers, [contact('kept@example.com')]);
  assert.deepEqual(drop.files, [{ name: 'kept.txt', settings: '[]' }]);
});
