import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { openMetricsListener } from './metrics-listener.ts';

const place = { host: '127.0.0.1', port: 0 };

async function open(t: TestContext, options: { token?: string; render?: () => Promise<string> }) {
  const logged: string[] = [];
  const listener = await openMetricsListener(place, {
    token: options.token,
    render: options.render ?? (() => Promise.resolve('a 1\n')),
    log: {
      error(_, text) {
        logged.push(text);
      },
    },
  });
  t.after(() => listener.close());
  return { url: listener.url, logged };
}

test('serves metrics, and nothing else', async (t) => {
  const { url } = await open(t, {});
  const answer = await fetch(url);
  assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  assert.equal(await answer.text(), 'a 1\n');
  assert.equal((await fetch(`${url}?collect=all`)).status, 200);
  assert.equal((await fetch(new URL('/', url))).status, 404);
  assert.equal((await fetch(new URL('/metricsx', url))).status, 404);
  const posted = await fetch(url, { method: 'POST', body: 'x' });
  assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD']);
});

test('asks for the token where there is one', async (t) => {
  let collections = 0;
  const { url } = await open(t, {
    token: 'a long token',
    render: () => Promise.resolve(String((collections += 1))),
  });
  for (const authorization of ['', 'Bearer', 'Bearer another', 'Basic YSBsb25nIHRva2Vu']) {
    const answer = await fetch(url, { headers: { authorization } });
    assert.equal(answer.status, 401);
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/);
  }
  assert.equal(collections, 0, 'nothing is collected for strangers');
});

test('accepts the right token', async (t) => {
  const { url } = await open(t, { token: 'token' });
  assert.equal((await fetch(url, { headers: { authorization: 'Bearer token' } })).status, 200);
});

test('answers 500 when metrics cannot be collected, and logs why', async (t) => {
  const { url, logged } = await open(t, { render: () => Promise.reject(new Error('secret path')) });
  const answer = await fetch(url);
  assert.equal(answer.status, 500);
  assert.doesNotMatch(await answer.text(), /secret/);
  assert.deepEqual(logged, ['metrics could not be collected']);
});

test('an address that is taken is named by its setting', async (t) => {
  const { url } = await open(t, {});
  const port = Number(new URL(url).port);
  const options = { token: undefined, render: () => Promise.resolve(''), log: console };
  await assert.rejects(openMetricsListener({ ...place, port }, options), (error: Error) => {
    assert.match(error.message, /metricsListen/);
    return 'code' in error && error.code === 'address_in_use';
  });
});

test('closes although a client says nothing', async () => {
  const options = { token: undefined, render: () => Promise.resolve(''), log: console };
  const listener = await openMetricsListener(place, options);
  const socket = connect(Number(new URL(listener.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const ended = once(socket, 'close');
  await listener.close();
  await ended;
});
