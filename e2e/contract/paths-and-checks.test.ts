import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFor } from '../harness/add-account.ts';
import { basic } from '../harness/client.ts';
import { rawExchange } from '../harness/raw-exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { valise } from '../harness/valise-command.ts';
import { assertError, assertSameAnswer } from './assert-answer.ts';

const { server, clients } = await startExchange(['alice', 'gone'], {
  settings: ['--service-name', 'Säker fil'],
});
const { alice, gone } = clients;
await valise('account', 'disable', gone.email, '--data', server.dataDir);

test('Paths: a {user} without an @ is no account, and collides with no other route', async () => {
  for (const path of ['/alice/', '/alice', '/healthz/']) {
    assertError(await alice.send({ path }), 404, 'not_found');
  }
});

test('Credentials: the answer for a disabled account is that for none and for an unknown one', async () => {
  const missing = await alice.bare({ path: alice.path() });
  assertError(missing, 401, 'unauthorized');
  const headers = { authorization: gone.authorization };
  assertSameAnswer(await alice.bare({ path: gone.path(), headers }), missing);
  for (const rest of ['', 'cgi/get_history.cgi', 'x/files/y', 'nothing']) {
    assertSameAnswer(await alice.bare({ path: gone.path(rest) }), missing);
    const foreign = await alice.signed({ path: gone.path(rest) });
    assertError(foreign, 403, 'forbidden');
    assertSameAnswer(await alice.signed({ path: `/nobody@example.com/${rest}` }), foreign);
  }
});

test('Credentials: 401 takes the same time, whether or not the account exists', async () => {
  const key = 'wrong-key-wrong-key-wrong-key-wrong-key';
  // The least time is that of the work alone: what other processes of the machine take is added to it.
  const least = new Map([
    [alice.email, Infinity],
    ['nobody@example.com', Infinity],
  ]);
  for (let round = 0; round < 9; round += 1) {
    for (const [email, known] of least) {
      const startedAt = performance.now();
      await alice.bare({ path: alice.path(), headers: { authorization: basic({ email, key }) } });
      least.set(email, Math.min(known, performance.now() - startedAt));
    }
  }
  const [known = NaN, unknown = NaN] = least.values();
  assert.ok(Math.abs(known - unknown) < 20, `${known} ms for an account, ${unknown} ms for none`);
});

test('Credentials: the realm is the name of the service, in ASCII', async () => {
  const { headers } = await alice.bare({ path: alice.path() });
  assert.equal(headers['www-authenticate'], 'Basic realm="Saker fil", charset="UTF-8"');
});

test('HEAD works for what belongs to no account', async () => {
  for (const path of ['/', '/healthz', '/readyz', '/assets/valise.css']) {
    assert.equal((await alice.bare({ path, method: 'HEAD' })).status, 200, path);
  }
});

test('Paths: raw bytes beyond ASCII in a query are refused with the way to write them', async () => {
  const authorization = basic({ email: alice.email, key: keyFor(alice.email) });
  const request = [
    `GET ${alice.path('cgi/remove_file.cgi')}?filename=Åsa.pdf HTTP/1.1`,
    'Host: localhost',
    `Authorization: ${authorization}`,
    `CSRF-Token: ${await alice.token()}`,
  ];
  // A balancer answers such requests itself.
  const answer = await rawExchange(server.ownUrl, `${request.join('\r\n')}\r\n\r\n`);
  assert.equal(answer.status, 400);
  assert.match(answer.body, /percent-encoded/);
});
