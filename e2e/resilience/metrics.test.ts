import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { newestInInbox, sendFiles } from '../contract/send-files.ts';
import { eventually } from '../harness/eventually.ts';
import { workersOf } from '../harness/process-vitals.ts';
import type { Sample } from '../harness/prometheus-text.ts';
import { parseMetrics, sumOf } from '../harness/prometheus-text.ts';
import { startServer } from '../harness/server.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { runValise } from '../harness/valise-command.ts';

const settings = ['--workers', '2', '--metrics-listen', '127.0.0.1:0', '--worker-timeout', '8s'];
const { server, clients } = await startExchange(['alice', 'bob'], { settings });
const { alice, bob } = clients;
const secretName = 'severance-of-j-doe.txt';

/** All lines of a scrape. Scrapes within a second get the same text. */
async function scrape(): Promise<Sample[]> {
  const [, url = assert.fail('metrics are served nowhere')] =
    /"address":"([^"]+)"[^\n]*"metrics are served"/.exec(server.logs()) ?? [];
  const answer = await fetch(url);
  assert.equal(answer.status, 200);
  return parseMetrics(await answer.text());
}

/** Scrapes until what was awaited is shown. */
async function scrapeUntil(
  what: string,
  isShown: (samples: Sample[]) => boolean,
): Promise<Sample[]> {
  return await eventually(what, async () => {
    const samples = await scrape();
    return isShown(samples) ? samples : undefined;
  });
}

const requests = 'valise_http_request_duration_seconds_count';
const health = { route: '/healthz', method: 'GET', status: '2xx' };

/** Requests over connections of their own, so that both workers get some. */
async function callHealth(times: number): Promise<void> {
  for (let call = 0; call < times; call += 1) {
    await fetch(`${server.url}/healthz`, { headers: { connection: 'close' } });
  }
}

test('the time of the last verification of the audit trail is shown', async () => {
  const verified = await runValise(['audit', 'verify', '--data', server.dataDir]);
  assert.equal(verified.status, 0, verified.stderr);
  assert.ok(sumOf(await scrape(), 'valise_audit_verified_timestamp_seconds') > 1e9);
});

test('a scrape adds up what two workers counted, and can be read by Prometheus', async () => {
  await callHealth(40);
  const samples = await scrapeUntil('40 requests', (now) => sumOf(now, requests, health) >= 40);
  assert.equal(sumOf(samples, requests, health), 40);
  assert.equal(sumOf(samples, 'valise_workers'), 2);
  assert.equal(sumOf(samples, 'valise_workers_silent'), 0);
  assert.ok(sumOf(samples, 'valise_http_received_bytes_total') > 40 * 50);
  assert.ok(sumOf(samples, 'valise_storage_free_bytes') > 0);
  assert.ok(sumOf(samples, 'valise_process_resident_memory_bytes', { process: 'worker' }) > 1e7);
  assert.equal(sumOf(samples, 'valise_build_info'), 1);
});

test('an upload, a send and a download are counted, and none of their names is shown', async () => {
  await sendFiles(alice, [bob.email], { [secretName]: 'Some secret text.' });
  const { url } = await newestInInbox(bob);
  assert.equal((await bob.download(url, secretName)).status, 200);
  const acts = 'valise_act_duration_seconds_count';
  const delivered = { lane: 'mail', outcome: 'captured' };
  const samples = await scrapeUntil(
    'a delivered mail and a download',
    (now) =>
      sumOf(now, 'valise_deliveries_total', delivered) > 0 &&
      sumOf(now, acts, { act: 'download' }) > 0,
  );
  for (const act of ['upload', 'send', 'download']) {
    assert.equal(sumOf(samples, acts, { act, outcome: 'done' }), 1, act);
  }
  const words = samples.flatMap(({ labels }) => Object.values(labels)).join('\n');
  for (const secret of [secretName, alice.email, bob.email, 'alice', '127.0.0.1', url]) {
    assert.ok(!words.includes(secret), `${secret} is a label`);
  }
});

test('the checks of readiness are shown', async () => {
  await scrapeUntil(
    'a database that is ready',
    (now) => sumOf(now, 'valise_ready', { check: 'database' }) === 1,
  );
});

test('no label has a value that is not in its list, whatever clients send', async () => {
  for (const path of ['/no/such/path', '/d/AAAA', `/${alice.email}/cgi/none.cgi`, '/%00']) {
    await fetch(`${server.url}${path}`, { method: 'PROPFIND' });
  }
  const samples = await scrapeUntil(
    'a request of another method',
    (now) => sumOf(now, requests, { method: 'other' }) >= 4,
  );
  const routes = await readFile(new URL('../../docs/routes.md', import.meta.url), 'utf8');
  const known: Record<string, (value: string) => boolean> = {
    route: (value) => ['unknown', '/:user/*'].includes(value) || routes.includes(`\`${value}\``),
    method: (value) => /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|other)$/.test(value),
    status: (value) => /^(?:[1-5]xx|aborted)$/.test(value),
    commit: (value) => /^(?:[0-9a-f]{40}|unknown)$/.test(value),
  };
  for (const { name, labels } of samples) {
    for (const [label, value] of Object.entries(labels)) {
      assert.ok(
        known[label]?.(value) ?? /^[\w.+]{1,20}$/.test(value),
        `${name} ${label}="${value}"`,
      );
    }
  }
});

test('counters do not go back when a worker is killed', async () => {
  const before = sumOf(await scrape(), requests, health);
  const [victim = assert.fail('there are no workers')] = await workersOf(server.pid);
  process.kill(victim, 'SIGKILL');
  await eventually('another worker', async () => {
    const now = await workersOf(server.pid);
    assert.ok(sumOf(await scrape(), requests, health) >= before, 'a counter went back');
    return now.length === 2 && !now.includes(victim) ? true : undefined;
  });
  await callHealth(10);
  const after = await scrapeUntil('ten more', (now) => sumOf(now, requests, health) >= before + 10);
  assert.equal(sumOf(after, requests, health), before + 10);
});

test('a worker that hangs delays a scrape no longer than its time limit', async () => {
  await eventually('both workers', async () =>
    sumOf(await scrape(), 'valise_workers') === 2 ? true : undefined,
  );
  const before = sumOf(await scrape(), requests, health);
  const [victim = assert.fail('there are no workers')] = await workersOf(server.pid);
  process.kill(victim, 'SIGSTOP');
  try {
    const samples = await scrapeUntil(
      'a silent worker',
      (now) => sumOf(now, 'valise_workers_silent') === 1,
    );
    assert.equal(sumOf(samples, requests, health), before);
    const startedAt = performance.now();
    await scrape();
    assert.ok(performance.now() - startedAt < 5_000);
  } finally {
    process.kill(victim, 'SIGCONT');
  }
});

test('the public address serves no metrics, and without the setting nothing does', async () => {
  assert.equal((await fetch(`${server.url}/metrics`)).status, 404);
  const other = await startServer({ settings: ['--workers', '1'] });
  assert.doesNotMatch(other.logs(), /metrics/);
  assert.equal((await fetch(`${other.url}/metrics`)).status, 404);
});
