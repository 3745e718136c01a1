import { once } from 'node:events';
import type { ClientRequest } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Contestant } from '../contest.ts';
import { readCpuSeconds, readRssBytes } from '../process-meter.ts';
import { runProgram } from '../run-program.ts';
import type { ServerProcess } from '../server-process.ts';
import { askApi, createValiseData, email, launcher, startValiseServer } from '../valise.ts';
import type { Case } from './case.ts';

const accounts = 20;
/** As many as one account may have in a process. */
const streamsOfAccount = 50;
const warmStreams = 100;
const settleMs = 3000;
const restSeconds = 5;

const keyOf = (at: number) => `a-key-of-program-${at}-0123456789-0123456789`;

/** What open streams take while nothing happens, beside a server that had as many as it warmed up with. */
export const apiStreamsCase: Case = {
  name: 'api-streams',
  title: 'memory and processor time with open streams of events, at rest',
  unit: 'time',
  async start({ newDir }) {
    const dataDir = join(await newDir('valise'), 'data');
    for (let at = 0; at < accounts; at += 1) {
      const account = [`program-${at}@example.com`, '46700000001', '--role', 'api'];
      const args = ['account', 'add', ...account, '--key-file', '-', '--data', dataDir];
      await runProgram(launcher, args, { input: keyOf(at) });
    }
    const most = accounts * streamsOfAccount;
    return [
      follower(`${most.toLocaleString('en')} streams`, dataDir, most),
      follower('none', dataDir, 0),
    ];
  },
};

function follower(name: string, dataDir: string, streams: number): Contestant {
  return {
    name,
    async run() {
      const server = await startValiseServer(dataDir);
      closeAll(await openStreams(server.url, warmStreams));
      const open = await openStreams(server.url, streams);
      await sleep(settleMs);
      const before = await readCpuSeconds(server.pid);
      await sleep(restSeconds * 1000);
      const cpuSeconds = (await readCpuSeconds(server.pid)) - before;
      const idleRssBytes = await readRssBytes(server.pid);
      closeAll(open);
      await server.stop();
      return { work: 1, seconds: restSeconds, cpuSeconds, idleRssBytes };
    },
  };
}

async function openStreams(url: string, count: number): Promise<ClientRequest[]> {
  const open: ClientRequest[] = [];
  for (let at = 0; at < count; at += 1) {
    const authorization = `Bearer ${keyOf(at % accounts)}`;
    const sent = request(`${url}/api/v1/events?after=now`, {
      headers: { authorization, accept: 'text/event-stream' },
      agent: false,
    }).end();
    const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
    if (answer.statusCode !== 200) throw new Error(`A stream was answered ${answer.statusCode}`);
    answer.resume();
    sent.on('error', () => undefined);
    open.push(sent);
  }
  return open;
}

function closeAll(open: readonly ClientRequest[]): void {
  for (const each of open) each.destroy();
}

const drops = 50;
const receiversOfDrop = 20;
/** That a drop was sent, and the mail to each receiver. */
const events = drops * (receiversOfDrop + 1);

/** How fast a backlog goes to a receiver that takes everything at once. */
export const apiWebhooksCase: Case = {
  name: 'api-webhooks',
  title: 'events to a webhook on this machine',
  unit: 'calls',
  async start({ newDir }) {
    const dataDir = join(await newDir('valise'), 'data');
    await createValiseData(dataDir);
    const hook = await openHook();
    await addWebhookKey(dataDir);
    const server = await startToHook(dataDir, hook);
    const made = await postAs<{ id: string; cursor: string }>(server, '/webhooks', {
      url: hook.url,
    });
    for (let drop = 0; drop < drops; drop += 1) {
      const receivers = Array.from({ length: receiversOfDrop }, (_, at) => ({
        email: `receiver-${drop}-${at}@example.com`,
      }));
      const form = new FormData();
      form.set('drop', JSON.stringify({ receivers }));
      form.set('file', new Blob(['text']), 'a.txt');
      await askApi({ server }, '/drops', { method: 'POST', body: form });
    }
    await hook.untilCame(events);
    return [
      {
        name: 'valise',
        server,
        async run() {
          hook.forget();
          const startedAt = performance.now();
          await postAs(server, `/webhooks/${made.id}/replay`, { after: made.cursor });
          await hook.untilCame(events);
          return { work: events, seconds: (performance.now() - startedAt) / 1000 };
        },
      },
    ];
  },
};

const webhookKey = 'a-key-for-webhooks-0123456789-0123456789-0123';

async function addWebhookKey(dataDir: string): Promise<void> {
  const added = ['account', 'key', 'add', email, 'hooks', '--scopes', 'webhooks'];
  const input = webhookKey;
  await runProgram(launcher, [...added, '--key-file', '-', '--data', dataDir], { input });
}

async function startToHook(dataDir: string, { target }: { target: string }) {
  return await startValiseServer(dataDir, { env: { VALISE_WEBHOOK_TARGETS: target } });
}

async function postAs<Answer>(server: ServerProcess, path: string, body: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${webhookKey}`, 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(body) };
  return await askApi<Answer>({ server }, path, sent);
}

const manyWaiting = 10_000;
const fewWaiting = 10;

/** What a server holds that tries to deliver many events, or some, to a receiver that takes none. */
export const apiWaitingCase: Case = {
  name: 'api-waiting',
  title: 'memory with events that wait for a webhook',
  unit: 'time',
  async start({ newDir }) {
    const hook = await openHook(500);
    const contestants: Contestant[] = [];
    for (const count of [manyWaiting, fewWaiting]) {
      const dataDir = join(await newDir('valise'), 'data');
      await createValiseData(dataDir);
      await addWebhookKey(dataDir);
      const server = await startToHook(dataDir, hook);
      await postAs(server, '/webhooks', { url: hook.url });
      await server.stop();
      const filler = join(import.meta.dirname, '../fill/events.ts');
      await runProgram(process.execPath, [filler, dataDir, email, String(count)]);
      contestants.push({
        name: `${count.toLocaleString('en')} waiting`,
        async run() {
          hook.forget();
          const running = await startToHook(dataDir, hook);
          await hook.untilCame(attemptsSeen);
          await sleep(settleMs);
          const cpuSeconds = await readCpuSeconds(running.pid);
          const idleRssBytes = await readRssBytes(running.pid);
          await running.stop();
          return { work: 1, seconds: settleMs / 1000, cpuSeconds, idleRssBytes };
        },
      });
    }
    return contestants;
  },
};

/** A webhook whose receiver takes nothing rests after three, and begins again. */
const attemptsSeen = 4;

/** Answers every message at once, in the same way. */
async function openHook(status = 204) {
  let came = 0;
  const server = createServer((asked, response) => {
    asked.resume().once('end', () => {
      came += 1;
      response.writeHead(status).end();
    });
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    target,
    url: `http://${target}/hook`,
    forget() {
      came = 0;
    },
    async untilCame(count: number) {
      const deadline = performance.now() + 120_000;
      while (came < count) {
        if (performance.now() > deadline) throw new Error(`${came} of ${count} events came`);
        await sleep(5);
      }
    },
  };
}
