import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendFiles } from '../contract/send-files.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { valise } from '../harness/valise-command.ts';

const { server, clients } = await startExchange(['alice', 'bob']);
const { alice, bob } = clients;

async function pageOf(client: typeof alice): Promise<string> {
  const answer = await client.send({ path: client.path(), headers: { accept: 'text/html' } });
  assert.equal(answer.status, 200);
  return answer.text();
}

test('what the operator revoked is no longer live on the account’s page', async () => {
  await sendFiles(alice, [bob.email], { 'a.txt': 'a' }, { desttime: 3600 });
  await alice.get('receivers_set', { json: [{ email: bob.email }] });
  await alice.get('givedrop', { json: { desttime: 3600 } });
  const before = await pageOf(alice);
  assert.equal(before.match(/badge-live/g)?.length, 2);
  assert.match(await pageOf(bob), /A browser cannot download them here/);

  const listed = await valise('drop', 'list', '--json', '--data', server.dataDir);
  const { drops } = JSON.parse(listed) as { drops: { id: string }[] };
  for (const { id } of drops) {
    await valise('drop', 'revoke', id, '--yes', '--data', server.dataDir);
  }
  const after = await pageOf(alice);
  assert.doesNotMatch(after, /badge-live/);
  assert.equal(after.match(/>Revoked</g)?.length, 2);
});
