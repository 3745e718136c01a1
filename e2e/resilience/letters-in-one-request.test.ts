import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyFor } from '../harness/add-account.ts';
import { eventually } from '../harness/eventually.ts';
import { exchange } from '../harness/exchange.ts';
import { missingPostgres } from '../harness/postgres.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';
import { withSeed } from '../harness/seeded-random.ts';
import type { RunningServer } from '../harness/server.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { startTwoNodes } from '../harness/two-nodes.ts';
import { valise } from '../harness/valise-command.ts';
import type { MailRow } from '../journeys/operator.ts';
import { LetterJob, patientOf } from './letter-job.ts';

/** How many letters; 5,000 for a long run. */
const letters = Number(process.env['E2E_LETTERS'] ?? 40);
/** How often the program is killed, and how often a server. */
const kills = Number(process.env['E2E_LETTER_KILLS'] ?? 2);
const timeout = 60_000 + letters * 500;

/** Sends all letters while the program and the servers are killed in turn, then all of them once more. */
async function sendThrough(
  random: SeededRandom,
  servers: readonly RunningServer[],
  job: LetterJob,
): Promise<void> {
  const runOnce = async (): Promise<void> => {
    assert.ok(await job.run(new AbortController().signal));
  };
  for (let kill = 0; kill < kills; kill += 1) {
    const life = new AbortController();
    const killed = job.run(life.signal);
    const enough = random.below(Math.ceil(letters / (kills + 1)));
    const before = job.drops.size;
    const isEnough = eventually(
      'letters are sent',
      () => (life.signal.aborted || job.drops.size - before >= enough ? true : undefined),
      timeout,
    );
    await Promise.race([isEnough, killed]);
    const server = servers[kill % servers.length] ?? assert.fail();
    await sleep(random.below(50));
    await server.kill();
    await sleep(random.below(200));
    // The program dies while the server is away, or in the middle of its next life.
    if (random.chance(0.5)) life.abort();
    await server.start();
    await sleep(random.below(200));
    life.abort();
    await killed;
  }
  await runOnce();
  const { replayed } = job;
  await runOnce();
  assert.equal(job.replayed - replayed, letters, 'a repeat of all letters sends none');
}

async function ask(server: RunningServer, key: string, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await exchange(server.url, { path: `/api/v1/${path}`, headers });
  assert.equal(answer.status, 200, answer.text());
  return answer.text();
}

/** The mails, with the links of those that were captured in this folder. */
async function listMails({ dataDir }: RunningServer): Promise<MailRow[]> {
  const all = ['mail', 'list', '--limit', String(2 * letters), '--json', '--data', dataDir];
  return JSON.parse(await valise(...all)) as MailRow[];
}

/** The link of each letter, by the address that it was mailed to once. */
async function readLinks(servers: readonly RunningServer[]): Promise<Map<string, string>> {
  const [first = assert.fail(), ...others] = servers;
  const mails = await eventually('all mail has left', async () => {
    const listed = await listMails(first);
    return listed.some(({ state }) => state === 'waiting') ? undefined : listed;
  });
  assert.deepEqual(
    mails.map(({ kind, to }) => `${kind} ${to}`).sort(),
    Array.from({ length: letters }, (_, index) => `download ${patientOf(index)}`).sort(),
  );
  // A node that delivered none has no folder.
  const captured = await Promise.all(
    servers.map((each) => readdir(join(each.dataDir, 'mail')).catch((): string[] => [])),
  );
  const names = captured.flat().filter((name) => name.endsWith('.eml'));
  assert.equal(new Set(names).size, letters);
  // Who is killed between the delivery and its record delivers again.
  assert.ok(names.length - letters <= kills, `${names.length - letters} mails were sent twice`);
  const elsewhere = await Promise.all(others.map(listMails));
  const links = [...mails, ...elsewhere.flat()].flatMap(({ to, links: [link] }) =>
    link === undefined ? [] : [[to, link] as const],
  );
  return new Map(links);
}

/** A patient presses the button behind the link. */
async function fetchLetter({ url }: RunningServer, link: string): Promise<void> {
  const { pathname: path } = new URL(link);
  const page = (await exchange(url, { path })).text();
  const [, button = assert.fail(page)] = /action="(\/d\/[^"?]+\/files\/[^"?]+)/.exec(page) ?? [];
  const pressed = await exchange(url, { method: 'POST', path: button });
  assert.equal(pressed.status, 303, pressed.text());
  const taken = await exchange(url, { path: String(pressed.headers['location']) });
  assert.equal(taken.status, 200);
}

/** What a report in CSV says of each delivery. */
function rowsIn(csv: string): string[] {
  const [head = '', ...rows] = csv.trim().split(/\r?\n/);
  const columns = head.split(',');
  return rows.map((row) => {
    const cells = row.split(',');
    const cell = (name: string) => cells[columns.indexOf(name)];
    return ['drop', 'reference', 'email', 'state', 'mail'].map(cell).join();
  });
}

async function checkLetters(servers: readonly RunningServer[], key: string): Promise<void> {
  await withSeed(async (random) => {
    const [first = assert.fail()] = servers;
    const begun = new Date(Date.now() - 1000).toISOString();
    const job = new LetterJob(servers, key, letters);
    await sendThrough(random, servers, job);

    const lines = (await ask(first, key, 'deliveries?format=jsonl')).trim().split('\n');
    const kept = lines.map((line) => JSON.parse(line) as { drop: string });
    assert.deepEqual(kept.map(({ drop }) => drop).sort(), [...job.drops.values()].sort());
    const links = await readLinks(servers);
    const fetched = new Set<number>();
    for (let times = 0; times < 5; times += 1) fetched.add(random.below(letters));
    for (const index of fetched) {
      await fetchLetter(first, links.get(patientOf(index)) ?? assert.fail());
    }

    const expected = Array.from({ length: letters }, (_, index) => {
      const state = fetched.has(index) ? 'completed' : 'waiting';
      return [job.drops.get(index), `letter ${index}`, patientOf(index), state, 'sent'].join();
    });
    // That a file was fetched is recorded when its last byte has left.
    const report = `deliveries?created_after=${begun}&format=csv`;
    const wrong = new Set(expected);
    await eventually('the report is right', async () => {
      const found = rowsIn(await ask(first, key, report));
      assert.equal(found.length, letters);
      wrong.clear();
      for (const row of expected) if (!found.includes(row)) wrong.add(row);
      return wrong.size === 0 || undefined;
    }).catch((error: unknown) => {
      throw new Error(`Not in the report: ${[...wrong].join('; ')}`, { cause: error });
    });
  });
}

describe('letters in one request each, by twenty connections, through kills', { timeout }, () => {
  test('each is sent once, to its own receiver, by one server', async () => {
    const { server } = await startExchange(['ward'], { settings: ['--workers', '2'] });
    await checkLetters([server], keyFor('ward@example.com'));
  });

  test('and by two nodes', { skip: missingPostgres }, async () => {
    const { nodes, accounts } = await startTwoNodes(['ward'], { settings: ['--workers', '1'] });
    await checkLetters(nodes, accounts['ward']?.key ?? assert.fail());
  });
});
