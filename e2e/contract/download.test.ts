import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Answer } from '../harness/exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { doUpload, filePart } from '../harness/multipart.ts';
import { assertError, assertStandardHeaders } from './assert-answer.ts';
import { newestInInbox, prepareDrop } from './send-files.ts';

const { clients } = await startExchange(['alice', 'bob']);
const { alice, bob } = clients;

/** Longer than several of the pieces in which files are sealed, and not a whole number of them. */
const content = Buffer.from(
  Array.from({ length: 800_001 }, (_, index) => (index * 31 + (index >> 9)) % 256),
);
const oddName = 'å "ö" 100%+#?;\'*.bin';
await prepareDrop(alice, [bob.email], {
  'data.bin': content,
  'empty.bin': '',
  'page.html': '<script></script>',
});
await alice.uploadForm([
  doUpload,
  filePart(oddName.replaceAll('"', '%22'), 'odd', 'Image/PNG; x=y'),
  filePart('hl7.txt', 'MSH', 'application/hl7-v2'),
  filePart('letter.xml', '<a/>', 'Application/XML; charset="ISO-8859-1"'),
  filePart('data.json', '{}', 'application/json'),
]);
await alice.get('createdrop', { json: {} });
const { url } = await newestInInbox(bob);

async function get(headers: Record<string, string> = {}, name = 'data.bin'): Promise<Answer> {
  return await bob.download(url, name, { headers });
}

const whole = await get();
const etag = whole.headers.etag ?? '';
const lastModified = whole.headers['last-modified'] ?? '';

test('Download: the exact bytes, with Content-Length, Content-Type, ETag, Accept-Ranges and Repr-Digest (SHA-256)', () => {
  assert.equal(whole.status, 200);
  assert.ok(whole.body.equals(content));
  assertStandardHeaders(whole.headers);
  assert.equal(whole.headers['content-length'], String(content.length));
  assert.equal(whole.headers['content-type'], 'application/octet-stream');
  assert.match(etag, /^"[\w-]+"$/);
  assert.equal(whole.headers['accept-ranges'], 'bytes');
  const digest = createHash('sha256').update(content).digest('base64');
  assert.equal(whole.headers['repr-digest'], `sha-256=:${digest}:`);
});

