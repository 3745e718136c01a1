import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendFiles } from '../contract/send-files.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { valise } from '../harness/valise-command.ts';

const { server, clients } = await startExchange(['alice', 'bob']);
const { alice, bob } = clients;

/** The figures of the page: live drops, files in the tray, chosen receivers, contacts, inbox. */
async function figuresOf(client: typeof alice): Promise<number[]> {
  const answer = await client.send({ path: client.path(), headers: { accept: 'text/html' } });
  assert.equal(answer.status, 200);
  return Array.from(answer.text().matchAll(/figure-value">(\d+)</g), ([, value]) => Number(value));
}

test('the account’s page counts what there is, and no longer what the operator revoked', async () => {
  await sendFiles(alice, [bob.email], { 'a.txt': 'a' }, { desttime: 3600 });
  await alice.upload({ 'b.txt': 'b', 'c.txt': 'c' });
  await alice.call('receivers_set', { json: [{ email: bob.email }] });
  assert.deepEqual(await figuresOf(alice), [1, 2, 1, 1, 0]);
  assert.deepEqual(await figuresOf(bob), [0, 0, 0, 0, 1]);

  const listed = await valise('drop', 'list', '--json', '--data', server.dataDir);
  const { drops } = JSON.parse(listed) as { drops: { id: string }[] };
  for (const { id } of drops) {
    await valise('drop', 'revoke', id, '--yes', '--data', server.dataDir);
  }
  assert.deepEqual(await figuresOf(alice), [0, 2, 1, 1, 0]);
  assert.deepEqual(await figuresOf(bob), [0, 0, 0, 0, 0]);
});
