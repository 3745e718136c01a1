import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tokenIn } from '../harness/client.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { operatorOf } from '../journeys/operator.ts';
import { assertError, assertJson } from './assert-answer.ts';

const { server, clients } = await startExchange(['alice'], {
  settings: [
    ...['--public-url', 'https://files.example.com:8443'],
    ...['--also-hosts', 'old.example.com, 192.0.2.1:8443, [2001:db8::1]'],
  ],
});
const { alice } = clients;

for (const host of [
  'files.example.com:8443',
  'FILES.example.com:8443',
  'old.example.com',
  'Old.Example.com:9999',
  '192.0.2.1:8443',
  '[2001:db8::1]',
  '[2001:DB8::1]:8443',
]) {
  test(`a request to ${host} is answered: publicUrl and alsoHosts name it`, async () => {
    const answer = await alice.send({ path: alice.path(), headers: { host } });
    assert.equal(answer.status, 200, answer.text());
  });
}

for (const host of ['other.example.com', 'xold.example.com', '192.0.2.1', 'old.example.com.evil']) {
  test(`Hosts: a request to ${host} is answered by nobody here`, async () => {
    assertError(await alice.send({ path: alice.path(), headers: { host } }), 421, 'misdirected');
  });
}

test('links carry the host of publicUrl, whichever name a request came by', async () => {
  const to = [{ email: 'bob@example.org' }];
  const headers = { host: 'old.example.com' };
  const page = await alice.send({ path: alice.path(), headers });
  const signed = { ...headers, 'csrf-token': tokenIn(page.text()) };
  assertJson(await alice.call('contacts_add', { json: to, headers: signed }), { status: 'ok' });
  assertJson(await alice.call('receivers_set', { json: to, headers: signed }), { status: 'ok' });
  assertJson(await alice.call('givedrop', { json: {}, headers: signed }), { status: 'ok' });
  const links = (await operatorOf(server).listSettledMails()).flatMap((mail) => mail.links);
  assert.notEqual(links.length, 0);
  for (const link of links) assert.equal(new URL(link).origin, 'https://files.example.com:8443');
});
