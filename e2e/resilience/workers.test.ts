import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { basic } from '../harness/client.ts';
import type { Client } from '../harness/client.ts';
import { eventually } from '../harness/eventually.ts';
import type { Answer } from '../harness/exchange.ts';
import { meanwhile } from '../harness/meanwhile.ts';
import { openFilesBelow } from '../harness/open-files.ts';
import { workersOf } from '../harness/process-vitals.ts';
import type { RunningServer } from '../harness/server.ts';
import { untilGone } from '../harness/server.ts';
import { beginUpload, tooMuchToHold, untilUploadIsWritten } from '../harness/slow-upload.ts';
import { startExchange } from '../harness/start-exchange.ts';
import { valise } from '../harness/valise-command.ts';

const settings = ['--workers', '2'];
const { server, clients } = await startExchange(['alice', 'bob', 'carl', 'dora'], { settings });
const { alice, bob, carl, dora } = clients;

/** The number of the worker that gave an answer, as its log tells. */
async function workerOf(answer: Answer): Promise<number> {
  const id = JSON.stringify(answer.headers['x-request-id']);
  return await eventually(`the log names request ${id}`, () => {
    const line = server
      .logs()
      .split('\n')
      .find((entry) => entry.includes(`"reqId":${id}`));
    return line === undefined ? undefined : (JSON.parse(line) as { worker: number }).worker;
  });
}

/** Does something until both workers have answered it, and returns all answers. */
async function askBoth(ask: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = [];
  const heard = new Set<number>();
  for (let tries = 0; heard.size < 2; tries += 1) {
    assert.ok(tries < 200, 'one worker gets every connection');
    const answer = await ask();
    answers.push(answer);
    heard.add(await workerOf(answer));
  }
  return answers;
}

/** Which of these processes has an unfinished upload open. */
async function findWriter(pids: readonly number[]): Promise<number | undefined> {
  for (const pid of pids) {
    if ((await openFilesBelow(pid, join(server.dataDir, 'blobs/incoming'))).length > 0) return pid;
  }
  return undefined;
}

/** Undefined when the connection was one of those that a dying worker had taken. */
async function askUnlessCutOff(): Promise<number | undefined> {
  try {
    return (await alice.bare({ path: '/healthz' })).status;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ECONNRESET') return undefined;
    throw error;
  }
}

function linesWith(running: RunningServer, text: string): number {
  return running
    .logs()
    .split('\n')
    .filter((line) => line.includes(text)).length;
}

async function prepareToSend(client: Client): Promise<void> {
  await client.get('contacts_add', { json: [{ email: client.email }] });
  await client.get('receivers_set', { json: [{ email: client.email }] });
  await client.get('get_files');
}

test('a server says once that it serves, and all its workers do', async () => {
  assert.equal(linesWith(server, '"Valise is serving"'), 1);
  assert.equal((await workersOf(server.pid)).length, 2);
  for (const answer of await askBoth(() => alice.bare({ path: '/readyz' }))) {
    assert.equal(answer.status, 200, answer.text());
  }
});

test('a token of one worker is good at the others', async () => {
  await alice.token();
  for (const answer of await askBoth(() => alice.call('contacts_read'))) {
    assert.equal(answer.status, 200, answer.text());
  }
});

test('who is shut out is refused by every worker that knew them, from the next request on', async () => {
  await dora.token();
  for (const answer of await askBoth(() => dora.call('contacts_read'))) {
    assert.equal(answer.status, 200, answer.text());
  }
  assert.equal((await bob.upload({ 'other.txt': 'changes nobody’s access' })).status, 200);
  await valise('account', 'disable', dora.email, '--data', server.dataDir);
  for (const answer of await askBoth(() => dora.call('contacts_read'))) {
    assert.equal(answer.status, 401, answer.text());
  }
});

