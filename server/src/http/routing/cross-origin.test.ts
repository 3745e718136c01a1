import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { headerMeanings } from '#protocol/operations/answer-headers.ts';
import { openApi } from '../api/api-fixture.ts';
import { host } from '../app/people-fixture.ts';
import { standardHeaders } from '../connection/response-headers.ts';
import { base64, openTus } from '../tus/tus-fixture.ts';
import { addressOf, routes } from './route-table-fixture.ts';

const portal = 'https://portal.example.com';
const local = 'http://localhost:5173';
const listed = ['--api-origins', `${portal},${local}`];
const unlisted = [
  'https://evil.example',
  'null',
  'http://portal.example.com',
  `${portal}:8443`,
  `${portal}.evil.example`,
  `${portal}/`,
  'HTTPS://PORTAL.EXAMPLE.COM',
];

const shared = ['/u/:secret/tus', '/u/:secret/tus/:upload', '/u/:secret/send'];
const isShared = (path: string) => path.startsWith('/api/v1/') || shared.includes(path);

/** With these, every origin is tried: all routes are shared by the same listener. */
const isAny = (path: string) => ['/api/v1/uploads', '/u/:secret/tus'].includes(path);

function namesIn(header: unknown): string[] {
  return String(header).toLowerCase().split(', ');
}

/** What an answer says of other origins. */
function corsOf({ headers }: LightMyRequestResponse) {
  return Object.keys(headers).filter((name) => name.startsWith('access-control-'));
}

function assertShared(answer: LightMyRequestResponse, origin = portal): void {
  assert.equal(answer.headers['access-control-allow-origin'], origin);
  assert.equal(answer.headers['access-control-allow-credentials'], undefined);
  assert.ok(namesIn(answer.headers.vary).includes('origin'));
  assert.equal(answer.headers['cross-origin-resource-policy'], 'cross-origin');
}

function assertUnshared(answer: LightMyRequestResponse): void {
  assert.deepEqual(corsOf(answer), []);
  assert.equal(answer.headers['cross-origin-resource-policy'], 'same-origin');
}

