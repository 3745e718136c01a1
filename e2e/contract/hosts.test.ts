import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startExchange } from '../harness/start-exchange.ts';
import { assertError } from './assert-answer.ts';

const { clients } = await startExchange(['alice'], {
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
  test(`line 7: a request to ${host} is answered: publicUrl and alsoHosts name it`, async () => {
    const answer = await alice.send({ path: alice.path(), headers: { host } });
    assert.equal(answer.status, 200, answer.text());
  });
}

for (const host of ['other.example.com', 'xold.example.com', '192.0.2.1', 'old.example.com.evil']) {
  test(`Hosts: a request to ${host} is answered by nobody here`, async () => {
    assertError(await alice.send({ path: alice.path(), headers: { host } }), 421, 'misdirected');
  });
}
