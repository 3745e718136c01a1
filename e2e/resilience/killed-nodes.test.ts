import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addContacts } from '../contract/send-files.ts';
import { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import type { Answer } from '../harness/exchange.ts';
import { missingPostgres } from '../harness/postgres.ts';
import type { RunningServer } from '../harness/server.ts';
import { startTwoNodes } from '../harness/two-nodes.ts';
import { operatorOf } from '../journeys/operator.ts';

/** How often a node is killed; more than usual for a long run. */
const kills = Number(process.env['E2E_NODE_KILLS'] ?? 2);
const names = ['anna', 'bert'];
const receiver = 'zoe@example.com';
/** Longer than a dead node takes to be taken over, on a busy machine. */
const patienceMs = 30_000;
const actsBetweenKills = 4;

interface Sent {
  message: string;
  file: string;
  content: string;
}

/** An account that sends one drop after the other, at any node, and repeats what was not acknowledged. */
class Persistent {
  readonly #clients: readonly Client[];
  readonly sent: Sent[] = [];
  #turns = 0;

  constructor(clients: readonly Client[]) {
    this.#clients = clients;
  }

  get client(): Client {
    return this.#clients[this.#turns % this.#clients.length] ?? assert.fail();
  }

  async sendOne(): Promise<void> {
    const number = this.sent.length + 1;
    const drop = { message: `drop ${number}`, file: `${number}.txt`, content: `content ${number}` };
    await this.#until200((client) => client.upload({ [drop.file]: drop.content }));
    await this.#until200((client) => client.call('get_files'));
    await this.#until200((client) =>
      client.call('receivers_set', { json: [{ email: client.email }, { email: receiver }] }),
    );
    await this.#until200((client) =>
      client.call('createdrop', {
        json: { ddmessage: drop.message },
        headers: { 'idempotency-key': drop.message },
      }),
    );
    this.sent.push(drop);
  }

  /** Tries at one node and then at the other: a client behind a balancer does the same. */
  async #until200(call: (client: Client) => Promise<Answer>): Promise<void> {
    const giveUpAt = Date.now() + patienceMs;
    for (;;) {
      this.#turns += 1;
      const answer = await call(this.client).catch((error: unknown) => String(error));
      if (typeof answer !== 'string' && answer.status === 200) return;
      const told = typeof answer === 'string' ? answer : `${answer.status} ${answer.text()}`;
      const isPassing = typeof answer === 'string' || [409, 503].includes(answer.status);
      assert.ok(isPassing && Date.now() < giveUpAt, told);
      await sleep(100);
    }
  }
}

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
  'nodes that are killed lose and double nothing that either acknowledged',
  { skip: missingPostgres },
  async (t) => {
    const { nodes, accounts } = await startTwoNodes(names);
    const senders = await Promise.all(
      names.map(async (name) => {
        const credentials = accounts[name] ?? assert.fail();
        const clients = nodes.map((node) => new Client(node, credentials));
        await addContacts(clients[0] ?? assert.fail(), [credentials.email, receiver]);
        return new Persistent(clients);
      }),
    );
    const countSent = (): number => senders.reduce((sum, { sent }) => sum + sent.length, 0);
    let isOver = false;
    const working = Promise.all(
      senders.map(async (sender) => {
        while (!isOver) await sender.sendOne();
      }),
    );
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
      patienceMs,
    );
    const copies = await countCopies(nodes);
    assert.equal(copies.length, 2 * countSent(), 'a mail for each receiver of each drop');
    const doubled = copies.filter((count) => count > 1).length;
    assert.ok(doubled <= kills, `${doubled} mails were sent twice`);

    for (const { client, sent } of senders) {
      const { history, inbox } = await client.get<{
        history: { ddmessage: string; files: { name: string }[] }[];
        inbox: { url: string }[];
      }>('get_history');
      const messages = history.map(({ ddmessage }) => ddmessage);
      assert.deepEqual(
        messages.toReversed(),
        sent.map(({ message }) => message),
      );
      for (const [at, { file, content }] of sent.toReversed().entries()) {
        assert.deepEqual(
          history[at]?.files.map(({ name }) => name),
          [file],
        );
        const answer = await client.download(inbox[at]?.url ?? '', file);
        assert.equal(answer.text(), content);
      }
    }
    t.diagnostic(`${countSent()} drops, ${kills} kills, ${doubled} mails twice`);
  },
);
