import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { WireErrorCode } from '#protocol/errors.ts';
import type { Answer } from '../harness/exchange.ts';
import { doUpload, filePart, multipart } from '../harness/multipart.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { hasFilesOnDisk } from '../harness/stored-files.ts';
import { assertError, assertStandardHeaders } from './assert-answer.ts';
import { operations } from './operations.ts';
import { newestInInbox, prepareDrop, sendFiles } from './send-files.ts';

const { server, clients } = await startExchange(['alice', 'bob', 'empty'], {
  settings: ['--max-json-size', '4KiB', '--max-file-size', '64KiB', '--tray-quota', '100KiB'],
});
const { alice, bob, empty } = clients;

async function post(operation: string, type: string | undefined, body: string): Promise<Answer> {
  return await alice.signed({
    method: 'POST',
    path: alice.path(`cgi/${operation}.cgi`),
    headers: type === undefined ? {} : { 'content-type': type },
    body,
  });
}

const { contentType: form, body: formBody } = multipart([doUpload, filePart('a.txt', 'a')]);
const formText = formBody.toString();

interface Row {
  when: string;
  ask: () => Promise<Answer>;
}

/** The table of the contract, but for the rows that need a server of their own. */
const rows: Record<string, Row[]> = {
  '400 bad_request': [
    { when: 'not JSON', ask: () => post('contacts_add', 'application/json', '[{') },
    { when: 'no body where JSON should be', ask: () => post('createdrop', 'application/json', '') },
    { when: 'multipart that breaks off', ask: () => post('upload', form, formText.slice(0, -20)) },
    {
      when: 'multipart of another boundary',
      ask: () => post('upload', 'multipart/form-data; boundary=x', formText),
    },
    {
      when: 'multipart without a boundary',
      ask: () => post('upload', 'multipart/form-data', formText),
    },
    {
      when: 'a part without a name',
      ask: () => alice.uploadForm([doUpload, { name: '', value: '', disposition: 'form-data' }]),
    },
    {
      when: 'do is not upload',
      ask: () => alice.uploadForm([{ name: 'do', value: 'delete' }, filePart('a', 'a')]),
    },
    { when: 'do is missing', ask: () => alice.uploadForm([filePart('a', 'a')]) },
    { when: 'no file part', ask: () => alice.uploadForm([doUpload]) },
    { when: 'no filename parameter', ask: () => alice.call('remove_file') },
    {
      when: 'an empty filename parameter',
      ask: () => alice.call('remove_file', { query: 'filename=' }),
    },
  ],
  '403 csrf': [
    { when: 'token missing', ask: () => alice.send({ path: alice.path('cgi/get_files.cgi') }) },
    {
      when: 'token unknown',
      ask: () => alice.call('get_files', { headers: { 'csrf-token': 'A'.repeat(43) } }),
    },
    { when: 'token empty', ask: () => alice.call('get_files', { headers: { 'csrf-token': '' } }) },
    {
      when: 'token of another account',
      ask: async () => alice.call('get_files', { headers: { 'csrf-token': await bob.token() } }),
    },
  ],
  '403 forbidden': [
    {
      when: "another account's path",
      ask: () => alice.signed({ path: bob.path('cgi/get_files.cgi') }),
    },
  ],
  '404 not_found': [
    { when: 'no such route', ask: () => alice.signed({ path: alice.path('cgi/other.cgi') }) },
    {
      when: 'no such file in the tray',
      ask: () => alice.call('remove_file', { query: 'filename=none' }),
    },
    {
      when: 'no such inbox entry',
      ask: () => bob.download('AAAAAAAAAAAAAAAAAAAAAA', 'letter.txt'),
    },
    {
      when: 'no such file in the entry',
      ask: async () => bob.download((await newestInInbox(bob)).url, 'none'),
    },
  ],
  '409 contact_exists': [
    {
      when: 'a contact with other data',
      ask: () => alice.call('contacts_add', { json: [{ email: bob.email, nick: 'B' }] }),
    },
  ],
  '409 no_contacts': [
    { when: 'a drop without a contact', ask: () => empty.call('createdrop', { json: {} }) },
    { when: 'a grant without a contact', ask: () => empty.call('givedrop', { json: {} }) },
  ],
  '409 no_receivers': [
    { when: 'a drop without a receiver', ask: () => alice.call('createdrop', { json: {} }) },
    { when: 'a grant without a receiver', ask: () => alice.call('givedrop', { json: {} }) },
  ],
  '413 too_large': [
    {
      when: 'JSON body over its limit',
      ask: () => alice.call('contacts_add', { json: 'x'.repeat(5000) }),
    },
    { when: 'file over the limit', ask: () => alice.upload({ big: Buffer.alloc(64 * 1024 + 1) }) },
    {
      when: 'file far over the limit, while the client is still sending',
      ask: () => alice.upload({ huge: Buffer.alloc(16 * 1024 * 1024) }),
    },
    {
      when: 'tray over the quota',
      ask: () => alice.upload({ one: Buffer.alloc(60 * 1024), two: Buffer.alloc(60 * 1024) }),
    },
  ],
  '415 unsupported_media_type': [
    { when: 'JSON operation without a type', ask: () => post('contacts_add', undefined, '[]') },
    { when: 'JSON operation with text', ask: () => post('receivers_set', 'text/plain', '[]') },
    { when: 'JSON operation with a form', ask: () => post('createdrop', form, formText) },
    { when: 'upload that is JSON', ask: () => post('upload', 'application/json', '{}') },
    {
      when: 'upload that is another multipart',
      ask: () => post('upload', 'multipart/mixed; boundary=x', formText),
    },
  ],
  '422 invalid': [
    {
      when: 'bad e-mail',
      ask: () => alice.call('contacts_add', { json: [{ email: 'a b@example.com' }] }),
    },
    {
      when: 'bad number',
      ask: () => alice.call('contacts_add', { json: [{ email: 'n@example.com', number: '12ab' }] }),
    },
    {
      when: 'bad language',
      ask: () =>
        alice.call('contacts_add', { json: [{ email: 'n@example.com', language: 'en GB' }] }),
    },
    {
      when: 'duplicate in one array',
      ask: () =>
        alice.call('receivers_set', {
          json: [{ email: 'n@example.com' }, { email: 'N@example.com' }],
        }),
    },
    {
      when: 'time to live out of bounds',
      ask: () => alice.call('createdrop', { json: { desttime: 0 } }),
    },
    { when: 'bad file name', ask: () => alice.upload({ '..': 'dots' }) },
    {
      when: 'not an array',
      ask: () => alice.call('contacts_add', { json: { email: 'n@example.com' } }),
    },
    { when: 'not an object', ask: () => alice.call('givedrop', { json: [] }) },
  ],
};

