import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestWriter } from './request-writer.ts';

test('a numbered request carries its number and the length of its body', () => {
  const write = createRequestWriter('127.0.0.1:1', {
    method: 'POST',
    path: '/up/{n}',
    headers: { 'x-name': 'file-{n}' },
    body: { before: '<{n}>', randomBytes: 5, after: '</>' },
  });
  const [head = '', body = ''] = Buffer.concat(write(12)).toString('latin1').split('\r\n\r\n');
  assert.deepEqual(head.split('\r\n'), [
    'POST /up/12 HTTP/1.1',
    'host: 127.0.0.1:1',
    'x-name: file-12',
    'content-length: 12',
  ]);
  assert.match(body, /^<12>[^]{5}<\/>$/);
});

test('a request without a number is written once', () => {
  const write = createRequestWriter('h', { method: 'GET', path: '/', headers: { accept: '*/*' } });
  assert.equal(String(write(1)[0]), 'GET / HTTP/1.1\r\nhost: h\r\naccept: */*\r\n\r\n');
  assert.equal(write(1)[0], write(2)[0]);
});
