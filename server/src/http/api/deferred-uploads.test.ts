import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { base64, bytesType, version } from '../tus/tus-fixture.ts';
import { openApi } from './api-fixture.ts';

interface UploadJson {
  id: string;
  size: number | null;
  received: number;
  state: string;
  sha256: string | null;
}

const deferred = {
  ...version,
  'upload-defer-length': '1',
  'upload-metadata': `filename ${base64('dump.sql')}`,
};
const sha256 = (text: string) => createHash('sha256').update(text).digest();

async function open(t: TestContext, ...args: string[]) {
  const { program, ...rest } = await openApi(t, ...args);

  async function begin(headers: Record<string, string> = {}, bytes?: string) {
    const type = bytes === undefined ? {} : bytesType;
    const answer = await program.ask(
      'POST',
      '/uploads',
      { ...deferred, ...type, ...headers },
      bytes,
    );
    assert.equal(answer.statusCode, 201, answer.body);
    return { path: String(answer.headers.location), upload: answer.json<UploadJson>(), answer };
  }

  function patch(
    path: string,
    offset: number,
    bytes: string,
    headers: Record<string, string> = {},
  ) {
    const at = { ...version, ...bytesType, 'upload-offset': String(offset) };
    return program.ask('PATCH', path, { ...at, ...headers }, bytes);
  }

  const read = async (path: string) => (await program.ask('GET', path)).json<UploadJson>();
  const head = async (path: string) => (await program.ask('HEAD', path, version)).headers;
  const send = (id: string) =>
    program.post('/drops', { receivers: [{ email: 'bob@example.com' }], uploads: [id] });

  return { program, ...rest, begin, patch, read, head, send };
}

describe('an upload of unknown length', () => {
  test('takes bytes until a request declares the length, and is complete then', async (t) => {
    const { begin, patch, read, head, send } = await open(t);
    const { path, upload } = await begin();
    assert.deepEqual([upload.size, upload.received, upload.state], [null, 0, 'open']);
    assert.equal((await patch(path, 0, 'abc')).headers['upload-offset'], '3');
    const before = await head(path);
    assert.deepEqual(
      [before['upload-defer-length'], before['upload-length'], before['upload-offset']],
      ['1', undefined, '3'],
    );
    const early = await send(upload.id);
    const refused = early.json<{ code: string; retry: string; errors: { pointer: string }[] }>();
    assert.deepEqual(
      [early.statusCode, refused.code, refused.retry, refused.errors[0]?.pointer],
      [409, 'upload_in_progress', 'later', '/uploads/0'],
    );
    assert.equal((await patch(path, 3, 'def', { 'upload-length': '6' })).statusCode, 204);
    const after = await head(path);
    assert.deepEqual([after['upload-defer-length'], after['upload-length']], [undefined, '6']);
    assert.deepEqual((({ size, state }) => [size, state])(await read(path)), [6, 'complete']);
    const sent = await send(upload.id);
    assert.equal(sent.statusCode, 201, sent.body);
    const [file] = sent.json<{ files: { name: string; size: number; sha256: string }[] }>().files;
    assert.deepEqual(
      [file?.name, file?.size, file?.sha256],
      ['dump.sql', 6, sha256('abcdef').toString('hex')],
    );
  });

  test('may end with a request that declares the length and has no bytes', async (t) => {
    const { begin, patch, read } = await open(t);
    for (const text of ['abc', '']) {
      const { path } = await begin({}, text === '' ? undefined : text);
      const last = await patch(path, text.length, '', { 'upload-length': String(text.length) });
      assert.equal(last.statusCode, 204, last.body);
      let upload = await read(path);
      for (let tries = 0; upload.sha256 === null && tries < 200; tries += 1) {
        await setTimeout(10);
        upload = await read(path);
      }
      assert.deepEqual([upload.state, upload.sha256], ['complete', sha256(text).toString('hex')]);
    }
  });

  test('has a length that is declared once, and fits what has come', async (t) => {
    const { program, begin, patch, read } = await open(t);
    const { path } = await begin({}, 'abcdef');
    const declare = (length: string, bytes = '') =>
      patch(path, 6, bytes, { 'upload-length': length });
    for (const length of ['5', '-1', 'x', '1e3']) {
      assert.equal((await declare(length)).statusCode, 400, length);
    }
    assert.equal((await read(path)).size, null, 'what is refused declares nothing');
    assert.equal((await declare('8', 'ghi')).statusCode, 413, 'more than is declared');
    assert.equal((await read(path)).size, 8);
    const other = await declare('9');
    const { code, errors } = other.json<{ code: string; errors: { pointer: string }[] }>();
    assert.deepEqual(
      [other.statusCode, code, errors[0]?.pointer],
      [400, 'bad_request', '/Upload-Length'],
    );
    assert.equal((await declare('8', 'gh')).statusCode, 204, 'the same again changes nothing');
    const sized = { ...version, 'upload-length': '3', 'upload-metadata': '' };
    const known = String((await program.ask('POST', '/uploads', sized)).headers.location);
    assert.equal((await patch(known, 0, 'abc', { 'upload-length': '4' })).statusCode, 400);
    assert.equal((await patch(known, 0, 'abc', { 'upload-length': '3' })).statusCode, 204);
  });

  test('says so at its creation with 1, without a length', async (t) => {
    const { program } = await open(t);
    for (const headers of [
      { 'upload-defer-length': '0' },
      { 'upload-defer-length': 'true' },
      { 'upload-length': '3' },
    ]) {
      const answer = await program.ask('POST', '/uploads', { ...deferred, ...headers });
      const { code, errors } = answer.json<{ code: string; errors: { pointer: string }[] }>();
      assert.deepEqual(
        [answer.statusCode, code, errors[0]?.pointer],
        [400, 'bad_request', '/Upload-Defer-Length'],
      );
    }
    assert.deepEqual((await program.ask('GET', '/uploads')).json(), { items: [], next: null });
  });

  test('is found again by the key in its metadata, also once its length is declared', async (t) => {
    const { begin, patch } = await open(t);
    const keyed = { 'upload-metadata': `filename ${base64('a')},key ${base64('k1')}` };
    const { path } = await begin(keyed, 'abc');
    const again = await begin(keyed, 'ignored');
    assert.deepEqual([again.path, again.upload.received, again.upload.size], [path, 3, null]);
    await patch(path, 3, 'd', { 'upload-length': '4' });
    const whole = await begin(keyed);
    assert.deepEqual([whole.path, whole.upload.size, whole.upload.state], [path, 4, 'complete']);
    const other = { 'upload-metadata': `filename ${base64('a')},key ${base64('k2')}` };
    assert.notEqual((await begin(other)).path, path);
  });

  test('keeps nothing of bytes that do not match their checksum, and is deleted like any other', async (t) => {
    const { program, begin, patch, read } = await open(t);
    const { path } = await begin({}, 'abc');
    const wrong = { 'upload-checksum': `sha256 ${sha256('x').toString('base64')}` };
    assert.equal((await patch(path, 3, 'def', wrong)).statusCode, 460);
    assert.equal((await read(path)).received, 3);
    const right = { 'upload-checksum': `sha256 ${sha256('def').toString('base64')}` };
    assert.equal((await patch(path, 3, 'def', right)).statusCode, 204);
    assert.equal((await program.ask('DELETE', path, version)).statusCode, 204);
    assert.equal((await patch(path, 6, 'x')).statusCode, 404);
  });

  test('expires after its last byte', async (t) => {
    const { program, begin, patch, clock } = await open(t);
    const { path, answer } = await begin({}, 'abc');
    clock.advance(1000);
    const later = await patch(path, 3, 'def');
    const [before, after] = [answer, later].map(({ headers }) =>
      Date.parse(String(headers['upload-expires'])),
    );
    assert.equal((after ?? 0) - (before ?? 0), 1000);
    clock.advance((after ?? 0) - clock.now() + 1000);
    assert.equal((await program.ask('HEAD', path, version)).statusCode, 404);
  });
});

