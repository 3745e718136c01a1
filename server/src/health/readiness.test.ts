import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hour } from '../domain/model/clock.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { boundedLook, createReadiness, soundServer } from './readiness.ts';
import type { ServerHealth } from './readiness.ts';

const hidden = 'EACCES: /srv/valise/blobs of 10.0.0.7';

function fail(): Promise<never> {
  return Promise.reject(new Error(hidden));
}

/** A readiness over parts that are well but for what a test says. */
function prepare(faults: Partial<Parameters<typeof createReadiness>[0]> = {}) {
  const clock = createFakeClock();
  const counts = { commits: 0 };
  const logged: string[] = [];
  const note = (facts: object, text: string): void => {
    logged.push(`${text} ${JSON.stringify(facts)}`);
  };
  const readiness = createReadiness({
    database: {
      check() {
        counts.commits += 1;
        return Promise.resolve();
      },
      outbox: { findOldestWaiting: () => Promise.resolve(undefined) },
    },
    blobs: { check: () => Promise.resolve(), freeBytes: () => Promise.resolve(2 ** 30) },
    hasRemoteBlobs: false,
    runner: { check: () => Promise.resolve() },
    keyRing: { buckets: () => Promise.resolve([]) },
    checkCipher: () => Promise.resolve(),
    askServer: () => Promise.resolve(soundServer),
    minFreeBytes: 2 ** 30,
    clock,
    log: { info: note, warn: note, error: note },
    ...faults,
  });
  return { readiness, clock, counts, logged };
}

const well = { check: () => Promise.resolve() };
const noMail = { findOldestWaiting: () => Promise.resolve(undefined) };

test('a server that is well says so of every part', async () => {
  const { readiness, logged } = prepare();
  assert.deepEqual(await readiness(), {
    status: 'ok',
    checks: {
      database: 'ok',
      files: 'ok',
      keys: 'ok',
      cipher: 'ok',
      main: 'ok',
      space: 'ok',
      clock: 'ok',
      jobs: 'ok',
      workers: 'ok',
      outbox: 'ok',
      mail: 'ok',
      sms: 'ok',
    },
  });
  assert.deepEqual(logged, []);
});

test('all who ask within five seconds share one verdict', async () => {
  const { readiness, clock, counts } = prepare();
  await Promise.all(Array.from({ length: 1_000 }, () => readiness()));
  clock.advance(4_999);
  await readiness();
  assert.equal(counts.commits, 1);
  clock.advance(1);
  await readiness();
  assert.equal(counts.commits, 2);
});

const useless: [name: string, faults: Parameters<typeof prepare>[0]][] = [
  ['database', { database: { check: fail, outbox: noMail } }],
  ['database', { runner: { check: fail } }],
  ['files', { blobs: { check: fail, freeBytes: () => Promise.resolve(100) } }],
  ['keys', { keyRing: { buckets: fail } }],
  ['cipher', { checkCipher: fail }],
  ['main', { askServer: fail }],
];

for (const [name, faults] of useless) {
  const [part = name] = Object.keys(faults ?? {});
  test(`without its ${part} a process is unavailable, and tells no path`, async () => {
    const { readiness, logged } = prepare(faults);
    const report = await readiness();
    assert.equal(report.status, 'unavailable');
    assert.notEqual(report.checks[name], 'ok');
    assert.ok(!JSON.stringify(report).includes('/srv'), 'paths and addresses are for the log');
    assert.match(logged.join('\n'), /cannot do its work/);
  });
}

test('a check that goes on failing is logged once, until it has passed', async () => {
  let isAway = true;
  const check = () => (isAway ? fail() : Promise.resolve());
  const { readiness, clock, logged } = prepare({ database: { check, outbox: noMail } });
  async function look(times: number): Promise<number> {
    for (let at = 0; at < times; at += 1) {
      await readiness();
      clock.advance(5_000);
    }
    return logged.filter((line) => line.startsWith('a health check failed')).length;
  }
  assert.equal(await look(10), 1);
  isAway = false;
  await look(1);
  isAway = true;
  assert.equal(await look(10), 2);
});

function server(health: Partial<ServerHealth>): Parameters<typeof prepare>[0] {
  return { askServer: () => Promise.resolve({ ...soundServer, ...health }) };
}

const waiting = createFakeClock().now() - hour - 1;
const degraded: [name: string, says: RegExp, faults: Parameters<typeof prepare>[0]][] = [
  [
    'files',
    /cannot be written/,
    { hasRemoteBlobs: true, blobs: { check: fail, freeBytes: () => Promise.resolve(undefined) } },
  ],
  ['files', /2 of the newest: the store is older/, server({ missingFiles: 2 })],
  ['space', /refused/, { blobs: { ...well, freeBytes: () => Promise.resolve(2 ** 29) } }],
  [
    'space',
    /used up/,
    { minFreeBytes: 0, blobs: { ...well, freeBytes: () => Promise.resolve(4096) } },
  ],
  ['clock', /in doubt/, server({ isClockTrusted: false })],
  ['jobs', /fail: deliver mail/, server({ failingJobs: ['deliver mail'] })],
  ['workers', /missing: 1/, server({ missingWorkers: 1 })],
  ['mail', /mail server/, server({ isMailServerLost: true })],
  ['sms', /gateway/, server({ isSmsGatewayLost: true })],
  [
    'outbox',
    /more than an hour/,
    { database: { ...well, outbox: { findOldestWaiting: () => Promise.resolve(waiting) } } },
  ],
];

for (const [name, says, faults] of degraded) {
  test(`what is wrong with ${name} degrades a server, which goes on serving`, async () => {
    const { status, checks } = await prepare(faults).readiness();
    assert.equal(status, 'degraded');
    assert.match(checks[name] ?? '', says);
    const others = Object.entries(checks).filter(([other]) => other !== name);
    assert.ok(others.every(([, verdict]) => verdict === 'ok'));
  });
}

test('a look that hangs is cut off, and never runs twice at a time', async () => {
  const hanging = Promise.withResolvers<string>();
  let started = 0;
  const look = boundedLook(() => {
    started += 1;
    return hanging.promise;
  }, 20);
  await assert.rejects(look(), /no answer within/);
  await assert.rejects(look(), /no answer within/);
  assert.equal(started, 1);
  hanging.resolve('at last');
  assert.equal(await look(), 'at last');
  await look();
  assert.equal(started, 2);
});

test('a check that hangs counts as failed within seconds', async () => {
  const forever = new Promise<never>(() => undefined);
  const { readiness } = prepare({ checkCipher: () => forever, askServer: () => forever });
  const startedAt = performance.now();
  const { status, checks } = await readiness();
  assert.ok(performance.now() - startedAt < 10_000);
  assert.equal(status, 'unavailable');
  assert.match(checks['cipher'] ?? '', /cannot/);
  assert.match(checks['main'] ?? '', /does not answer/);
  assert.match(checks['clock'] ?? '', /unknown/);
});
