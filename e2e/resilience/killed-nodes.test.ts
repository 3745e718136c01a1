import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addContacts } from '../contract/send-files.ts';
import { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { usualPatienceMs } from '../harness/patience.ts';
import { missingPostgres } from '../harness/postgres.ts';
import type { RunningServer } from '../harness/server.ts';
import { startTwoNodes } from '../harness/two-nodes.ts';
import { operatorOf } from '../journeys/operator.ts';
import { LetterBatch } from './letter-batch.ts';
import { Persistence } from './persistence.ts';
import { PersistentSender } from './persistent-sender.ts';

/** How often a node is killed; more than usual for a long run. */
const kills = Number(process.env['E2E_NODE_KILLS'] ?? 2);
const names = ['anna', 'bert'];
const ward = 'ward';
const receiver = 'zoe@example.com';
const actsBetweenKills = 4;

/** On how many nodes each mail was captured. */
async function countCopies(nodes: readonly RunningServer[]): Promise<number[]> {
  const copies = new Map<string, number>();
  for (const { dataDir } of nodes) {
    for (const name of await readdir(join(dataDir, 'mail')).catch(() => [])) {
      // A node that was killed while it wrote leaves an unfinished file, under another name.
      if (name.endsWith('.eml')) copies.set(name, (copies.get(name) ?? 0) + 1);
    }
  }
  return [...copies.values()];
}

test(
  'nodes that are killed lose and double nothing that either acknowledged, nor a letter of a batch that is run again',
  { skip: missingPostgres },
  async (t) => {
    const { nodes, accounts } = await startTwoNodes([...names, ward]);
    const senders = await Promise.all(
      names.map(async (name) => {
        const credentials = accounts[name] ?? assert.fail();
        const clients = nodes.map((node) => new Client(node, credentials));
        await addContacts(clients[0] ?? assert.fail(), [credentials.email, receiver]);
        return new PersistentSender(clients, receiver, new Persistence(usualPatienceMs));
      }),
    );
    const credentials = accounts[ward] ?? assert.fail();
    const batch = new LetterBatch(...nodes.map((node) => new Client(node, credentials)));
    await batch.prepare();
    const countSent = (): number => senders.reduce((sum, { sent }) => sum + sent.length, 0);
    let isOver = false;
    const working = Promise.all([
      ...senders.map(async (sender) => {
        while (!isOver) await sender.sendOne();
      }),
      (async () => {
        while (!(await batch.workUntilCutOff(() => true)));
      })(),
    ]);
    for (let kill = 0; kill < kills; kill += 1) {
      const enough = countSent() + actsBetweenKills;
      const isEnough = eventually(
        'drops are sent',
        () => countSent() >= enough || undefined,
        60_000,
      );
      await Promise.race([isEnough, working]);
      const node = nodes[kill % 2] ?? assert.fail();
      await node.kill();
      await sleep(500);
      await node.start();
    }
    isOver = true;
    await working;

    // Before anything is downloaded, which makes more mail.
    const operator = operatorOf(nodes[0]);
    await eventually(
      'all mail has left',
      async () =>
        (await operator.listMails()).some(({ state }) => state === 'waiting') ? undefined : true,
      usualPatienceMs,
    );
    const copies = await countCopies(nodes);
    const drops = countSent() + batch.letters;
    assert.equal(copies.length, 2 * drops, 'a mail for each receiver of each drop');
    const doubled = copies.filter((count) => count > 1).length;
    assert.ok(doubled <= kills, `${doubled} mails were sent twice`);

    for (const sender of senders) await sender.checkSent();
    await batch.check();
    assert.ok(batch.cutOff > 0, 'the batch was cut off');
    t.diagnostic(`${drops} drops, ${kills} kills, ${doubled} mails twice`);
  },
);