test('what is uploaded, sent and read at any worker is there for the others', async () => {
  await prepareToSend(carl);
  for (let round = 0; round < 4; round += 1) {
    assert.equal((await carl.upload({ 'a.txt': `round ${round}` })).status, 200);
    await carl.get('receivers_set', { json: [{ email: carl.email }] });
    await carl.get('createdrop', { json: {} });
    const { inbox } = await carl.get<{ inbox: { url: string }[] }>('get_history');
    const url = inbox[0]?.url ?? '';
    for (const answer of await askBoth(() => carl.download(url, 'a.txt'))) {
      assert.equal(answer.text(), `round ${round}`);
    }
  }
});

test('wrong keys are counted over all workers together', async () => {
  const authorization = basic({ email: bob.email, key: 'wrong-key-wrong-key-wrong-key-wrong' });
  const wrong = { path: bob.path(), headers: { authorization } };
  const statuses: number[] = [];
  for (let tries = 0; tries < 30; tries += 1) statuses.push((await bob.bare(wrong)).status);
  assert.deepEqual([...new Set(statuses)], [401]);
  for (const answer of await askBoth(() => bob.bare(wrong))) assert.equal(answer.status, 429);
});

test('nothing is sent at any worker while an upload runs at one of them', async () => {
  await prepareToSend(alice);
  const createDrop = () => alice.call('createdrop', { json: {} });
  const upload = beginUpload(alice, 'late.txt');
  upload.write(tooMuchToHold);
  await untilUploadIsWritten(server.dataDir);
  for (const answer of await askBoth(createDrop)) {
    assert.equal(answer.status, 409);
    assert.equal(answer.json<{ error: string }>().error, 'upload_in_progress');
  }
  assert.equal((await upload.finish()).status, 200);
  assert.equal((await createDrop()).status, 200);
  const { history } = await alice.get<{ history: { files: { name: string }[] }[] }>('get_history');
  assert.deepEqual(
    history[0]?.files.map(({ name }) => name),
    ['late.txt'],
  );
});

test('a worker that is killed is started again, and the others work on', async () => {
  const before = await workersOf(server.pid);
  const returned = linesWith(server, 'the worker serves');
  const upload = beginUpload(bob, 'survivor.txt');
  upload.write(tooMuchToHold);
  await untilUploadIsWritten(server.dataDir);
  const writer = await eventually('a worker writes', () => findWriter(before));
  const victim = before.find((pid) => pid !== writer) ?? assert.fail('There is one worker only');

  process.kill(victim, 'SIGKILL');
  let served = 0;
  const replaced = eventually(
    'another worker is there',
    async () => {
      const now = await workersOf(server.pid);
      const isServing = linesWith(server, 'the worker serves') > returned;
      return now.length === 2 && isServing ? now : undefined;
    },
    60_000,
  );
  const now = await meanwhile(replaced, async () => {
    if ((await askUnlessCutOff()) === 200) served += 1;
  });
  assert.ok(!now.includes(victim) && now.includes(writer));
  assert.ok(served > 0);
  assert.equal(linesWith(server, 'ended unexpectedly'), 1);
  assert.equal((await upload.finish()).status, 200);
  const trays = await askBoth(() => bob.call('get_files'));
  for (const tray of trays) assert.match(tray.text(), /survivor/);
});

test('all workers killed at once come back at the same address', async () => {
  const { url } = server;
  const returned = linesWith(server, 'the worker serves');
  for (const pid of await workersOf(server.pid)) process.kill(pid, 'SIGKILL');
  const statuses = await eventually(
    'both serve again',
    async () => {
      if (linesWith(server, 'the worker serves') < returned + 2) return undefined;
      return (await askBoth(() => alice.call('contacts_read'))).map(({ status }) => status);
    },
    60_000,
  );
  assert.deepEqual([...new Set(statuses)], [200]);
  assert.equal(server.url, url);
});

test('workers end with the process that started them, and leave its place free', async () => {
  const workers = await workersOf(server.pid);
  assert.equal((await carl.upload({ 'kept.txt': 'kept' })).status, 200);
  await server.kill();
  await untilGone(workers);
  await server.start();
  assert.equal((await workersOf(server.pid)).length, 2);
  assert.match((await carl.call('get_files')).text(), /kept/);
  assert.equal(await server.stop(), 0);
  await valise('audit', 'verify', '--data', server.dataDir);
});
