import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, openExchange, readAll } from '../../testing/exchange-fixture.ts';
import { readerOf, idFor } from '../../testing/samples.ts';
import { day } from '../model/clock.ts';
import type { Account } from '../model/account.ts';
import { ValiseError } from '../model/valise-error.ts';

/** Alice has sent a file to Bob. */
async function open(context: TestContext) {
  const exchange = await openExchange(context);
  const alice = await exchange.addAccount('alice@example.com');
  const bob = await exchange.addAccount('bob@example.com');
  await exchange.send(alice, bob.email, { '\u00e4.txt': 'for your eyes' });
  const [entry] = (await exchange.inbox.readHistory(readerOf(bob))).inbox;
  assert.ok(entry);
  return { ...exchange, alice, bob, token: entry.token };
}

describe('the guard before the bytes', () => {
  test('lets the receiver read, as a whole and in part', async (context) => {
    const { inbox, bob, token } = await open(context);
    for (const name of ['\u00e4.txt', 'a\u0308.txt']) {
      const opened = await inbox.openFile(readerOf(bob), token, name);
      assert.deepEqual([opened.file.name, opened.file.sizeBytes], ['\u00e4.txt', 13]);
      assert.equal(await readAll(opened.read(0, 13)), 'for your eyes');
      assert.equal(await readAll(opened.read(4, 8)), 'your');
    }
  });

  test('gives everybody else one and the same answer', async (context) => {
    const { inbox, database, clock, alice, bob, token, addAccount } = await open(context);
    const eve = await addAccount('eve@example.com');
    const answers = new Set<string>();
    const assertRefused = async (who: Account, where: string, name: string) => {
      await assert.rejects(inbox.openFile(readerOf(who), where, name), (error) => {
        assert.ok(error instanceof ValiseError);
        answers.add(JSON.stringify([error.code, error.message, error.details]));
        return true;
      });
    };
    const name = '\u00e4.txt';
    await assertRefused(eve, token, name);
    await assertRefused(alice, token, name);
    await assertRefused(bob, idFor('unknown'), name);
    await assertRefused(bob, token.toLowerCase(), name);
    for (const wrong of ['', `${token}x`, token.slice(1), "' or 1=1 --", '../../etc/passwd']) {
      await assertRefused(bob, wrong, name);
    }
    for (const wrong of ['', '\u00c4.txt', '\u00e4.txt ', '%', '\ud800', 'a/\u00e4.txt']) {
      await assertRefused(bob, token, wrong);
    }
    clock.advance(day);
    await assertRefused(bob, token, name);
    clock.jump(-day);
    await inbox.openFile(readerOf(bob), token, name);
    const [due] = await database.dispatches.listDue(Infinity, 1);
    assert.ok(due);
    await database.dispatches.end(due.id, clock.now());
    await assertRefused(bob, token, name);
    assert.equal(answers.size, 1);
    assert.match([...answers].join(), /^\["not_found"/);
  });

  test('opens no file that is still in a tray or was sent with another drop', async (context) => {
    const { inbox, alice, bob, token, send, upload } = await open(context);
    await send(alice, bob.email, { 'second.txt': '2' });
    await upload(alice, { 'tray.txt': 't' });
    for (const name of ['second.txt', 'tray.txt']) {
      await assert.rejects(inbox.openFile(readerOf(bob), token, name), { code: 'not_found' });
    }
  });

  test('opens nothing once the key is gone', async (context) => {
    const { inbox, bob, token, keyRing } = await open(context);
    await keyRing.destroy(await keyRing.buckets());
    await assert.rejects(inbox.openFile(readerOf(bob), token, '\u00e4.txt'));
  });
});

test('history tells what was sent and what came in', async (context) => {
  const { inbox, alice, bob, clock, send } = await open(context);
  await send(alice, 'zoe@example.com', { 'late.txt': 'x' }, 2 * day);
  const ofAlice = await inbox.readHistory(readerOf(alice));
  assert.equal(ofAlice.history.length, 2);
  assert.deepEqual([ofAlice.liveDrops, ofAlice.inbox], [2, []]);
  assert.equal(ofAlice.history[0]?.files[0]?.name, 'late.txt');
  assert.deepEqual(await inbox.readFigures(readerOf(alice)), { liveDrops: 2, received: 0 });
  assert.deepEqual(await inbox.readFigures(readerOf(bob)), { liveDrops: 0, received: 1 });
  const ofBob = await inbox.readHistory(readerOf(bob));
  assert.deepEqual([ofBob.history, ofBob.liveDrops, ofBob.inbox.length], [[], 0, 1]);
  clock.advance(day);
  assert.equal((await inbox.readHistory(readerOf(alice))).liveDrops, 1);
  assert.deepEqual((await inbox.readHistory(readerOf(bob))).inbox, []);
  assert.deepEqual(await inbox.readFigures(readerOf(alice)), { liveDrops: 1, received: 0 });
  assert.deepEqual(await inbox.readFigures(readerOf(bob)), { liveDrops: 0, received: 0 });
});

test('a download from the inbox counts as one through the link would', async (context) => {
  const { inbox, database, alice, bob, token } = await open(context);
  const opened = await inbox.openFile(readerOf(bob), token, '\u00e4.txt');
  const { sizeBytes } = opened.file;
  const receiver = (await database.dispatches.find(opened.dispatchId))?.receivers[0];
  assert.ok(receiver);
  const fetch = (start: number, end: number) =>
    inbox.recordDownload(actor, bob, opened, { outcome: 'complete', span: { start, end } });
  const isComplete = async () =>
    (await database.downloads.listFor(receiver.id)).map(
      ({ completedAt }) => completedAt !== undefined,
    );
  await fetch(0, sizeBytes - 1);
  assert.deepEqual(await isComplete(), [false]);
  await fetch(sizeBytes - 1, sizeBytes);
  await fetch(0, sizeBytes);
  assert.deepEqual(await isComplete(), [true]);
  const mails = await database.outbox.listFor(receiver.id);
  assert.deepEqual(
    mails.map(({ kind, to }) => [kind, to]),
    [
      ['receipt', alice.email],
      ['download', bob.email],
    ],
  );
});

test('the end of a download is written down', async (context) => {
  const { inbox, database, bob, token } = await open(context);
  const opened = await inbox.openFile(readerOf(bob), token, '\u00e4.txt');
  for (const outcome of ['complete', 'aborted', 'damaged'] as const) {
    const span = { start: 0, end: opened.file.sizeBytes };
    await inbox.recordDownload(actor, bob, opened, { outcome, span });
  }
  const records = await database.audit.listNewest(3);
  assert.deepEqual(
    records.map(({ action, outcome, object, details }) => [
      action,
      outcome,
      object,
      details['bytes'],
    ]),
    [
      ['file.downloaded', 'ok', '\u00e4.txt', opened.file.sizeBytes],
      ['file.downloaded', 'failed', '\u00e4.txt', opened.file.sizeBytes],
      ['file.integrity_failed', 'failed', '\u00e4.txt', opened.file.sizeBytes],
    ],
  );
});
