import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { ErrorBody } from '#protocol/errors.ts';
import { doUpload, filePart, multipart } from '../harness/multipart.ts';
import { rawExchange } from '../harness/raw-exchange.ts';
import { startTarget, withstands } from './target.ts';

const target = await startTarget();
const { owner, server } = target;
const methods = METHODS.filter((method) => method !== 'CONNECT');

const operations = [
  { path: 'cgi/get_files.cgi', allow: 'GET, HEAD' },
  { path: 'cgi/remove_file.cgi?filename=kept.txt', allow: 'GET, HEAD' },
  { path: 'cgi/upload.cgi', allow: 'POST' },
  { path: 'cgi/createdrop.cgi', allow: 'POST' },
  { path: 'cgi/contacts_add.cgi', allow: 'POST' },
];

test('every method but the right one is refused, and told which is right', async () => {
  await withstands(target, async () => {
    for (const { path, allow } of operations) {
      for (const method of methods.filter((candidate) => !allow.split(', ').includes(candidate))) {
        const answer = await owner.signed({ method, path: owner.path(path) });
        assert.equal(answer.status, 405, `${method} ${path}`);
        assert.equal(answer.headers.allow, allow);
      }
    }
  });
});

test('TRACE repeats nothing', async () => {
  await withstands(target, async () => {
    for (const path of ['/', '/healthz', owner.path()]) {
      const answer = await owner.signed({
        method: 'TRACE',
        path,
        headers: { 'x-echo': 'shibboleth' },
      });
      assert.equal(answer.status, 405);
      assert.doesNotMatch(answer.text(), /shibboleth/);
    }
  });
});

test('a method that nobody knows, or none, is no request', async () => {
  await withstands(target, async () => {
    for (const method of ['FOO', 'get', 'GET,POST', '__proto__', '', '\u00e9']) {
      const answer = await rawExchange(server.url, `${method} / HTTP/1.1\r\nHost: x\r\n\r\n`);
      assert.equal(answer.status, 400, method);
    }
    const tunnel = await rawExchange(server.url, 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n');
    assert.equal(tunnel.raw, '', 'hung up on');
  });
});

test('headers and parameters that claim another method change nothing', async () => {
  const claims = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'];
  await withstands(target, async () => {
    for (const claim of claims) {
      const dispatch = await owner.signed({
        path: owner.path('cgi/createdrop.cgi?_method=POST'),
        headers: { [claim]: 'POST', 'content-type': 'application/json' },
      });
      assert.equal(dispatch.status, 405);
      const removal = await owner.signed({
        method: 'POST',
        path: owner.path('cgi/remove_file.cgi?filename=kept.txt&_method=GET'),
        headers: { [claim]: 'GET' },
      });
      assert.equal(removal.status, 405);
    }
  });
});

test('a compressed body is refused, not taken for what it is not', async () => {
  const form = multipart([doUpload, filePart('new.txt', 'data')]);
  const requests = [
    { path: 'cgi/upload.cgi', type: form.contentType, body: form.body },
    { path: 'cgi/receivers_set.cgi', type: 'application/json', body: Buffer.from('[]') },
  ];
  await withstands(target, async () => {
    for (const { path, type, body } of requests) {
      for (const encoding of ['gzip', 'GZIP', 'deflate', 'br', 'zstd', 'identity, gzip', 'x']) {
        const answer = await owner.signed({
          method: 'POST',
          path: owner.path(path),
          headers: { 'content-type': type, 'content-encoding': encoding },
          body: encoding === 'gzip' ? gzipSync(body) : body,
        });
        assert.equal(answer.status, 415, `${path} in ${encoding}`);
        assert.equal(answer.json<ErrorBody>().error, 'unsupported_media_type');
      }
    }
  });
});
