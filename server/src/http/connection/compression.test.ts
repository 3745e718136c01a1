import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { chooseEncoding } from './compression.ts';
import { openDownloadPageFixture } from '../download-page/download-page-fixture.ts';
import { alice, formOf, openUploadPageFixture } from '../upload-page/upload-page-fixture.ts';

const choices: [header: string | undefined, encoding: string | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['GZIP;Q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['gzip;q=0, br;q=nothing', undefined],
];

for (const [header, encoding] of choices) {
  test(`Accept-Encoding ${String(header)} is answered with ${String(encoding)}`, () => {
    const headers = header === undefined ? {} : { 'accept-encoding': header };
    assert.equal(chooseEncoding({ headers } as FastifyRequest), encoding);
  });
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

test('the download page and what it loads are compressed', async (t) => {
  const { app, drop } = await openDownloadPageFixture(t);
  const { secret } = await drop({ 'a.txt': 'a', 'b.txt': 'b' });
  for (const url of [
    `/d/${secret}`,
    '/assets/valise.css',
    '/assets/download-page.js',
    '/assets/logo',
  ]) {
    const plain = await app.inject({ url });
    assert.equal(plain.headers['content-encoding'], undefined);
    for (const encoding of ['br', 'gzip'] as const) {
      const packed = await app.inject({ url, headers: { 'accept-encoding': encoding } });
      assert.equal(packed.headers['content-encoding'], encoding, url);
      assert.equal(packed.headers['vary'], 'accept-encoding');
      assert.equal(Number(packed.headers['content-length']), packed.rawPayload.length);
      assert.ok(packed.rawPayload.length < plain.rawPayload.length);
      assert.equal(unpack[encoding](packed.rawPayload).length, plain.rawPayload.length);
    }
  }
});

test('an asset that did not change is not sent again, in any encoding', async (t) => {
  const { app } = await openDownloadPageFixture(t);
  const tags = new Set<unknown>();
  for (const encoding of ['identity', 'br', 'gzip']) {
    const headers = { 'accept-encoding': encoding };
    const { headers: sent } = await app.inject({ url: '/assets/valise.css', headers });
    tags.add(sent.etag);
    const again = await app.inject({
      url: '/assets/valise.css',
      headers: { ...headers, 'if-none-match': String(sent.etag) },
    });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
  }
  assert.equal(tags.size, 3);
});

test('pages of the service itself are not compressed', async (t) => {
  const { app } = await openDownloadPageFixture(t);
  const headers = { 'accept-encoding': 'gzip, br', accept: 'text/html' };
  for (const url of ['/', '/d/nowhere']) {
    const answer = await app.inject({ url, headers });
    assert.equal(answer.headers['content-encoding'], undefined, url);
  }
});

test('neither the page that holds a token nor a form with what was typed is compressed', async (t) => {
  const { app, lend } = await openUploadPageFixture(t);
  const { url } = await lend();
  const headers = { 'accept-encoding': 'gzip, br', accept: 'text/html' };
  const authorization = `Basic ${Buffer.from(`${alice.email}:${alice.key}`).toString('base64')}`;
  const page = await app.inject({
    url: `/${alice.email}/`,
    headers: { ...headers, authorization },
  });
  const form = formOf(['message', 'typed by a stranger']);
  const refused = await app.inject({
    method: 'POST',
    url,
    payload: form.payload,
    headers: { ...headers, ...form.headers },
  });
  for (const answer of [page, refused, await app.inject({ url, headers })]) {
    assert.ok(answer.rawPayload.length > 1024);
    assert.equal(answer.headers['content-encoding'], undefined);
  }
  assert.match(page.body, /name="csrftoken"/);
  assert.match(refused.body, /typed by a stranger/);
});
