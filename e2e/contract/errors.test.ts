import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Answer } from '../harness/exchange.ts';
import { rawExchange } from '../harness/raw-exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { hasFilesOnDisk } from '../harness/stored-files.ts';
import { assertError, assertErrorBody, assertStandardHeaders } from './assert-answer.ts';

const { server, clients } = await startExchange(['alice', 'bob'], {
  settings: ['--max-json-size', '4KiB', '--max-file-size', '64KiB', '--tray-quota', '100KiB'],
});
const { alice, bob } = clients;

const tooLarge: Record<string, () => Promise<Answer>> = {
  'JSON body over its limit': () => alice.call('contacts_add', { json: 'x'.repeat(5000) }),
  'file over the limit': () => alice.upload({ big: Buffer.alloc(64 * 1024 + 1) }),
  'file far over the limit, while the client is still sending': () =>
    alice.upload({ huge: Buffer.alloc(16 * 1024 * 1024) }),
  'tray over the quota': () =>
    alice.upload({ one: Buffer.alloc(60 * 1024), two: Buffer.alloc(60 * 1024) }),
};
for (const [when, ask] of Object.entries(tooLarge)) {
  test(`Errors: 413 too_large: ${when}`, async () => {
    assertError(await ask(), 413, 'too_large');
  });
}

test('Errors: 413 begins above the limit: a file and a tray may be exactly as large as the settings say', async () => {
  const full = Buffer.alloc(64 * 1024);
  assert.equal((await bob.upload({ one: full })).status, 200);
  assert.equal((await bob.upload({ two: Buffer.alloc(36 * 1024) })).status, 200);
  assertError(await bob.upload({ three: 'x' }), 413, 'too_large');
  assert.equal((await bob.upload({ one: full })).status, 200, 'what it replaces does not count');
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

test('an address below cgi/ that is no address is 400, as JSON', async () => {
  const headers = { accept: 'text/html, */*; q=.2' };
  assertError(await alice.signed({ path: alice.path('cgi/%'), headers }), 400, 'bad_request');
});

const browser = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };

/** Answers that belong to no account, or that name what made them. */
const kinds: Record<string, [status: number, ask: () => Promise<Answer>]> = {
  JSON: [200, () => alice.call('contacts_read')],
  'the index page': [200, () => alice.send({ path: alice.path() })],
  'the front door': [200, () => alice.bare({ path: '/' })],
  'a style sheet': [200, () => alice.bare({ path: '/assets/valise.css' })],
  'a health check': [200, () => alice.bare({ path: '/healthz' })],
  'an address that is no address': [400, () => alice.bare({ path: '/%zz/' })],
  'a stranger with a browser': [401, () => alice.bare({ path: alice.path(), headers: browser })],
  'a missing page': [404, () => alice.bare({ path: '/none', headers: browser })],
  'a large body': [413, () => alice.call('contacts_add', { json: 'x'.repeat(5000) })],
};
for (const [what, [status, ask]] of Object.entries(kinds)) {
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