await sendFiles(alice, [bob.email], { 'letter.txt': 'Dear Bob' });

for (const [head, cases] of Object.entries(rows)) {
  const [status = '', error = ''] = head.split(' ');
  for (const { when, ask } of cases) {
    test(`Errors: ${head}: ${when}`, async () => {
      assertError(await ask(), Number(status), error as WireErrorCode);
    });
  }
}

test('Errors: 422 details name every problem by its field, so that one round mends all', async () => {
  const json = [{ email: 'nobody' }, { email: 'n@example.com', number: 'x', language: '?' }];
  const { details } = assertError(await alice.call('contacts_add', { json }), 422, 'invalid');
  assert.deepEqual(
    details?.map(({ field }) => field),
    ['[0].email', '[1].number', '[1].language'],
  );
});

test('Errors: 413 begins above the limit: a file and a tray may be exactly as large as the settings say', async () => {
  const full = Buffer.alloc(64 * 1024);
  assert.equal((await bob.upload({ one: full })).status, 200);
  assert.equal((await bob.upload({ two: Buffer.alloc(36 * 1024) })).status, 200);
  assertError(await bob.upload({ three: 'x' }), 413, 'too_large');
  assert.equal((await bob.upload({ one: full })).status, 200, 'what it replaces does not count');
});

