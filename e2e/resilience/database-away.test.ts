import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newestInInbox, sendFiles } from '../contract/send-files.ts';
import { keyFor } from '../harness/add-account.ts';
import { eventually } from '../harness/eventually.ts';
import { makePostgresFolder, missingPostgres } from '../harness/postgres.ts';
import { workersOf } from '../harness/process-vitals.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { valise } from '../harness/valise-command.ts';

/** Much more than the buffers between a server and a client who does not read. */
const fileBytes = 48_000_000;

interface Line {
  level: number;
  msg: string;
  job?: string;
}

test(
  'a database that is away is a 503, running downloads go on, and all comes back by itself',
  { skip: missingPostgres, timeout: 300_000 },
  async () => {
    const { dataDir, postgres } = await makePostgresFolder();
    const { server, clients } = await startExchange(['anna', 'bert'], {
      dataDir,
      settings: ['--workers', '2'],
    });
    const { anna, bert } = clients;
    await sendFiles(anna, [bert.email], { 'large.bin': Buffer.alloc(fileBytes, 'l') });
    const { url } = await newestInInbox(bert);
    const { hostname, port } = new URL(server.url);
    const path = bert.path(`${url}/files/large.bin`);
    const headers = { authorization: bert.authorization, 'csrf-token': await bert.token() };
    const outgoing = request({ hostname, port, path, headers, agent: false }).end();
    const [download] = (await once(outgoing, 'response')) as [IncomingMessage];
    assert.equal(download.statusCode, 200);

    const logged = server.logs().length;
    await postgres.stop('immediate');
    for (const accept of ['application/json', 'text/html']) {
      for (let times = 0; times < 20; times += 1) {
        const authorization = anna.authorization;
        const answer = await anna.bare({ path: anna.path(''), headers: { accept, authorization } });
        assert.equal(answer.status, 503);
        assert.equal(answer.headers['retry-after'], '5');
        assert.match(String(answer.headers['content-type']), new RegExp(`^${accept}`));
      }
    }
    const bearer = { authorization: `Bearer ${keyFor(anna.email)}` };
    for (const [method, rest, body] of [
      ['GET', 'me'],
      ['GET', 'drops'],
      ['GET', 'events'],
      ['GET', 'deliveries?format=csv'],
      ['POST', 'drops', '{"receivers":[{"email":"zoe@example.com"}],"uploads":["x"]}'],
      ['POST', 'inbox/lease', '{}'],
    ] as const) {
      const answer = await anna.bare({
        ...{ method, path: `/api/v1/${rest}` },
        headers: { ...bearer, 'content-type': 'application/json', 'idempotency-key': rest },
        ...(body !== undefined && { body }),
      });
      assert.equal(answer.status, 503, rest);
      assert.equal(answer.headers['retry-after'], '5');
      const { code, retry } = answer.json<{ code: string; retry: string }>();
      assert.deepEqual([code, retry], ['unavailable', 'later'], rest);
    }
    const ready = await anna.bare({ path: '/readyz' });
    assert.equal(ready.status, 503);
    assert.match(ready.text(), /"database":"cannot be written","files":"ok"/);

    let bytes = 0;
    for await (const piece of download) bytes += (piece as Buffer).length;
    assert.equal(bytes, fileBytes, 'the download that was running is whole');

    await postgres.start();
    const backAt = performance.now();
    await eventually('the server answers again', async () => {
      const { status } = await anna.bare({
        path: anna.path(''),
        headers: { authorization: anna.authorization },
      });
      return status === 200 ? true : undefined;
    });
    assert.ok(performance.now() - backAt < 10_000, 'it is back within ten seconds');
    await eventually('the download is in the audit trail', async () => {
      const printed = await valise('audit', 'list', '--json', '--data', dataDir);
      const { records } = JSON.parse(printed) as { records: { action: string; object: string }[] };
      return records.find(
        ({ action, object }) => action === 'file.downloaded' && object === 'large.bin',
      );
    });

    const lines = server
      .logs()
      .slice(logged)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line);
    assert.ok(!lines.some(({ msg }) => msg.includes('ended unexpectedly')), 'no worker died');
    const refusals = lines.filter(({ msg }) => msg === 'requests are refused').length;
    assert.ok(refusals >= 1 && refusals <= 2, `${refusals} lines on refusals of two workers`);
    assert.ok(!lines.some(({ msg }) => msg === 'request failed'));
    const unheard = 'other processes cannot be told that this one lives';
    const faults = lines.filter(({ level }) => level >= 40);
    for (const { msg, job } of faults) {
      const times = faults.filter((each) => each.msg === msg && each.job === job).length;
      assert.ok(times <= 6, `${times} times: ${msg} ${job ?? ''}`);
    }
    const told = lines.filter(({ msg }) => msg === unheard).length;
    assert.ok(told >= 1 && told <= 3, `${told} lines on the heartbeats of three processes`);

    await postgres.stop('immediate');
    const [victim = assert.fail('there are no workers')] = await workersOf(server.pid);
    const begun = server.logs().length;
    process.kill(victim, 'SIGKILL');
    await eventually('a worker that cannot begin', () =>
      server.logs().includes('the worker cannot begin', begun) ? true : undefined,
    );
    await sleep(5_000);
    await postgres.start();
    await eventually(
      'another worker',
      () => (server.logs().includes('"the worker serves"', begun) ? true : undefined),
      10_000,
    );
    const attempts = server.logs().slice(begun).split('the worker cannot begin').length - 1;
    assert.equal(attempts, 1, 'an outage is logged once');
  },
);
