import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addAccount, keyFor } from '../harness/add-account.ts';
import { basic, Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { beginUpload, tooMuchToHold, untilUploadIsWritten } from '../harness/slow-upload.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { storedRows } from '../harness/stored-rows.ts';
import { runValise, valise } from '../harness/valise-command.ts';
import { assertError, assertJson } from './assert-answer.ts';
import { newestInInbox, sendFiles } from './send-files.ts';
import type { History } from './wire.ts';
import { contact } from './wire.ts';

const { server, clients } = await startExchange(['alice', 'bob', 'carol', 'dora']);
const { alice, bob, carol, dora } = clients;
const data = ['--data', server.dataDir];

async function statusWith(email: string, key: string): Promise<number> {
  const headers = { authorization: basic({ email, key }) };
  return (await alice.bare({ path: `/${email}/`, headers })).status;
}

test('Accounts: the API key is made by the server, 256 random bits, shown once; only a hash is stored', async () => {
  const printed = await valise(
    'account',
    'add',
    'made@example.com',
    '+46 70-000 00 03',
    '--json',
    ...data,
  );
  const { key } = JSON.parse(printed) as { key: string };
  assert.ok(Buffer.from(key.replace(/^vk_/, ''), 'base64url').length >= 32, key);
  assert.equal(await statusWith('made@example.com', key), 200);

  const shown = await valise('account', 'show', 'made@example.com', '--json', ...data);
  assert.ok(!shown.includes(key));
  const rows = await storedRows(server.dataDir);
  assert.ok(rows.includes('made@example.com'), 'the account is among the rows');
  assert.ok(!rows.includes(key), 'the database holds the key');
  assert.ok(!server.logs().includes(key));
});

test('a key of the operator from 8 characters on is taken with a warning, and lets its client in', async () => {
  const key = 'API_KEY1';
  const args = ['account', 'add', 'moved@example.com', '46700000001', '--key-file', '-', ...data];
  const { status, stderr } = await runValise(args, { input: key });
  assert.equal(status, 0);
  assert.match(stderr, /can be guessed/);
  const moved = new Client(server, { email: 'moved@example.com', key });
  assertJson(await moved.call('get_files'), []);
  for (let count = 0; count < 5; count += 1) {
    assert.equal(await statusWith('moved@example.com', key), 200);
  }
  for (const wrong of ['API_KEY2', 'api_key1', 'API_KEY', 'API_KEY11']) {
    assert.equal(await statusWith('moved@example.com', wrong), 401);
  }
  assert.equal(await statusWith('nobody@example.com', key), 401);
  assert.equal(await statusWith(bob.email, keyFor(bob.email)), 200);
});

test('Accounts: a key given by the operator has at least 8 characters; e-mail and number must be right', async () => {
  const wrong: [status: number, ...args: string[]][] = [
    [2, 'short@example.com', '46700000001', '--key-file', '-'],
    [2, 'shown@example.com', '46700000001', '--key', 'k'.repeat(32)],
    [2, 'not an address', '46700000001'],
    [2, 'few@example.com', '12345'],
    [2, 'many@example.com', '1234567890123456'],
    [5, alice.email, '46700000001'],
    [5, alice.email.toUpperCase(), '46700000001'],
  ];
  await Promise.all(
    wrong.map(async ([expected, ...args]) => {
      const { status } = await runValise(['account', 'add', ...args, ...data], {
        input: 'k'.repeat(7),
      });
      assert.equal(status, expected, args.join(' '));
    }),
  );
  assert.equal(await statusWith(alice.email, 'k'.repeat(31)), 401);
});

test('Accounts: keys can be rotated, with the old one good for a set overlap', async () => {
  const oldKey = keyFor(carol.email);
  const rotate = async (overlap: string): Promise<string> => {
    const printed = await valise(
      'account',
      'key',
      'rotate',
      carol.email,
      '--overlap',
      overlap,
      '--json',
      ...data,
    );
    return (JSON.parse(printed) as { key: string }).key;
  };
  const second = await rotate('2s');
  assert.equal(await statusWith(carol.email, second), 200);
  await eventually('the old key ends', async () =>
    (await statusWith(carol.email, oldKey)) === 401 ? true : undefined,
  );
  assert.equal(await statusWith(carol.email, second), 200);
  const third = await rotate('1h');
  assert.deepEqual(
    [await statusWith(carol.email, second), await statusWith(carol.email, third)],
    [200, 200],
  );
  const fourth = await rotate('0');
  assert.deepEqual(
    await Promise.all([second, third, fourth].map((key) => statusWith(carol.email, key))),
    [401, 401, 200],
  );
});

test('Accounts: disabling takes effect on the next request and refuses an upload that still runs; enabling brings all back', async () => {
  await alice.upload({ 'kept.txt': 'kept' });
  const upload = beginUpload(alice, 'late.txt');
  upload.write(tooMuchToHold);
  await untilUploadIsWritten(server.dataDir);
  await valise('account', 'disable', alice.email, ...data);
  assertError(await alice.call('get_files'), 401, 'unauthorized');
  assertError(await upload.finish(), 401, 'unauthorized');
  await valise('account', 'enable', alice.email, ...data);
  assert.deepEqual(await alice.get('get_files'), [
    { name: 'kept.txt', type: 'text/plain', size: '4 B' },
  ]);
});

test('Accounts: removing one ends its sign-in, its drops and their bytes', async () => {
  const brief = new Client(server, await addAccount(server.dataDir, 'brief@example.com'));
  const before = await storedFiles(server.dataDir);
  await sendFiles(brief, [bob.email], { 'a.txt': 'a' });
  const { whole } = await storedFiles(server.dataDir);
  const sealed = whole.filter((name) => !before.whole.includes(name));
  assert.equal(sealed.length, 1);
  const { url } = await newestInInbox(bob);
  await valise('account', 'remove', brief.email, '--yes', ...data);
  assertError(await brief.call('get_files'), 401, 'unauthorized');
  assertError(await bob.download(url, 'a.txt'), 404, 'not_found');
  assert.deepEqual((await bob.get<History>('get_history')).inbox, []);
  await eventually('the bytes go', async () => {
    const now = await storedFiles(server.dataDir);
    return sealed.some((name) => now.whole.includes(name)) ? undefined : true;
  });
});

test('Accounts: only the role api signs in with a key', async () => {
  await valise('account', 'add', 'person@example.com', '46700000001', '--role', 'user', ...data);
  assert.equal(await statusWith('person@example.com', 'k'.repeat(40)), 401);
});

test('Contacts: global is the operator’s list, set with the admin command, and read-only here', async () => {
  const shared = {
    email: 'shared@example.com',
    number: '46700000009',
    language: 'en',
    groups: ['all'],
    nick: 'Shared',
  };
  const input = JSON.stringify([shared]);
  const { status, stderr } = await runValise(
    ['contacts', 'global', 'import', '-', '--format', 'json', ...data],
    { input },
  );
  assert.equal(status, 0, stderr);

  assertJson(await dora.call('contacts_read'), { local: [], global: [shared] });
  const { message } = assertError(
    await dora.call('contacts_add', { json: [{ email: shared.email, nick: 'Mine' }] }),
    409,
    'contact_exists',
  );
  assert.ok(message.includes(shared.email));
  assertError(await dora.call('contacts_add', { json: [shared] }), 409, 'contact_exists');

  await dora.get('contacts_add', { json: [shared, { email: 'mine@example.com' }] });
  assertJson(await dora.call('contacts_read'), {
    local: [contact('mine@example.com')],
    global: [shared],
  });
  await dora.get('contacts_add', { json: [] });
  assertJson(await dora.call('contacts_read'), { local: [], global: [shared] });
});