test('Errors: 405 method_not_allowed, with Allow, for every operation', async () => {
  for (const { name, method, path } of operations) {
    const other = method === 'GET' ? 'POST' : 'GET';
    const answer = await alice.signed({ method: other, path: alice.path(path) });
    assertError(answer, 405, 'method_not_allowed');
    const allowed = String(answer.headers.allow).split(', ');
    assert.ok(allowed.includes(method) && !allowed.includes(other), `${name}: ${allowed.join()}`);
  }
});

test('Errors: 409 no_files and files_not_listed: a drop with an empty tray, and before the first listing', async () => {
  await empty.get('contacts_add', { json: [{ email: bob.email }] });
  await empty.get('receivers_set', { json: [{ email: bob.email }] });
  assertError(await empty.call('createdrop', { json: {} }), 409, 'files_not_listed');
  await empty.get('get_files');
  assertError(await empty.call('createdrop', { json: {} }), 409, 'no_files');
});

test('Errors: 409 idempotency_conflict: a key used again for another request', async () => {
  const headers = { 'idempotency-key': 'once' };
  await prepareDrop(alice, [bob.email], { 'letter.txt': 'Dear Bob' });
  await alice.get('createdrop', { json: { desttime: 60 }, headers });
  const answer = await alice.call('createdrop', { json: { desttime: 61 }, headers });
  assertError(answer, 409, 'idempotency_conflict');
});

test('Errors: a person’s browser asking for a page gets an error page instead', async () => {
  const headers = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
  const answers: [Answer, number][] = [
    [await alice.bare({ path: alice.path(), headers }), 401],
    [await alice.signed({ path: bob.path(), headers }), 403],
    [await alice.bare({ path: '/nowhere', headers }), 404],
  ];
  for (const [answer, status] of answers) {
    assert.equal(answer.status, status);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    assertStandardHeaders(answer.headers);
    assert.match(answer.text(), /^<!doctype html>/i);
    assert.ok(
      answer.text().includes(String(answer.headers['x-request-id'])),
      'the page names its request',
    );
  }
  const program = await alice.bare({ path: alice.path(), headers: { accept: '*/*' } });
  assertError(program, 401, 'unauthorized');
});

test('below cgi/ and files/ an error is JSON, whatever Accept says', async () => {
  const headers = { accept: 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2' };
  const noToken = { ...headers, 'csrf-token': 'none' };
  assertError(
    await alice.bare({ path: alice.path('cgi/get_files.cgi'), headers }),
    401,
    'unauthorized',
  );
  assertError(
    await alice.signed({ path: bob.path('cgi/get_files.cgi'), headers }),
    403,
    'forbidden',
  );
  for (const path of ['cgi/get_files.cgi', 'x/files/y', 'cgi/', 'cgi/none?x', 'x/files/']) {
    const answer = await alice.signed({ path: alice.path(path), headers: noToken });
    assertError(answer, 403, 'csrf');
  }
  const encoded = `/alice%40example.com//cgi/other.cgi`;
  assertError(await alice.signed({ path: encoded, headers }), 404, 'not_found');
  assertError(await alice.signed({ path: alice.path('x/files/y'), headers }), 404, 'not_found');
  assertError(await alice.signed({ path: alice.path('cgi/%'), headers }), 400, 'bad_request');
});

test('Errors: the answer to HEAD has the headers and no body', async () => {
  const answer = await alice.bare({ method: 'HEAD', path: alice.path() });
  assert.equal(answer.status, 401);
  assertStandardHeaders(answer.headers);
  assert.equal(answer.body.length, 0);
});

// A request to a bucket is repeated for 30 s before the answer is 503: e2e/resilience/bucket-away.test.ts.
if (hasFilesOnDisk(server.dataDir)) {
  test('Errors: 503 unavailable, with Retry-After: a store is down', async () => {
    const blobs = join(server.dataDir, 'blobs');
    await rename(blobs, `${blobs}.away`);
    try {
      const answer = await alice.upload({ 'a.txt': 'a' });
      assertError(answer, 503, 'unavailable');
      assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
    } finally {
      await rename(`${blobs}.away`, blobs);
    }
    assert.equal((await alice.upload({ 'a.txt': 'a' })).status, 200);
  });
}
