import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, describe, test } from 'node:test';
import { addContacts } from '../contract/send-files.ts';
import { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { missingPostgres } from '../harness/postgres.ts';
import { beginUpload, tooMuchToHold, untilUploadIsWritten } from '../harness/slow-upload.ts';
import { TusClient } from '../harness/tus-client.ts';
import { startTwoNodes } from '../harness/two-nodes.ts';
import { valise } from '../harness/valise-command.ts';
import { lendPage } from '../journeys/lend-page.ts';
import { linkIn, operatorOf } from '../journeys/operator.ts';

/** How soon another node does what a dead one did. */
const takeoverMs = 10_000;
const wrongKeysAllowed = 30;

describe('two nodes of one installation', { skip: missingPostgres }, async () => {
  if (missingPostgres !== false) return;
  const { nodes, accounts } = await startTwoNodes(['anna', 'bert']);
  const [first, second] = nodes;
  const credentials = accounts['anna'] ?? assert.fail();
  const [onFirst, onSecond] = [new Client(first, credentials), new Client(second, credentials)];

  test('a drop on one waits for an upload on the other', async () => {
    await addContacts(onFirst, ['bob@example.com']);
    await onFirst.upload({ 'whole.txt': 'whole' });
    const upload = beginUpload(onFirst, 'late.txt');
    upload.write(tooMuchToHold);
    await untilUploadIsWritten(first.dataDir);
    await onSecond.get('get_files');
    await onSecond.get('receivers_set', { json: [{ email: 'bob@example.com' }] });
    const refused = await onSecond.call('createdrop', { json: {} });
    assert.equal(refused.json<{ error: string }>().error, 'upload_in_progress', refused.text());
    assert.equal((await upload.finish()).status, 200);
    assert.equal((await onSecond.call('createdrop', { json: {} })).status, 200);
  });

  test('an upload goes on at the other node, which interrupts its request at the first', async () => {
    await lendPage(onFirst, ['carl@example.com']);
    const mails = await operatorOf(first).listSettledMails();
    const page = new URL(linkIn(mails, 'upload', 'carl@example.com')).pathname;
    const [there, here] = [new TusClient(first, page), new TusClient(second, page)];
    const content = Buffer.alloc(3_000_000, 'piece');
    const upload = await there.create('video.mov', content.length);
    const patch = request(`${first.url}${upload}`, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': content.length,
      },
    });
    patch.on('error', () => undefined);
    after(() => patch.destroy());
    patch.write(content.subarray(0, 2_000_000));
    await untilUploadIsWritten(first.dataDir);
    const offset = await here.offsetOf(upload);
    assert.ok(offset > 0, 'what had arrived is kept');
    const answer = await here.append(upload, offset, content.subarray(offset));
    assert.equal(answer.status, 204, answer.text());
    assert.equal(await there.offsetOf(upload), content.length);
  });

  test('a contact that came, and an account that was disabled, count with the next call on the other node', async () => {
    for (const name of ['first', 'second', 'third']) {
      const email = `${name}@example.com`;
      await onSecond.get('contacts_read');
      await addContacts(onFirst, [email]);
      const { local } = await onSecond.get<{ local: { email: string }[] }>('contacts_read');
      assert.ok(local.some((contact) => contact.email === email));
    }
    const bert = accounts['bert'] ?? assert.fail();
    const callers = nodes.map((node) => new Client(node, bert));
    for (const caller of callers) assert.equal((await caller.call('contacts_read')).status, 200);
    await valise('account', 'disable', bert.email, '--data', first.dataDir);
    for (const caller of callers) assert.equal((await caller.call('contacts_read')).status, 401);
    await valise('account', 'enable', bert.email, '--data', second.dataDir);
    for (const caller of callers) assert.equal((await caller.call('contacts_read')).status, 200);
  });

  test('wrong keys count together', async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < wrongKeysAllowed + 2; tries += 1) {
      const node = nodes[tries % 2] ?? first;
      const wrong = new Client(node, { email: credentials.email, key: 'k'.repeat(48) });
      statuses.push((await wrong.send({ path: wrong.path() })).status);
    }
    assert.deepEqual(statuses.slice(-2), [429, 429]);
    assert.ok(statuses.slice(0, wrongKeysAllowed).every((status) => status === 401));
  });

  test('a node that is killed is taken over within ten seconds', async (t) => {
    await onSecond.upload({ 'after.txt': 'after' });
    await onSecond.get('get_files');
    await onSecond.get('receivers_set', { json: [{ email: 'bob@example.com' }] });
    await first.kill();
    const killedAt = performance.now();
    assert.equal((await onSecond.call('createdrop', { json: {} })).status, 200);
    const operator = operatorOf(second);
    await eventually('the mail leaves from the second node', async () =>
      (await operator.listMails()).some(({ state }) => state === 'waiting') ? undefined : true,
    );
    const tookMs = performance.now() - killedAt;
    t.diagnostic(`taken over after ${Math.round(tookMs)} ms`);
    assert.ok(tookMs < takeoverMs, `it took ${Math.round(tookMs)} ms`);
  });
});
