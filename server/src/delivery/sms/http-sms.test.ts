import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { SmsFault } from '../../domain/ports/sms-provider.ts';
import { openGateway } from './gateway-fixture.ts';
import { createHttpSms } from './http-sms.ts';
import { sampleSms } from './sms-provider.conformance.ts';

const token = 'gateway-token';
const sms = sampleSms('one');

/** The reason of a provider's error, and whether it is permanent. */
async function faultOf(sending: Promise<unknown>): Promise<[string, boolean]> {
  const fault: unknown = await sending.then(
    () => assert.fail('It was taken'),
    (error: unknown) => error,
  );
  assert.ok(fault instanceof SmsFault);
  assert.doesNotMatch(`${fault.message} ${String(fault.cause)}`, new RegExp(`${token}|01234567`));
  return [fault.message, fault.isPermanent];
}

test('a gateway gets the number, the text, the token and an id to know a copy by', async (t) => {
  const { url, requests } = await openGateway(t);
  await createHttpSms({ url, token, body: 'json' }).send(sms);
  await createHttpSms({ url, token: undefined, body: 'form' }).send(sms);
  const [json, form] = requests;
  assert.deepEqual([json?.method, json?.url], ['POST', '/send?account=7']);
  assert.equal(json?.headers['content-type'], 'application/json');
  assert.equal(json.headers.authorization, `Bearer ${token}`);
  assert.equal(json.headers['idempotency-key'], sms.id);
  assert.deepEqual(JSON.parse(json.body), { to: '+46701234567', text: sms.text });
  assert.match(form?.headers['content-type'] ?? '', /^application\/x-www-form-urlencoded/);
  assert.equal(form?.headers.authorization, undefined);
  const fields = new URLSearchParams(form?.body);
  assert.deepEqual([fields.get('to'), fields.get('text')], ['+46701234567', sms.text]);
});

test('a refusal is for good where it is about the message, and may pass where it is not', async (t) => {
  const gateway = await openGateway(t);
  const provider = createHttpSms({ url: gateway.url, token, body: 'json' });
  for (const [status, isPermanent] of [
    [400, true],
    [422, true],
    [401, false],
    [403, false],
    [404, false],
    [408, false],
    [429, false],
    [500, false],
    [503, false],
  ] as const) {
    gateway.answer = (response) => response.writeHead(status).end('no');
    const fault = [`The gateway answered ${status}`, isPermanent];
    assert.deepEqual(await faultOf(provider.send(sms)), fault);
  }
});

test('a redirect is not followed: it could carry code and token elsewhere', async (t) => {
  const [gateway, elsewhere] = [await openGateway(t), await openGateway(t)];
  const provider = createHttpSms({ url: gateway.url, token, body: 'json' });
  for (const status of [301, 302, 303, 307, 308]) {
    gateway.answer = (response) => response.writeHead(status, { location: elsewhere.url }).end();
    assert.deepEqual(await faultOf(provider.send(sms)), [`The gateway answered ${status}`, false]);
  }
  assert.deepEqual(elsewhere.requests, []);
});

test('an answer without an end is not read', async (t) => {
  const gateway = await openGateway(t);
  gateway.answer = (response) => {
    response.writeHead(200).write('x'.repeat(1_000_000));
  };
  const provider = createHttpSms({ url: gateway.url, token, body: 'json' });
  assert.equal(await provider.send(sms), 'sent');
});

test('a gateway that is silent, or is not there, may come back', async (t) => {
  const gateway = await openGateway(t);
  gateway.answer = () => undefined;
  const silent = createHttpSms({ url: gateway.url, token, body: 'json', timeoutMs: 200 });
  const [reason, isPermanent] = await faultOf(silent.send(sms));
  assert.match(reason, /^The gateway did not answer: .*time/i);
  assert.equal(isPermanent, false);

  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const absent = createHttpSms({ url: `http://127.0.0.1:${port}/`, token, body: 'json' });
  const [refused] = await faultOf(absent.send(sms));
  assert.match(refused, /^The gateway did not answer: .*ECONNREFUSED/);
});
