import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Answer } from '../harness/exchange.ts';
import type { FormPart } from '../harness/multipart.ts';
import { doUpload, filePart, multipart } from '../harness/multipart.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { storedFiles } from '../harness/stored-files.ts';
import { assertError, assertJson } from './assert-answer.ts';
import type { FileEntry } from './wire.ts';

const { server, clients } = await startExchange(['alice']);
const { alice } = clients;

/** The bytes of files that were taken and then removed: the sweeper fetches them later. */
const removed = new Set<string>();
const file = filePart('a.txt', 'a');

function digestOf(algorithm: string, content: string | Buffer): string {
  return createHash(algorithm).update(content).digest('base64');
}

/** Sends a form with headers that are made of its bytes. */
async function uploadWith(
  parts: readonly FormPart[],
  headersOf: (body: Buffer) => Record<string, string>,
): Promise<Answer> {
  const { contentType, body } = multipart(parts);
  return await alice.signed({
    method: 'POST',
    path: alice.path('cgi/upload.cgi'),
    headers: { 'content-type': contentType, ...headersOf(body) },
    body,
  });
}

async function assertNothingKept(): Promise<void> {
  assert.deepEqual(await alice.get('get_files'), []);
  const { whole, incoming } = await storedFiles(server.dataDir);
  assert.deepEqual(incoming, []);
  assert.ok(
    whole.every((blob) => removed.has(blob)),
    'a refused file left its bytes behind',
  );
}

async function assertTaken(answer: Answer): Promise<void> {
  assertJson(answer, { status: 'done' });
  const entries = await alice.get<FileEntry[]>('get_files');
  assert.deepEqual(
    entries.map(({ name }) => name),
    ['a.txt'],
  );
  await alice.get('remove_file', { query: 'filename=a.txt' });
  for (const blob of (await storedFiles(server.dataDir)).whole) removed.add(blob);
}

test('the same name twice in one request is invalid, and neither file is kept', async () => {
  const large = Buffer.alloc(700_000, 7);
  for (const twice of ['a.txt', '/other/folder/a.txt']) {
    const answer = await alice.uploadForm([
      doUpload,
      filePart('a.txt', large),
      filePart(twice, 'SECOND'),
    ]);
    const { details } = assertError(answer, 422, 'invalid');
    assert.match(details?.[0]?.problem ?? '', /a\.txt/);
    await assertNothingKept();
  }
});

test('a part with a file name under another field than file is invalid, and nothing is kept', async () => {
  const other = { name: 'attachment', filename: 'b.txt', value: 'b' };
  const unreadable = {
    name: 'attachment',
    value: 'b',
    disposition: `form-data; name="attachment"; filename*=KOI8-R''%C1`,
  };
  for (const parts of [
    [doUpload, file, other],
    [other, doUpload, file],
    [doUpload, file, unreadable],
  ]) {
    const { details } = assertError(await alice.uploadForm(parts), 422, 'invalid');
    assert.equal(details?.[0]?.field, 'attachment');
    await assertNothingKept();
  }
});

const encodedFields: Record<string, FormPart> = {
  'quoted-printable': {
    name: 'do',
    value: 'upl=6Fa=\r\nd',
    type: 'text/plain; charset=us-ascii',
    headers: ['Content-Transfer-Encoding: quoted-printable'],
  },
  base64: { name: 'do', value: 'dXBs\r\nb2Fk', headers: ['Content-Transfer-Encoding: BASE64'] },
  '8bit': { name: 'do', value: 'upload', headers: ['Content-Transfer-Encoding: 8bit'] },
};
for (const [encoding, field] of Object.entries(encodedFields)) {
  test(`a text field in ${encoding} is decoded`, async () => {
    await assertTaken(await alice.uploadForm([field, file]));
    await assertTaken(await alice.uploadForm([file, field]));
  });
}

test('a file in quoted-printable or base64 is refused', async () => {
  for (const encoding of ['quoted-printable', 'base64', 'x-uuencode']) {
    const encoded = { ...file, headers: [`Content-Transfer-Encoding: ${encoding}`] };
    assertError(await alice.uploadForm([doUpload, encoded]), 400, 'bad_request');
    await assertNothingKept();
  }
  for (const encoding of ['7bit', '8bit', 'binary']) {
    const plain = { ...file, headers: [`Content-Transfer-Encoding: ${encoding}`] };
    await assertTaken(await alice.uploadForm([doUpload, plain]));
  }
});

/** Ways to say what a request holds, made from its bytes. */
const requestDigests: Record<string, (content: Buffer | string) => Record<string, string>> = {
  'Content-Digest of SHA-256': (content) => ({
    'content-digest': `sha-256=:${digestOf('sha256', content)}:`,
  }),
  'Content-Digest of SHA-512 beside one that is unknown': (content) => ({
    'content-digest': `crc32c=:AAAAAA==:, sha-512=:${digestOf('sha512', content)}:`,
  }),
  'Repr-Digest': (content) => ({ 'repr-digest': `sha-256=:${digestOf('sha256', content)}:` }),
  'Content-MD5': (content) => ({ 'content-md5': digestOf('md5', content) }),
};
for (const [what, headersOf] of Object.entries(requestDigests)) {
  test(`${what} on an upload is checked, and a mismatch keeps nothing`, async () => {
    const large = filePart('b.bin', Buffer.alloc(700_000, 7));
    await assertTaken(await uploadWith([doUpload, file], headersOf));
    const wrong = await uploadWith([doUpload, large, file], () => headersOf('something else'));
    assertError(wrong, 400, 'bad_request');
    await assertNothingKept();
  });
}

test('digests on a part are checked against the data of that part', async () => {
  for (const headerOf of [
    (content: string) => `Content-Digest: sha-256=:${digestOf('sha256', content)}:`,
    (content: string) => `Content-MD5: ${digestOf('md5', content)}`,
  ]) {
    const good = { ...file, headers: [headerOf('a')] };
    await assertTaken(await alice.uploadForm([doUpload, good]));
    const bad = { ...file, headers: [headerOf('b')] };
    const { message } = assertError(await alice.uploadForm([doUpload, bad]), 400, 'bad_request');
    assert.match(message, /does not match/);
    await assertNothingKept();
  }
});

test('a digest that nobody can check is refused', async () => {
  for (const headers of [
    { 'content-digest': 'sha-256=abc' },
    { 'content-digest': 'crc32c=:AAAAAA==:' },
    { 'content-md5': 'not base64!' },
  ]) {
    assertError(await uploadWith([doUpload, file], () => headers), 400, 'bad_request');
  }
  await assertNothingKept();
});
