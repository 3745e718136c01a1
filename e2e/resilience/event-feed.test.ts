import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendFiles } from '../contract/send-files.ts';
import type { Credentials } from '../harness/add-account.ts';
import { keyFor } from '../harness/add-account.ts';
import { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { exchange } from '../harness/exchange.ts';
import { missingPostgres } from '../harness/postgres.ts';
import type { RunningServer } from '../harness/server.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { startTwoNodes } from '../harness/two-nodes.ts';
import { demandSuccess } from '../harness/valise-command.ts';
import { linkIn, operatorOf } from '../journeys/operator.ts';

const receivers = Array.from({ length: 20 }, (_, at) => `receiver-${at}@example.org`);
const files = { 'a.txt': 'a', 'b.txt': 'bb', 'c.txt': 'ccc' };
/** The drop, the mail of each receiver, that they open it, each file, all files, and all receivers. */
const told = 1 + receivers.length * (3 + Object.keys(files).length) + 1;
const timeout = 300_000;

interface Item {
  id: string;
  kind: string;
  receiver?: string;
}

/** Reads with polls that wait, each at another server than the one before, until the drop is complete. */
async function poll(servers: readonly RunningServer[], { key }: Credentials): Promise<Item[]> {
  const seen: Item[] = [];
  let after = '';
  for (let turn = 0; seen.at(-1)?.kind !== 'drop.completed'; turn += 1) {
    const { url } = servers[turn % servers.length] ?? assert.fail();
    const answer = await exchange(url, {
      path: `/api/v1/events?wait=10&limit=7${after}`,
      headers: { authorization: `Bearer ${key}` },
    });
    assert.equal(answer.status, 200, answer.text());
    const { items, next } = answer.json<{ items: Item[]; next: string }>();
    seen.push(...items);
    after = `&after=${next}`;
  }
  return seen;
}

/** Reads a stream, and comes back with its last id when it was cut, until the drop is complete. */
async function stream(servers: readonly RunningServer[], { key }: Credentials): Promise<Item[]> {
  const seen: Item[] = [];
  let lastId: string | undefined;
  for (let turn = 0; seen.at(-1)?.kind !== 'drop.completed'; turn += 1) {
    const { url } = servers[turn % servers.length] ?? assert.fail();
    await new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
      const sent = request(`${url}/api/v1/events`, {
        headers: { ...headers, ...(lastId !== undefined && { 'last-event-id': lastId }) },
      });
      let rest = '';
      let came = 0;
      sent.on('error', reject);
      sent.on('response', (answer) => {
        answer.setEncoding('utf8').on('data', (text: string) => {
          const messages = (rest + text).split('\n\n');
          rest = messages.pop() ?? '';
          // Of what comes after the cut nothing counts.
          for (const message of messages.slice(0, came < 40 ? undefined : 0)) {
            lastId = /^id: (.*)$/m.exec(message)?.[1] ?? lastId;
            const [, data] = /^data: (.*)$/m.exec(message) ?? [];
            if (data === undefined) continue;
            seen.push(JSON.parse(data) as Item);
            came += 1;
          }
          if (came >= 40 || seen.at(-1)?.kind === 'drop.completed') {
            answer.destroy();
            resolve();
          }
        });
        answer.on('error', () => undefined);
      });
      sent.end();
    });
  }
  return seen;
}

