import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyFor } from '../harness/add-account.ts';
import { basic } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import type { Answer } from '../harness/exchange.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { hasFilesOnDisk } from '../harness/stored-files.ts';
import { assertError, assertSameAnswer } from './assert-answer.ts';

const perMinute = 20;
const { server, clients } = await startExchange(['alice', 'bob'], {
  settings: ['--min-free-space', '1PB', '--request-rate', String(perMinute)],
});
const { alice, bob } = clients;

// A bucket does not say how much room it has.
if (hasFilesOnDisk(server.dataDir)) {
  test('Errors: 507 insufficient_storage: the disk is nearly full', async () => {
    assertError(await alice.upload({ 'a.txt': 'a' }), 507, 'insufficient_storage');
    assert.deepEqual(await alice.get('get_files'), []);
  });

  test('a full disk is a warning in the log, and no fault of the server', () => {
    const levels = server
      .logs()
      .split('\n')
      .filter((line) => line.includes('no space left'))
      .map((line) => (JSON.parse(line) as { level: number }).level);
    assert.deepEqual(levels, [40]);
    assert.doesNotMatch(server.logs(), /"level":50/);
  });
}

test('Errors: 429 too_many_requests, with Retry-After: too many failed sign-ins, of a known account and an unknown one alike', async () => {
  const key = 'wrong-key-wrong-key-wrong-key-wrong-key';
  const blocked = await Promise.all(
    [bob.email, 'nobody@example.com'].map(async (email) => {
      const request = { path: bob.path(), headers: { authorization: basic({ email, key }) } };
      const first = await bob.bare(request);
      assertError(first, 401, 'unauthorized');
      for (let tries = 1; tries < 100; tries += 1) {
        const answer = await bob.bare(request);
        if (answer.status === 429) return answer;
        assertSameAnswer(answer, first);
      }
      throw new Error('A hundred wrong keys were let pass');
    }),
  );
  for (const answer of blocked) {
    assertError(answer, 429, 'too_many_requests');
    assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
  }
  const right = {
    path: bob.path(),
    headers: { authorization: basic({ email: bob.email, key: keyFor(bob.email) }) },
  };
  assert.equal(
    (await bob.bare(right)).status,
    200,
    'the owner with the right key is not locked out',
  );
});

/** Nodes tell each other once a second how many requests they have counted, and go over the rate until then. */
async function nextRefusal(): Promise<Answer> {
  const ask = (): Promise<Answer> => alice.call('contacts_read');
  if (server.pids.length === 1) return await ask();
  return await eventually('a node refuses', async () => {
    const answer = await ask();
    return answer.status === 200 ? undefined : answer;
  });
}

test('Errors: 429 too_many_requests, with Retry-After: over the request rate that the operator set', async () => {
  const statuses: number[] = [];
  for (let count = 0; count <= perMinute; count += 1) {
    statuses.push((await alice.call('contacts_read')).status);
  }
  assert.equal(statuses[0], 200);
  const answer = await nextRefusal();
  assertError(answer, 429, 'too_many_requests');
  assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/);
  assert.equal(
    (await bob.call('contacts_read')).status,
    200,
    'the rate is counted for each account',
  );
});