describe('the quota', () => {
  test('counts what has come of an upload of unknown length, and the length once it is declared', async (t) => {
    const { program, begin, patch } = await open(t, '--tray-quota', '1000');
    const { path } = await begin({}, 'x'.repeat(600));
    const declare = (length: string) => patch(path, 600, '', { 'upload-length': length });
    const refused = await declare('1001');
    assert.deepEqual(
      [refused.statusCode, refused.json<{ code: string }>().code],
      [413, 'too_large'],
    );
    const plain = (bytes: number) =>
      program.ask('POST', '/uploads?name=a', { 'content-type': 'text/plain' }, 'x'.repeat(bytes));
    assert.equal((await plain(401)).statusCode, 413);
    assert.equal((await plain(300)).statusCode, 201);
    assert.equal((await declare('701')).statusCode, 413);
    assert.equal((await declare('700')).statusCode, 204);
    assert.equal((await plain(1)).statusCode, 413);
    assert.equal((await patch(path, 600, 'x'.repeat(100))).statusCode, 204);
  });

  test('ends such an upload where it is passed, and keeps nothing of that request', async (t) => {
    const { program, begin, patch, read } = await open(t, '--tray-quota', '3000000');
    const { path } = await begin();
    assert.equal((await patch(path, 0, 'x'.repeat(1_000_000))).statusCode, 204);
    const announced = await patch(path, 1_000_000, 'x'.repeat(2_000_001));
    assert.equal(announced.statusCode, 413);
    let produced = 0;
    const endless = Readable.from(
      (function* () {
        for (; produced < 200; produced += 1) yield Buffer.alloc(100_000);
      })(),
    );
    const at = { ...version, ...bytesType, 'upload-offset': '1000000' };
    const streamed = await program.ask('PATCH', path, at, endless);
    assert.deepEqual(
      [streamed.statusCode, streamed.json<{ code: string }>().code],
      [413, 'too_large'],
    );
    assert.equal((await read(path)).received, 1_000_000);
    assert.equal((await patch(path, 1_000_000, 'x'.repeat(2_000_000))).statusCode, 204);
    assert.equal((await patch(path, 3_000_000, 'x')).statusCode, 413);
  });

  for (const [quota, bytes] of [
    [1_000_000, 600_000],
    [60_000, 40_000],
  ] as const) {
    test(`of ${quota} bytes is not passed by two of them side by side`, async (t) => {
      const { begin, patch, read } = await open(t, '--tray-quota', String(quota));
      const both = [(await begin()).path, (await begin()).path];
      const answers = await Promise.all(both.map((path) => patch(path, 0, 'x'.repeat(bytes))));
      assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [204, 413]);
      const received = await Promise.all(both.map(async (path) => (await read(path)).received));
      assert.deepEqual(received.sort(), [0, bytes]);
    });
  }

  test('and the largest size of a file hold for each piece', async (t) => {
    const { begin, patch } = await open(t, '--max-file-size', '1000');
    const { path } = await begin({}, 'x'.repeat(900));
    assert.equal((await patch(path, 900, 'x'.repeat(101))).statusCode, 413);
    assert.equal((await patch(path, 900, '', { 'upload-length': '1001' })).statusCode, 413);
    assert.equal(
      (await patch(path, 900, 'x'.repeat(100), { 'upload-length': '1000' })).statusCode,
      204,
    );
  });
});
