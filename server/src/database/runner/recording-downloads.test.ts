import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import type { DownloadEvent } from '../../domain/downloads/commands.ts';
import { createDownloadLog } from '../../domain/downloads/download-log.ts';
import type { ReceiverId } from '../../domain/model/ids.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { CommandRunner } from '../../domain/ports/command-runner.ts';
import { idFor, sampleDispatch, sampleFile, sampleReceiver } from '../../testing/samples.ts';
import { deadlyProgram, openRunners, readTrail } from './runner-fixture.ts';

const names = ['a.txt', 'b.txt', 'c.txt'] as const;
type Name = (typeof names)[number];

const sizeBytes = 1000;

/** Alice has sent three files to Zoe. */
async function open(context: TestContext, program?: URL) {
  const { database, threaded, account } = await openRunners(context, program);
  const log = createDownloadLog(threaded);
  const drop = sampleDispatch(account, 'drop');
  const zoe = sampleReceiver(drop, 'zoe@example.com');
  await database.dispatches.add(drop, [zoe]);
  const fileOf = (name: Name) =>
    sampleFile(account, name, { sizeBytes, dispatchId: drop.id, keyBucket: 'drop-2026-11-16' });
  for (const name of names) await database.files.addToDispatch(fileOf(name));
  const to = {
    receiverId: zoe.id,
    dispatchId: drop.id,
    accountId: drop.accountId,
    email: zoe.email,
  };

  /** A whole file that was asked for on Zoe's page, unless the changes say otherwise. */
  function eventOf(name: Name, changes: Partial<DownloadEvent> = {}): DownloadEvent {
    return {
      actor: { name: zoe.email, source: '127.0.0.1', requestId: name },
      to,
      file: { id: fileOf(name).id, name, sizeBytes },
      transfer: { span: { start: 0, end: sizeBytes }, outcome: 'complete' },
      way: { by: 'link', wasAskedFor: true },
      ...changes,
    };
  }

  /** The files that Zoe is credited with. */
  async function completed(): Promise<Name[]> {
    const downloads = await database.downloads.listFor(zoe.id);
    const done = new Set(
      downloads.flatMap(({ fileId, completedAt }) => (completedAt === undefined ? [] : [fileId])),
    );
    return names.filter((name) => done.has(fileOf(name).id));
  }

  async function receipts(): Promise<number> {
    const mails = await database.outbox.listFor(zoe.id);
    return mails.filter(({ kind }) => kind === 'receipt').length;
  }

  return { database, threaded, log, zoe, to, eventOf, completed, receipts };
}

/** A log whose records wait for the gate. */
function gatedLog(runner: CommandRunner) {
  const gate = Promise.withResolvers<undefined>();
  const log = createDownloadLog({
    async run(...command) {
      await gate.promise;
      return await runner.run(...command);
    },
  });
  return { log, gate };
}

test('a download that ends while the database is away is recorded when it is back', async (t) => {
  const { threaded, eventOf, completed } = await open(t);
  let outages = 3;
  const flaky: typeof threaded = {
    ...threaded,
    run(...command) {
      outages -= 1;
      if (outages >= 0) throw new ValiseError('unavailable', 'The database does not answer.');
      return threaded.run(...command);
    },
  };
  const retry = { firstMs: 1, maxMs: 2, giveUpMs: 10_000 };
  await createDownloadLog(flaky, retry).record(eventOf('a.txt'));
  assert.deepEqual(await completed(), ['a.txt']);

  outages = Infinity;
  const impatient = createDownloadLog(flaky, { ...retry, giveUpMs: 5 });
  await assert.rejects(impatient.record(eventOf('b.txt')), { code: 'unavailable' });
});

test('what was handed over together is counted and written down in its order, with one receipt', async (t) => {
  const { database, log, eventOf, completed, receipts } = await open(t);
  const order = ['c.txt', 'a.txt', 'b.txt', 'a.txt'] as const;
  await Promise.all(order.map((name) => log.record(eventOf(name))));
  assert.deepEqual(await completed(), names);
  assert.equal(await receipts(), 1);
  const trail = await readTrail(database);
  assert.deepEqual(
    trail.map(({ action, object, details }) => [action, object, details['completes']]),
    [
      ['file.fetched', 'c.txt', true],
      ['file.fetched', 'a.txt', true],
      ['file.fetched', 'b.txt', true],
      ['file.fetched', 'a.txt', false],
    ],
  );
});

