import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyFor } from '../harness/add-account.ts';
import { eventually } from '../harness/eventually.ts';
import { exchange } from '../harness/exchange.ts';
import { filePart, multipart } from '../harness/multipart.ts';
import { missingPostgres } from '../harness/postgres.ts';
import { workersOf } from '../harness/process-vitals.ts';
import type { SeededRandom } from '../harness/seeded-random.ts';
import { withSeed } from '../harness/seeded-random.ts';
import type { RunningServer } from '../harness/server.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { startTwoNodes } from '../harness/two-nodes.ts';

/** How many items there are; more for a long run. */
const itemCount = Number(process.env['E2E_INBOX_ITEMS'] ?? 40);
const consumerCount = 20;
const leaseSeconds = 2;
const sender = 'anna@example.com';
const consumer = 'bert@example.com';
const timeout = 120_000 + itemCount * 200;

interface Leased {
  id: string;
  lease: string;
}

/** Requests of one account that go to the servers in turn, and are repeated at another one that answers. */
function askerOf(servers: readonly RunningServer[], email: string) {
  let turns = 0;

  /** The status and the JSON of an answer; undefined where it was cut off, so that nobody knows what was done. */
  async function tryOnce<Body>(path: string, payload?: object) {
    turns += 1;
    const { url } = servers[turns % servers.length] ?? assert.fail();
    const answer = await exchange(url, {
      ...{ path: `/api/v1/${path}`, method: payload === undefined ? 'GET' : 'POST' },
      headers: { authorization: `Bearer ${keyFor(email)}`, 'content-type': 'application/json' },
      ...(payload !== undefined && { body: JSON.stringify(payload) }),
    }).catch(() => undefined);
    if (answer === undefined || answer.status >= 500) return undefined;
    return { status: answer.status, body: answer.json<Body>() };
  }

  async function askWell<Body>(path: string, payload?: object): Promise<Body> {
    for (;;) {
      const answer = await tryOnce<Body>(path, payload);
      if (answer !== undefined) {
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        return answer.body;
      }
      await sleep(50);
    }
  }

  return { tryOnce, askWell };
}

async function sendItems({ url }: RunningServer): Promise<void> {
  for (let at = 0; at < itemCount; at += 1) {
    const drop = { receivers: [{ email: consumer }], reference: `item ${at}` };
    const { contentType, body } = multipart([
      { name: 'drop', value: JSON.stringify(drop) },
      filePart('a.txt', `item ${at}`),
    ]);
    const headers = { authorization: `Bearer ${keyFor(sender)}`, 'content-type': contentType };
    const sent = await exchange(url, { method: 'POST', path: '/api/v1/drops', headers, body });
    assert.equal(sent.status, 201, sent.text());
  }
}

/** What became of the items: the leases by which each was acknowledged, for certain or perhaps. */
class Outcomes {
  readonly certain = new Map<string, string[]>();
  readonly perhaps = new Map<string, string[]>();
  late = 0;
  crashes = 0;

  note(kind: 'certain' | 'perhaps', { id, lease }: Leased): void {
    this[kind].set(id, [...(this[kind].get(id) ?? []), lease]);
  }
}

/** A program that deals with items, dies with some in its hands, and is too slow for others, until none is left. */
async function consume(
  { tryOnce, askWell }: ReturnType<typeof askerOf>,
  random: SeededRandom,
  outcomes: Outcomes,
): Promise<void> {
  for (;;) {
    const order = { max: 1 + random.below(3), seconds: leaseSeconds, wait: 1 };
    // An answer that was cut off hands out items, too: they come back.
    const taken = await tryOnce<{ items: Leased[] }>('inbox/lease', order);
    if (taken === undefined) {
      await sleep(50);
      continue;
    }
    assert.equal(taken.status, 200, JSON.stringify(taken.body));
    const { items } = taken.body;
    if (items.length === 0) {
      const left = await askWell<{ items: object[] }>('inbox?state=new&limit=1');
      if (left.items.length === 0) return;
    }
    for (const item of items) {
      if (random.chance(0.15)) {
        outcomes.crashes += 1;
        break;
      }
      const isSlow = random.chance(0.05);
      await sleep(isSlow ? leaseSeconds * 1000 + 100 : random.below(20));
      const done = await tryOnce<{ code?: string }>(`inbox/${item.id}/ack`, { lease: item.lease });
      if (done === undefined) outcomes.note('perhaps', item);
      else if (done.status === 200) outcomes.note('certain', item);
      else {
        assert.deepEqual([done.status, done.body.code], [409, 'lease_lost']);
        outcomes.late += 1;
      }
    }
  }
}

async function consumeAll(
  servers: readonly RunningServer[],
  killOne: () => Promise<void>,
): Promise<string> {
  let told = '';
  await withSeed(async (random) => {
    const [first = assert.fail()] = servers;
    await sendItems(first);
    const asker = askerOf(servers, consumer);
    const outcomes = new Outcomes();
    const consuming = Promise.all(
      Array.from({ length: consumerCount }, () => consume(asker, random, outcomes)),
    );
    const enough = 5 + random.below(itemCount / 3);
    const isEnough = eventually('items are acknowledged', () =>
      outcomes.certain.size >= enough ? true : undefined,
    );
    await Promise.race([isEnough, consuming]);
    await killOne();
    await consuming;

    const { items } = await asker.askWell<{ items: { id: string; leases: number }[] }>(
      'inbox?limit=200&state=acknowledged',
    );
    const ids = items.map(({ id }) => id);
    assert.equal(ids.length, Math.min(itemCount, 200), 'all are acknowledged, none is parked');
    for (const id of ids) {
      const [certain = [], perhaps = []] = [outcomes.certain.get(id), outcomes.perhaps.get(id)];
      assert.ok(certain.length <= 1, `${id} was acknowledged ${certain.length} times`);
      // An acknowledgement without an answer may have counted.
      assert.ok(certain.length + perhaps.length >= 1, `${id} was acknowledged by nobody`);
    }
    assert.deepEqual(
      (await asker.askWell<{ items: object[] }>('inbox/lease', { max: 9 })).items,
      [],
    );
    assert.ok(outcomes.crashes > 0);
    told = `${outcomes.crashes} crashes, ${outcomes.late} too late, ${outcomes.perhaps.size} cut off`;
  });
  return told;
}

describe('twenty consumers of one inbox that crash', { timeout }, () => {
  test('acknowledge each item once, with two workers of which one is killed', async (t) => {
    const settings = ['--workers', '2'];
    const { server } = await startExchange(['anna', 'bert'], { settings });
    const told = await consumeAll([server], async () => {
      const [victim = assert.fail()] = await workersOf(server.pid);
      process.kill(victim, 'SIGKILL');
    });
    t.diagnostic(told);
  });

  test(
    'acknowledge each item once, with two nodes of which one is killed',
    { skip: missingPostgres },
    async (t) => {
      const { nodes } = await startTwoNodes(['anna', 'bert'], { settings: ['--workers', '1'] });
      const told = await consumeAll(nodes, async () => {
        await nodes[1].kill();
        await sleep(200);
        await nodes[1].start();
      });
      t.diagnostic(told);
    },
  );
});
