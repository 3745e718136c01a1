import assert from 'node:assert/strict';
import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { runValise } from '../harness/valise-command.ts';

interface Report {
  status: string;
  checks: Record<string, string>;
}

interface Told extends Report {
  httpStatus: number;
}

async function ask(client: Client): Promise<Told> {
  const answer = await client.bare({ path: '/readyz' });
  return { httpStatus: answer.status, ...(JSON.parse(answer.text()) as Report) };
}

async function untilStatus(client: Client, status: string): Promise<Told> {
  return await until(client, (told) => told.status === status);
}

/** Each worker keeps its own answer for a while. */
async function until(client: Client, isMeant: (told: Told) => boolean): Promise<Told> {
  return await eventually('readiness is told as expected', async () => {
    const told = await ask(client);
    return isMeant(told) ? told : undefined;
  });
}

const { server, clients } = await startExchange(['alice'], { settings: ['--workers', '2'] });
const { alice } = clients;

test('a worker says what keeps it from its work, and when it can work again', async () => {
  assert.equal((await untilStatus(alice, 'ok')).httpStatus, 200);
  const incoming = join(server.dataDir, 'blobs/incoming');
  const keyring = join(server.dataDir, 'keys/keyring.sealed');
  await rename(keyring, `${keyring}.aside`);
  const other = new DatabaseSync(join(server.dataDir, 'valise.db'));
  other.exec('begin immediate');
  await rename(incoming, `${incoming}.aside`);
  await writeFile(incoming, '');
  const { httpStatus, checks } = await untilStatus(alice, 'unavailable');
  await rm(incoming);
  await rename(`${incoming}.aside`, incoming);
  await rename(`${keyring}.aside`, keyring);
  other.exec('rollback');
  other.close();
  assert.equal(httpStatus, 503);
  assert.equal(checks['database'], 'cannot be written');
  assert.equal(checks['files'], 'cannot be written');
  assert.equal(checks['keys'], 'cannot be read');
  assert.equal(checks['cipher'], 'ok');
  assert.ok(!JSON.stringify(checks).includes(server.dataDir));
  await untilStatus(alice, 'ok');
});

test('a worker whose main process is stopped says so within seconds', async () => {
  process.kill(server.pid, 'SIGSTOP');
  try {
    const isLost = ({ checks }: Told) =>
      checks['main'] === 'does not answer' && checks['database'] === 'ok';
    assert.equal((await until(alice, isLost)).httpStatus, 503);
  } finally {
    process.kill(server.pid, 'SIGCONT');
  }
  await untilStatus(alice, 'ok');
});

test('blobs that are older than their database degrade a server from its start until the newest are put back', async () => {
  const [blobs, newest] = ['blobs', 'blobs.newest'].map((name) => join(server.dataDir, name));
  assert.ok(blobs && newest);
  assert.equal((await alice.upload({ 'older.txt': 'in both' })).status, 200);
  await cp(blobs, `${blobs}.older`, { recursive: true });
  assert.equal((await alice.upload({ 'a.txt': 'a', 'b.txt': 'b' })).status, 200);
  await server.stop();
  await rename(blobs, newest);
  await rename(`${blobs}.older`, blobs);
  await server.start();
  const { httpStatus, checks } = await untilStatus(alice, 'degraded');
  assert.equal(httpStatus, 200);
  assert.match(checks['files'] ?? '', /^are missing, 2 of the newest: the store is older/);
  assert.match(server.logs(), /"level":50[^\n]*"missing":2,"of":3[^\n]*the store is older/);
  const doctor = await runValise(['doctor', '--data', server.dataDir]);
  assert.match(doctor.stdout, /problem +files +Of the newest 3 files .*2 are missing/);
  await cp(newest, blobs, { recursive: true, force: false });
  assert.equal((await untilStatus(alice, 'ok')).checks['files'], 'ok');
});

test('a flood of questions writes nothing, and room that is short degrades a server', async () => {
  const settings = ['--workers', '1', '--min-free-space', '1PB'];
  const full = await startExchange(['bob'], { settings });
  const { bob } = full.clients;
  const { httpStatus, status, checks } = await ask(bob);
  assert.deepEqual([httpStatus, status], [200, 'degraded']);
  assert.match(checks['space'] ?? '', /uploads are refused/);

  // Were anything written for one of them, its answer would not be that of the first.
  await rm(join(full.server.dataDir, 'blobs/incoming'), { recursive: true });
  const told = await Promise.all(Array.from({ length: 100 }, () => ask(bob)));
  assert.ok(told.every(({ status: later }) => later === 'degraded'));
});