/** A person presses the button of each file behind a link, at another server each time. */
async function fetchAll(servers: readonly RunningServer[], link: string, at: number) {
  const { pathname: path } = new URL(link);
  const urlOf = (turn: number) => servers[(at + turn) % servers.length]?.url ?? assert.fail();
  const page = (await exchange(urlOf(0), { path })).text();
  const found = [...page.matchAll(/action="(\/d\/[^"?]+\/files\/[^"?]+)/g)];
  const buttons = [...new Set(found.map(([, file = '']) => file))];
  assert.equal(buttons.length, Object.keys(files).length);
  for (const [turn, file] of buttons.entries()) {
    const pressed = await exchange(urlOf(turn), { method: 'POST', path: file });
    assert.equal(pressed.status, 303, pressed.text());
    const taken = await exchange(urlOf(turn), { path: String(pressed.headers['location']) });
    assert.equal(taken.status, 200);
  }
}

async function followTwentyWriters(servers: readonly RunningServer[], credentials: Credentials) {
  const [first = assert.fail()] = servers;
  const following = [
    poll(servers, credentials),
    stream(servers, credentials),
    stream([...servers].reverse(), credentials),
  ];
  await sendFiles(new Client(first, credentials), receivers, files);
  const mails = await operatorOf(first).listSettledMails();
  const links = mails
    .filter(({ kind }) => kind === 'download')
    .map(({ links: [link = ''] }) => link);
  assert.equal(links.length, receivers.length);
  await Promise.all(links.map((link, at) => fetchAll(servers, link, at)));
  const [polled = [], ...streamed] = await Promise.all(following);
  const ids = polled.map(({ id }) => id);
  assert.equal(new Set(ids).size, told);
  assert.equal(ids.length, told, 'none comes twice');
  for (const items of streamed) assert.deepEqual(items, polled);
  for (const receiver of new Set(polled.map((item) => item.receiver))) {
    if (receiver === undefined) continue;
    const own = polled.filter((item) => item.receiver === receiver).map(({ kind }) => kind);
    assert.deepEqual(
      own.filter((kind) => kind !== 'receiver.mailed'),
      [
        'receiver.opened',
        ...Object.keys(files).map(() => 'receiver.file_completed'),
        'receiver.completed',
      ],
    );
  }
}

/** A receiver of webhooks, and when it was first told of each kind. */
async function openHook() {
  const times = new Map<string, number>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { type } = JSON.parse(body) as { type: string };
      if (!times.has(type)) times.set(type, performance.now());
      response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cameAt = (kind: string) => eventually(`the webhook has ${kind}`, () => times.get(kind));
  return { target, url: `http://${target}/hook`, cameAt };
}

async function addWebhook({ url, dataDir }: RunningServer, email: string, hook: string) {
  const key = 'key-for-webhooks-0123456789-0123456789-012345';
  const asked = ['account', 'key', 'add', email, 'hooks', '--scopes', 'webhooks'];
  await demandSuccess([...asked, '--key-file', '-', '--data', dataDir], { input: key });
  const made = await exchange(url, {
    ...{ method: 'POST', path: '/api/v1/webhooks', body: JSON.stringify({ url: hook }) },
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  });
  assert.equal(made.status, 201, made.text());
}

/** Opens a stream of one kind; returns what waits for the first event, and says when it came. */
async function openStream({ url }: RunningServer, key: string, kind: string) {
  const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
  const sent = request(`${url}/api/v1/events?after=now&types=${kind}`, { headers }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return async (): Promise<number> => {
    for await (const piece of answer) {
      if (String(piece).includes(`event: ${kind}`)) return performance.now();
    }
    throw new Error('The stream ended');
  };
}

/** The stream is open on the last server, and the last file is fetched from the first. */
async function expectToldInTime(
  servers: readonly RunningServer[],
  credentials: Credentials,
  hook: Awaited<ReturnType<typeof openHook>>,
) {
  const [first = assert.fail()] = servers;
  await sendFiles(new Client(first, credentials), ['bob@example.org'], files);
  const mails = await operatorOf(first).listSettledMails();
  await addWebhook(first, credentials.email, hook.url);
  const kind = 'receiver.completed';
  const firstEvent = await openStream(servers.at(-1) ?? first, credentials.key, kind);
  const came = firstEvent();
  await fetchAll(servers, linkIn(mails, 'download', 'bob@example.org'), 0);
  const fetchedAt = performance.now();
  const streamMs = (await came) - fetchedAt;
  const hookMs = (await hook.cameAt(kind)) - fetchedAt;
  assert.ok(streamMs < 1000, `on the stream after ${streamMs} ms`);
  assert.ok(hookMs < 3000, `at the webhook after ${hookMs} ms`);
}

describe('the feed of an account that twenty write to', { timeout }, () => {
  test('has every event once and one order, with two workers', async () => {
    const { server } = await startExchange(['anna'], { settings: ['--workers', '2'] });
    const email = 'anna@example.com';
    await followTwentyWriters([server], { email, key: keyFor(email) });
  });

  test(
    'has every event once and one order, with two nodes',
    { skip: missingPostgres },
    async () => {
      const { nodes, accounts } = await startTwoNodes(['anna'], { settings: ['--workers', '1'] });
      await followTwentyWriters(nodes, accounts['anna'] ?? assert.fail());
    },
  );

  test('tells within seconds: what a receiver fetched on a stream and at a webhook, and what an operator does beside the server', async () => {
    const hook = await openHook();
    const { server } = await startExchange(['anna'], {
      settings: ['--workers', '1', '--webhook-targets', hook.target],
    });
    const email = 'anna@example.com';
    await expectToldInTime([server], { email, key: keyFor(email) }, hook);
    const operator = operatorOf(server);
    const [drop = assert.fail()] = await operator.listDrops();
    const authorization = `Bearer ${keyFor(email)}`;
    const ask = (query: string) =>
      exchange(server.url, { path: `/api/v1/events${query}`, headers: { authorization } });
    const { next } = (await ask('?after=now')).json<{ next: string }>();
    const waiting = ask(`?after=${next}&wait=30`).then((answer) => ({
      ...answer.json<{ items: Item[] }>(),
      at: performance.now(),
    }));
    await sleep(500);
    await operator.revoke(drop.id);
    const revokedAt = performance.now();
    const { items, at } = await waiting;
    assert.deepEqual(
      items.map(({ kind }) => kind),
      ['drop.revoked'],
    );
    assert.ok(at - revokedAt < 1000, `${at - revokedAt} ms`);
  });

  test(
    'tells within seconds on a stream of one node, and at a webhook, what a receiver fetched from another',
    { skip: missingPostgres },
    async () => {
      const hook = await openHook();
      const settings = ['--workers', '1', '--webhook-targets', hook.target];
      const { nodes, accounts } = await startTwoNodes(['anna'], { settings });
      await expectToldInTime(nodes, accounts['anna'] ?? assert.fail(), hook);
    },
  );
});