test('parts make a file whole, whether they went through the link or the inbox', async (t) => {
  const { database, log, zoe, eventOf, completed } = await open(t);
  const part = (start: number, end: number) => ({
    span: { start, end },
    outcome: 'complete' as const,
  });
  await log.record(eventOf('a.txt', { transfer: part(0, 400), way: { by: 'inbox' } }));
  const [download] = await database.downloads.listFor(zoe.id);
  assert.deepEqual(download?.spans, [{ start: 0, end: 400 }]);
  assert.deepEqual(await completed(), []);
  await log.record(eventOf('a.txt', { transfer: part(400, 1000) }));
  assert.deepEqual(await completed(), ['a.txt']);
  const trail = await readTrail(database);
  assert.deepEqual(
    trail.map(({ action, actor, details }) => [action, actor, details['bytes']]),
    [
      ['file.downloaded', zoe.email, 400],
      ['file.fetched', zoe.email, 600],
    ],
  );
});

test('what cannot be counted fails, and hinders nobody', async (t) => {
  const { database, log, to, eventOf, completed } = await open(t);
  const nobody = { ...to, receiverId: idFor<ReceiverId>('nobody') };
  await Promise.all([
    log.record(eventOf('a.txt')),
    assert.rejects(log.record(eventOf('b.txt', { to: nobody })), /constraint/),
    log.record(eventOf('c.txt')),
  ]);
  assert.deepEqual(await completed(), ['a.txt', 'c.txt']);
  assert.equal((await readTrail(database)).length, 2);
});

test('a reader who is ahead of the records waits for them', async (t) => {
  const { threaded, to, eventOf } = await open(t);
  const { log, gate } = gatedLog(threaded);
  const recorded = Array.from({ length: 16 }, () => log.record(eventOf('a.txt')));
  await log.caughtUp(to.receiverId);
  recorded.push(log.record(eventOf('a.txt')));
  let isCaughtUp = false;
  const caughtUp = log.caughtUp(to.receiverId).then(() => {
    isCaughtUp = true;
  });
  await log.caughtUp(idFor<ReceiverId>('adam'));
  assert.equal(isCaughtUp, false);
  gate.resolve(undefined);
  await Promise.all([caughtUp, ...recorded]);
});

test('who waits for what is under way sees it', async (t) => {
  const { log, to, eventOf, completed } = await open(t);
  for (const [at, name] of names.entries()) {
    const recorded = log.record(eventOf(name));
    await log.flushed(to.receiverId);
    assert.deepEqual(await completed(), names.slice(0, at + 1));
    await recorded;
  }
});

test('a page does not wait without end for what is under way', async (t) => {
  const { threaded, to, eventOf } = await open(t);
  const { log, gate } = gatedLog(threaded);
  const recorded = log.record(eventOf('a.txt'));
  await log.flushedSoon(to.receiverId);
  gate.resolve(undefined);
  await log.flushedSoon(to.receiverId);
  await recorded;
});

test('nobody waits for what is under way for others', async (t) => {
  const { log, eventOf } = await open(t);
  let isRecorded = false;
  const recorded = log.record(eventOf('a.txt')).then(() => {
    isRecorded = true;
  });
  await log.flushed(idFor<ReceiverId>('adam'));
  assert.equal(isRecorded, false);
  await recorded;
});

test('when the thread dies nobody knows what was counted, and nobody waits for it', async (t) => {
  const { log, to, eventOf } = await open(t, deadlyProgram);
  const recorded = assert.rejects(log.record(eventOf('a.txt')), {
    name: 'OutcomeUnknown',
  });
  await log.flushed(to.receiverId);
  await recorded;
});

test('what has come is counted before it closes', async (t) => {
  const { threaded, log, eventOf, completed } = await open(t);
  const recorded = Promise.all(names.map((name) => log.record(eventOf(name))));
  await threaded.close();
  assert.deepEqual(await completed(), names);
  await recorded;
  await assert.rejects(log.record(eventOf('a.txt')), /The runner is closed/);
});