describe('scripts of a listed origin', () => {
  test('may call every route of the API and of uploads, and no other', async (t) => {
    const { app } = await openApi(t, ...listed);
    const preflight = (path: string, origin: string) =>
      app.inject({
        method: 'OPTIONS',
        url: addressOf(path),
        headers: {
          ...{ host, origin, 'access-control-request-method': 'POST' },
          'access-control-request-headers': 'authorization',
        },
      });
    assert.ok(routes.filter(({ path }) => isShared(path)).length > 30);
    for (const { path, methods, access } of routes) {
      for (const origin of isAny(path) ? [portal, local] : [portal]) {
        const answer = await preflight(path, origin);
        if (!isShared(path)) {
          assertUnshared(answer);
          continue;
        }
        assert.deepEqual([answer.statusCode, answer.body], [204, ''], path);
        assertShared(answer, origin);
        const allowed = namesIn(answer.headers['access-control-allow-methods']);
        assert.deepEqual(allowed, namesIn(Object.keys(methods).join(', ')));
        const headers = namesIn(answer.headers['access-control-allow-headers']);
        assert.equal(new Set(headers).size, headers.length);
        const named = Object.values(methods).flatMap(({ operation }) =>
          (operation?.input.headers ?? []).map(({ name }) => name),
        );
        const isBearer = access !== 'public' && access.scheme === 'bearer';
        const wanted = ['content-type', 'traceparent', ...(isBearer ? ['authorization'] : [])];
        for (const name of [...wanted, ...named]) assert.ok(headers.includes(name), name);
        assert.match(String(answer.headers['access-control-max-age']), /^\d+$/);
        for (const [name, value] of Object.entries(standardHeaders)) {
          const isPolicy = name === 'cross-origin-resource-policy';
          assert.equal(answer.headers[name], isPolicy ? 'cross-origin' : value);
        }
      }
      for (const origin of isAny(path) ? unlisted : []) {
        const answer = await preflight(path, origin);
        assertUnshared(answer);
        assert.ok(namesIn(answer.headers.vary).includes('origin'));
      }
    }
  });

  test('read answers and refusals, and headers that programs act on', async (t) => {
    const { app, program } = await openApi(
      t,
      ...listed,
      '--request-rate',
      '7',
      '--max-json-size',
      '1MB',
    );
    const cross = { origin: portal, 'sec-fetch-site': 'cross-site' };
    const json = { ...cross, 'content-type': 'application/json' };
    const answers: [number, LightMyRequestResponse][] = [
      [200, await program.ask('GET', '/me', cross)],
      [200, await program.ask('HEAD', '/me', cross)],
      [404, await program.ask('GET', '/drops/none', cross)],
      [404, await app.inject({ url: '/api/v1/none', headers: { host, ...cross } })],
      [405, await program.ask('PATCH', '/me', cross)],
      [401, await app.inject({ url: '/api/v1/me', headers: { host, ...cross } })],
      [413, await program.ask('POST', '/drops', json, `"${'x'.repeat(2_000_000)}"`)],
      [422, await program.ask('POST', '/drops', json, '{}')],
      // Of uploads by tus, OPTIONS asks what the server can do.
      [204, await program.ask('OPTIONS', '/uploads', cross)],
      [200, await program.ask('GET', '/', cross)],
      [429, await program.ask('GET', '/me', cross)],
      [400, await app.inject({ url: '/api/v1/%', headers: { host, ...cross } })],
    ];
    for (const [status, answer] of answers) {
      assert.equal(answer.statusCode, status, `${status} ${answer.body.slice(0, 200)}`);
      assertShared(answer);
      const readable = namesIn(answer.headers['access-control-expose-headers']);
      const actedOn = Object.keys(headerMeanings).filter((name) => name !== 'Tray-Removed');
      const others = ['X-Request-Id', 'Content-Disposition', 'Deprecation', 'Sunset'];
      for (const name of [...actedOn, ...others]) {
        assert.ok(readable.includes(name.toLowerCase()), name);
      }
    }
  });

  test('never come with HTTP Basic, nor with a cookie', async (t) => {
    const { app, program, addPerson } = await openApi(t, ...listed);
    const { cookie } = await addPerson('paula@example.com');
    const basic = Buffer.from(`${program.account.email}:${program.key}`).toString('base64');
    const headers = { host, origin: portal };
    const url = '/api/v1/me';
    const typed = await app.inject({
      ...{ url, headers: { ...headers, authorization: `Basic ${basic}` } },
    });
    assert.equal(typed.statusCode, 403);
    assertShared(typed);
    assert.equal((await app.inject({ url, headers: { ...headers, cookie } })).statusCode, 401);
  });

  test('upload at the page of a contact, and send', async (t) => {
    const tus = await openTus(t, ...listed);
    const cross = { origin: local, 'sec-fetch-site': 'cross-site' };
    const creation = {
      ...{ 'upload-length': '3', 'upload-metadata': `filename ${base64('a.txt')}` },
    };
    for (const origin of unlisted.filter((each) => each !== 'null')) {
      const refused = await tus.ask('POST', `${tus.url}/tus`, { ...creation, ...cross, origin });
      assert.equal(refused.statusCode, 403, origin);
      assertUnshared(refused);
    }
    const made = await tus.ask('POST', `${tus.url}/tus`, { ...creation, ...cross });
    assert.equal(made.statusCode, 201, made.body);
    assertShared(made, local);
    const path = String(made.headers.location);
    const bytes = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    const sent = await tus.ask('PATCH', path, { ...bytes, ...cross }, 'abc');
    assert.equal(sent.headers['upload-offset'], '3');
    assertShared(sent, local);
    const done = await tus.app.inject({
      ...{ method: 'POST', url: `${tus.url}/send` },
      headers: { ...cross, 'content-type': 'application/json' },
      payload: JSON.stringify({ uploads: [path.slice(path.lastIndexOf('/') + 1)] }),
    });
    assert.equal(done.statusCode, 200, done.body);
    assertShared(done, local);
    const page = await tus.app.inject({ url: tus.url, headers: cross });
    assertUnshared(page);
  });
});

test('where no origin is listed, nothing is said of any', async (t) => {
  const { program } = await openApi(t);
  const answer = await program.ask('GET', '/me', { origin: portal });
  assert.equal(answer.statusCode, 200);
  assertUnshared(answer);
  assert.equal(answer.headers.vary, undefined);
  const preflight = await program.ask('OPTIONS', '/me', {
    ...{ origin: portal, 'access-control-request-method': 'GET' },
  });
  assert.equal(preflight.statusCode, 405);
  assertUnshared(preflight);
});
