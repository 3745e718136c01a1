import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareDrop } from '../contract/send-files.ts';
import { eventually } from '../harness/eventually.ts';
import { workersOf } from '../harness/process-vitals.ts';
import { startExchange } from '../harness/start-exchange.ts';

const settings = ['--workers', '2', '--worker-timeout', '4s'];
const { server, clients } = await startExchange(['alice'], { settings });
const { alice } = clients;

interface LogLine {
  level: number;
  pid?: number;
  msg: string;
}

function linesAbout(pid: number): LogLine[] {
  return server
    .logs()
    .split('\n')
    .filter((line) => line.includes(`"pid":${pid}`))
    .map((line) => JSON.parse(line) as LogLine);
}

async function haltOne(): Promise<number> {
  const [victim = assert.fail('There are no workers')] = await workersOf(server.pid);
  process.kill(victim, 'SIGSTOP');
  return victim;
}

async function untilReplaced(victim: number): Promise<void> {
  await eventually(
    'another worker is in its place',
    async () => {
      const now = await workersOf(server.pid);
      const newcomer = now.find((pid) => linesAbout(pid).some(({ msg }) => /serves/.test(msg)));
      return now.length === 2 && !now.includes(victim) && newcomer !== undefined ? true : undefined;
    },
    60_000,
  );
}

test('a worker that hangs keeps nobody from sending for long', async () => {
  await prepareDrop(alice, [alice.email], { 'a.txt': 'a' });
  const victim = await haltOne();
  const sent = await alice.call('createdrop', { json: {} });
  assert.equal(sent.status, 200, sent.text());
  const [line] = linesAbout(victim).filter(({ msg }) => msg === 'a worker does not answer');
  assert.equal(line?.level, 50);
  await untilReplaced(victim);
  const hung = linesAbout(victim).some(({ msg }) => /hangs/.test(msg));
  assert.ok(!hung, 'it was killed as soon as it was silent, since an answer waited for it');
});

test('a worker that hangs while nobody needs it is killed and replaced, too', async () => {
  const victim = await haltOne();
  await untilReplaced(victim);
  // A job that happens to ask all workers meanwhile needs it after all.
  const why = /hangs and is killed|does not answer/;
  assert.ok(linesAbout(victim).some(({ level, msg }) => level === 50 && why.test(msg)));
  await alice.token();
});
