import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../harness/exchange.ts';
import { rawExchange } from '../harness/raw-exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { assertErrorBody, assertStandardHeaders } from './assert-answer.ts';
import { newestInInbox, sendFiles } from './send-files.ts';

const { server, clients } = await startExchange(['alice'], {
  settings: ['--max-json-size', '1KiB'],
});
const { alice } = clients;
await sendFiles(alice, [alice.email], { 'page.html': '<script>alert(1)</script>' });
const { url } = await newestInInbox(alice);
const file = await alice.download(url, 'page.html');
const etag = file.headers.etag ?? '';
const json = { 'content-type': 'application/json' };
const browser = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };

interface Kind {
  what: string;
  status: number;
  ask: () => Promise<Answer>;
}

/** One of every kind of answer there is. */
const kinds: Kind[] = [
  { what: 'JSON', status: 200, ask: () => alice.call('get_files') },
  { what: 'the chunked answer to an upload', status: 200, ask: () => alice.upload({ a: 'a' }) },
  { what: 'the index page', status: 200, ask: () => alice.send({ path: alice.path() }) },
  {
    what: 'the head of the index page',
    status: 200,
    ask: () => alice.send({ method: 'HEAD', path: alice.path() }),
  },
  { what: 'the front door', status: 200, ask: () => alice.bare({ path: '/' }) },
  { what: 'a style sheet', status: 200, ask: () => alice.bare({ path: '/assets/valise.css' }) },
  { what: 'a health check', status: 200, ask: () => alice.bare({ path: '/healthz' }) },
  { what: 'a download', status: 200, ask: () => alice.download(url, 'page.html') },
  {
    what: 'the head of a download',
    status: 200,
    ask: () => alice.download(url, 'page.html', { method: 'HEAD' }),
  },
  {
    what: 'a part of a download',
    status: 206,
    ask: () => alice.download(url, 'page.html', { headers: { range: 'bytes=1-2' } }),
  },
  {
    what: 'a download the client has already',
    status: 304,
    ask: () => alice.download(url, 'page.html', { headers: { 'if-none-match': etag } }),
  },
  {
    what: 'a failed precondition',
    status: 412,
    ask: () => alice.download(url, 'page.html', { headers: { 'if-match': '"other"' } }),
  },
  {
    what: 'a part beyond the end',
    status: 416,
    ask: () => alice.download(url, 'page.html', { headers: { range: 'bytes=999-' } }),
  },
  { what: 'a redirect', status: 308, ask: () => alice.bare({ path: `/${alice.email}` }) },
  {
    what: 'a body that is no JSON',
    status: 400,
    ask: () =>
      alice.signed({
        method: 'POST',
        path: alice.path('cgi/createdrop.cgi'),
        headers: json,
        body: '?',
      }),
  },
  { what: 'an address that is no address', status: 400, ask: () => alice.bare({ path: '/%zz/' }) },
  { what: 'a stranger', status: 401, ask: () => alice.bare({ path: alice.path() }) },
  {
    what: 'a stranger with a browser',
    status: 401,
    ask: () => alice.bare({ path: alice.path(), headers: browser }),
  },
  {
    what: 'a missing token',
    status: 403,
    ask: () => alice.send({ path: alice.path('cgi/get_files.cgi') }),
  },
  { what: 'a missing file', status: 404, ask: () => alice.download(url, 'none') },
  {
    what: 'a missing page',
    status: 404,
    ask: () => alice.bare({ path: '/none', headers: browser }),
  },
  { what: 'a wrong method', status: 405, ask: () => alice.call('get_files', { json: {} }) },
  {
    what: 'a state that forbids it',
    status: 409,
    ask: () => alice.call('createdrop', { json: {} }),
  },
  {
    what: 'a large body',
    status: 413,
    ask: () => alice.call('contacts_add', { json: 'x'.repeat(2000) }),
  },
  {
    what: 'a body of another type',
    status: 415,
    ask: () =>
      alice.signed({
        method: 'POST',
        path: alice.path('cgi/upload.cgi'),
        headers: json,
        body: '{}',
      }),
  },
  { what: 'wrong values', status: 422, ask: () => alice.call('contacts_add', { json: {} }) },
];

for (const { what, status, ask } of kinds) {
  test(`Headers: every response carries the document's headers: ${status}, ${what}`, async () => {
    const answer = await ask();
    assert.equal(answer.status, status, answer.text());
    assertStandardHeaders(answer.headers);
    const names = answer.rawHeaders
      .filter((_, index) => index % 2 === 0)
      .map((name) => name.toLowerCase());
    assert.equal(new Set(names).size, names.length, 'no header stands twice');
    for (const telling of ['server', 'x-powered-by', 'via']) assert.ok(!names.includes(telling));
  });
}

const malformed = {
  'what is no HTTP at all': ['NONSENSE\r\n\r\n', 400, 'bad_request'],
  'two lengths': [
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    400,
    'bad_request',
  ],
  'a length and chunks': [
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'bad_request',
  ],
  'endless headers': [
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
} as const;

for (const [what, [bytes, status, error]] of Object.entries(malformed)) {
  test(`Headers: every response carries the document's headers: ${status}, ${what}`, async () => {
    // A balancer answers such requests itself.
    const answer = await rawExchange(server.ownUrl, bytes);
    assert.equal(answer.status, status);
    assertStandardHeaders(answer.headers);
    const body = JSON.parse(answer.body) as Parameters<typeof assertErrorBody>[0];
    assertErrorBody(body);
    assert.equal(body.error, error);
  });
}

test('Headers: JSON is application/json; charset=utf-8, the index page text/html; charset=utf-8', async () => {
  assert.equal(
    (await alice.call('get_files')).headers['content-type'],
    'application/json; charset=utf-8',
  );
  const page = await alice.send({ path: alice.path() });
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
});

test('Headers: Content-Security-Policy is strict: own origin only, nothing inline, framing by the same origin alone', async () => {
  const { headers } = await alice.send({ path: alice.path() });
  const directives = String(headers['content-security-policy']).split(/;\s*/);
  assert.ok(directives.includes("default-src 'none'"));
  assert.ok(directives.includes("frame-ancestors 'self'"));
  for (const directive of directives) {
    const [name = '', ...sources] = directive.split(' ');
    for (const source of sources) assert.match(source, /^'(?:self|none)'$/, `${name} ${source}`);
  }
});

test('Headers: the pages keep to that policy: no inline script, style or handler', async () => {
  const page = (await alice.send({ path: alice.path() })).text();
  assert.doesNotMatch(page, /<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:/i);
});

test('Headers: X-Request-Id is new for each request', async () => {
  const first = await alice.call('get_files');
  const second = await alice.call('get_files', {
    headers: { 'x-request-id': 'chosen-by-the-client' },
  });
  assert.notEqual(first.headers['x-request-id'], second.headers['x-request-id']);
  assert.notEqual(second.headers['x-request-id'], 'chosen-by-the-client');
});
