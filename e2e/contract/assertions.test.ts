import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../harness/client.ts';
import { keyFor } from '../harness/add-account.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { assertError, assertJson } from './assert-answer.ts';
import { newestInInbox, prepareDrop } from './send-files.ts';
import type { History } from './wire.ts';

const { server, clients } = await startExchange(['alice', 'bob', 'carol']);
const { alice, bob, carol } = clients;
const files = { 'a.txt': 'a', 'Å.txt': 'b' };

async function sent(): Promise<number> {
  return (await alice.get<History>('get_history')).history.length;
}

const met: Record<string, object> = {
  'both, in any order and case': {
    receivers: ['CAROL@example.com', 'bob@example.com'],
    files: ['A\u030a.txt', 'a.txt'],
  },
  'receivers alone': { receivers: ['bob@example.com', 'carol@example.com'] },
  'objects as other operations send them': {
    receivers: [{ email: 'bob@example.com' }, { email: 'carol@example.com' }],
    files: [{ name: 'a.txt', type: 'text/plain' }, { name: 'Å.txt' }],
  },
  'null, which is left out': { receivers: null, files: null },
};
for (const [what, assertion] of Object.entries(met)) {
  test(`receivers and files that are set as named are sent: ${what}`, async () => {
    for (const operation of ['givedrop', 'createdrop']) {
      await prepareDrop(alice, [bob.email, carol.email], files);
      assertJson(await alice.call(operation, { json: assertion }), { status: 'ok' });
    }
  });
}

const broken: Record<string, object> = {
  'a receiver too few': { receivers: ['bob@example.com'] },
  'a receiver too many': { receivers: ['bob@example.com', 'carol@example.com', 'd@example.com'] },
  'no receiver': { receivers: [] },
  'a file too few': { files: ['a.txt'] },
  'a file too many': { files: ['a.txt', 'Å.txt', 'c.txt'] },
  'another file': { receivers: ['bob@example.com', 'carol@example.com'], files: ['a.txt', 'c'] },
};
for (const [what, assertion] of Object.entries(broken)) {
  test(`state_conflict, and nothing is sent: ${what}`, async () => {
    await prepareDrop(alice, [bob.email, carol.email], files);
    const before = await sent();
    for (const operation of ['givedrop', 'createdrop']) {
      assertError(await alice.call(operation, { json: assertion }), 409, 'state_conflict');
    }
    assert.equal(await sent(), before);
    assertJson(await alice.call('createdrop', { json: {} }), { status: 'ok' });
  });
}

test('an assertion of another shape is invalid', async () => {
  await prepareDrop(alice, [bob.email], files);
  for (const [field, value] of [
    ['receivers', 'bob@example.com'],
    ['receivers', [7]],
    ['files', {}],
    ['files', [null]],
  ] as const) {
    const answer = await alice.call('createdrop', { json: { [field]: value } });
    assert.equal(assertError(answer, 422, 'invalid').details?.[0]?.field, field);
  }
});

test('of two workers that share an account, none sends to the receiver of the other', async () => {
  await alice.get('receivers_set', { json: [] });
  const workers = [bob, carol].map((receiver) => ({
    receiver,
    name: `for ${receiver.email}.txt`,
    client: new Client(server, { email: alice.email, key: keyFor(alice.email) }),
  }));
  for (const { client, receiver, name } of workers) {
    await client.get('receivers_set', { json: [{ email: receiver.email }] });
    await client.upload({ [name]: 'secret' });
  }
  const answers = await Promise.all(
    workers.map(({ client, receiver, name }) =>
      client.call('createdrop', { json: { receivers: [receiver.email], files: [name] } }),
    ),
  );
  for (const answer of answers) assertError(answer, 409, 'state_conflict');
  for (const { receiver, name } of workers) {
    const { files: last } = await newestInInbox(receiver);
    assert.ok(last.every((file) => file.name !== name));
  }
});