test('Download: Content-Type is the stored media type, whatever it is, with its charset where one was declared', async () => {
  for (const [name, type] of [
    ['hl7.txt', 'application/hl7-v2'],
    ['letter.xml', 'application/xml; charset=iso-8859-1'],
    ['page.html', 'text/html'],
    ['data.json', 'application/json'],
  ] as const) {
    const { headers } = await get({}, name);
    assert.equal(headers['content-type'], type);
    assert.match(headers['content-disposition'] ?? '', /^attachment;/);
    assert.match(String(headers['content-security-policy']), /sandbox/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
  }
});

test('Download: Content-Disposition is attachment (RFC 6266), with both forms of the name', async () => {
  assert.equal(
    whole.headers['content-disposition'],
    `attachment; filename="data.bin"; filename*=UTF-8''data.bin`,
  );
  const odd = await get({}, oddName);
  assert.equal(odd.text(), 'odd');
  assert.equal(odd.headers['content-type'], 'image/png');
  const [, plain, exact = ''] =
    /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([\w.%~!#$&+^`|-]+)$/.exec(
      odd.headers['content-disposition'] ?? '',
    ) ?? [];
  assert.ok(plain !== undefined && !/["\\]/.test(plain));
  assert.equal(decodeURIComponent(exact), oddName);
});

test('Download: never rendered in the site’s origin: Content-Security-Policy: sandbox on file data', async () => {
  const page = await get({}, 'page.html');
  for (const answer of [whole, page, await get({ range: 'bytes=0-1' })]) {
    const directives = String(answer.headers['content-security-policy']).split(/;\s*/);
    assert.ok(directives.includes('sandbox'));
    assert.match(answer.headers['content-disposition'] ?? '', /^attachment;/);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  }
});

const size = content.length;
const ranges: Record<string, [first: number, last: number]> = {
  'bytes=0-0': [0, 0],
  'bytes=0-99': [0, 99],
  'bytes=262100-262200': [262_100, 262_200],
  'bytes=262144-524287': [262_144, 524_287],
  'bytes=100-': [100, size - 1],
  'bytes=-100': [size - 100, size - 1],
  'bytes=-9999999': [0, size - 1],
  'bytes=800000-9999999': [800_000, 800_000],
};
for (const [range, [first, last]] of Object.entries(ranges)) {
  test(`Download: range requests work: ${range}`, async () => {
    const answer = await get({ range });
    assert.equal(answer.status, 206);
    assertStandardHeaders(answer.headers);
    assert.equal(answer.headers['content-range'], `bytes ${first}-${last}/${size}`);
    assert.equal(answer.headers['content-length'], String(last - first + 1));
    assert.equal(answer.headers.etag, etag);
    assert.ok(answer.body.equals(content.subarray(first, last + 1)));
  });
}

test('Download: a range that begins beyond the end is 416 with the true size', async () => {
  for (const range of [`bytes=${size}-`, 'bytes=-0']) {
    const answer = await get({ range });
    assert.equal(answer.status, 416);
    assert.equal(answer.headers['content-range'], `bytes */${size}`);
    assert.equal(answer.body.length, 0);
  }
});

test('Download: a range that is nonsense, of another unit or manifold is answered with the whole file', async () => {
  for (const range of ['bytes=5-2', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6', 'bytes']) {
    const answer = await get({ range });
    assert.equal(answer.status, 200, range);
    assert.equal(answer.body.length, size);
  }
});

test('Download: a broken download can be resumed: If-Range with the tag or the date goes on, another starts over', async () => {
  const half = size >> 1;
  for (const validator of [etag, lastModified]) {
    const rest = await get({ range: `bytes=${half}-`, 'if-range': validator });
    assert.equal(rest.status, 206);
    assert.ok(Buffer.concat([content.subarray(0, half), rest.body]).equals(content));
  }
  for (const validator of ['"other"', `W/${etag}`, 'Thu, 01 Jan 2004 00:00:00 GMT']) {
    assert.equal((await get({ range: `bytes=${half}-`, 'if-range': validator })).status, 200);
  }
});

const conditions: [headers: Record<string, string>, status: number][] = [
  [{ 'if-none-match': etag }, 304],
  [{ 'if-none-match': `"other", W/${etag}` }, 304],
  [{ 'if-none-match': '*' }, 304],
  [{ 'if-none-match': '"other"' }, 200],
  [{ 'if-modified-since': lastModified }, 304],
  [{ 'if-modified-since': 'Thu, 01 Jan 2004 00:00:00 GMT' }, 200],
  [{ 'if-none-match': '"other"', 'if-modified-since': lastModified }, 200],
  [{ 'if-match': etag }, 200],
  [{ 'if-match': '*' }, 200],
  [{ 'if-match': '"other"' }, 412],
  [{ 'if-match': `W/${etag}` }, 412],
  [{ 'if-unmodified-since': 'Thu, 01 Jan 2004 00:00:00 GMT' }, 412],
  [{ 'if-unmodified-since': lastModified }, 200],
];
for (const [headers, status] of conditions) {
  const names = Object.entries(headers).map(
    ([name, value]) => `${name}: ${value.replace(etag, 'its tag')}`,
  );
  test(`Download: conditional requests work: ${names.join(', ')} is ${status}`, async () => {
    const answer = await get(headers);
    assert.equal(answer.status, status);
    assert.equal(answer.headers.etag, etag);
    assert.equal(answer.body.length, status === 200 ? size : 0);
  });
}

test('Download: HEAD works: the same headers as GET, and no body', async () => {
  const head = await bob.download(url, 'data.bin', { method: 'HEAD' });
  assert.equal(head.status, 200);
  assert.equal(head.body.length, 0);
  for (const [name, value] of Object.entries(whole.headers)) {
    if (name !== 'date' && name !== 'x-request-id') assert.equal(head.headers[name], value, name);
  }
});

test('Download: an empty file is a file', async () => {
  const answer = await get({}, 'empty.bin');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['content-length'], '0');
  assert.equal(answer.body.length, 0);
  assert.equal((await get({ range: 'bytes=0-' }, 'empty.bin')).status, 416);
});

test('Download: needs a valid token, and the exact name', async () => {
  const path = bob.path(`${url}/files/data.bin`);
  assertError(await bob.send({ path }), 403, 'csrf');
  for (const name of ['DATA.BIN', 'data.bin ', '..', 'data.bin/', '']) {
    assertError(await get({}, name), 404, 'not_found');
  }
  assertError(await bob.signed({ path: bob.path(`${url}x/files/data.bin`) }), 404, 'not_found');
  assertError(await bob.signed({ path: bob.path(`${url}/data.bin`) }), 404, 'not_found');
});
