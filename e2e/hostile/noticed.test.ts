import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { startExchange } from '../harness/start-exchange.ts';
import { valise } from '../harness/valise-command.ts';

const { server, clients } = await startExchange(['alice', 'bob']);
const { alice, bob } = clients;

interface Trail {
  records: { action: string; object: string }[];
}

const listTrail = () =>
  valise('audit', 'list', '--limit', '500', '--json', '--data', server.dataDir);

async function countRecords(action: string, object?: string): Promise<number> {
  return (JSON.parse(await listTrail()) as Trail).records.filter(
    (record) => record.action === action && (object === undefined || record.object === object),
  ).length;
}

test('sign-ins are recorded, once for a key, network and day', async () => {
  for (let times = 0; times < 4; times += 1) await alice.get('get_files');
  assert.equal(await countRecords('sign_in.ok', alice.email), 1);
});

test('reading the inbox is recorded, once for a key, network and day', async () => {
  for (let times = 0; times < 4; times += 1) await bob.get('get_history');
  assert.equal(await countRecords('inbox.read', bob.email), 1);
  assert.equal(await countRecords('inbox.read', alice.email), 0);
});

test('a refused token is recorded, once for an account, network and hour', async () => {
  for (const client of [alice, alice, alice, bob]) {
    const answer = await client.send({
      path: client.path('cgi/get_files.cgi'),
      headers: { 'csrf-token': 'f'.repeat(64) },
    });
    assert.equal(answer.status, 403);
  }
  assert.equal(await countRecords('csrf.refused', alice.email), 1);
  assert.equal(await countRecords('csrf.refused', bob.email), 1);
});

test('guessed links are recorded, once for a network and hour', async () => {
  for (let times = 0; times < 30; times += 1) {
    await alice.bare({ path: `/d/${String(times).padStart(43, 'A')}` });
  }
  assert.equal(await countRecords('links.guessed'), 1);
});

test('no hash of contents that could be searched for stays in the trail', async () => {
  const content = 'PIN 4711';
  await alice.upload({ 'pin.txt': content });
  const listed = await listTrail();
  assert.match(listed, /"content":"[0-9a-f]{64}"/);
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    assert.ok(!listed.includes(createHash('sha256').update(content).digest(encoding)), encoding);
  }
});
