import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, oneDay, openExchange } from '../../testing/exchange-fixture.ts';
import { hashFor, partialContact } from '../../testing/samples.ts';
import { day } from '../model/clock.ts';
import { findRewrapped } from '../model/key-ring.ts';

const claim = { keyHash: hashFor('key'), requestHash: hashFor('request') };
const letter = { 'letter.pdf': 'Dear Zoe', 'enclosure.pdf': 'the same for all' };

/** An account that has sent a letter to Zoe under `claim`. */
async function openSent(context: TestContext) {
  const exchange = await openExchange(context);
  const { database, contacts, dispatching } = exchange;
  const alice = await exchange.addAccount('alice@example.com');
  const choose = (...emails: string[]) =>
    contacts.setReceivers(
      actor,
      alice,
      emails.map((email) => partialContact(email)),
    );
  const prepare = async () => {
    await exchange.upload(alice, letter);
    await choose('zoe@example.com', 'adam@example.com');
  };
  await exchange.choose(alice, 'zoe@example.com');
  await prepare();
  const first = await dispatching.createDrop(actor, alice, oneDay, claim);
  assert.ok(first.dispatchId !== undefined);
  return {
    ...exchange,
    alice,
    dropId: first.dispatchId,
    setReceivers: choose,
    prepare,
    repeat: () => dispatching.createDrop(actor, alice, oneDay, claim),
    /** What the next send would take, and how many were sent. */
    async state() {
      const tray = await database.files.listTray(alice.id);
      const receivers = await database.contacts.listReceivers(alice.id);
      return {
        tray: tray.map(({ name }) => name),
        receivers: receivers.map(({ email }) => email),
        sent: (await database.dispatches.listHistory(alice.id)).length,
      };
    },
  };
}

const nothingLeft = { tray: [], receivers: [], sent: 1 };
const replayed = { isReplay: true, dispatchId: undefined };

describe('a repeated send', () => {
  test('takes away the receivers and the files that were prepared again', async (context) => {
    const exchange = await openSent(context);
    const { alice, database, keyRing } = exchange;
    await exchange.prepare();
    await exchange.upload(alice, { 'other.pdf': 'not of the first send' });
    const [again] = await database.files.listTray(alice.id);
    assert.ok(again);
    assert.deepEqual(await exchange.repeat(), { ...replayed, trayRemoved: 2 });
    assert.deepEqual(await exchange.state(), { ...nothingLeft, tray: ['other.pdf'] });
    assert.equal(await database.files.findInTray(alice.id, again.name), undefined);
    const garbage = await database.files.listGarbage(again.store, 10);
    assert.ok(garbage.includes(again.id), 'its key is destroyed');
    const sent = await database.files.listInDispatch(exchange.dropId);
    for (const file of sent) {
      const bucket = await keyRing.ensure(file.keyBucket);
      assert.notEqual(await findRewrapped(keyRing, file, bucket), undefined, 'the drop is whole');
    }
    const records = await database.audit.listNewest(3);
    assert.deepEqual(
      records.map(({ action, object, details }) => [action, object, details['files']]),
      [
        ['file.removed', 'letter.pdf', undefined],
        ['file.removed', 'enclosure.pdf', undefined],
        ['drop.repeated', alice.email, 2],
      ],
    );
  });

  test('recognises the receivers in any order, and the files by name and content', async (context) => {
    const exchange = await openSent(context);
    await exchange.upload(exchange.alice, {
      'letter.pdf': 'another text under the same name',
      'copy.pdf': letter['enclosure.pdf'],
      'enclosure.pdf': letter['enclosure.pdf'],
    });
    await exchange.setReceivers('adam@example.com', 'zoe@example.com');
    assert.equal((await exchange.repeat()).trayRemoved, 1);
    assert.deepEqual(await exchange.state(), {
      ...nothingLeft,
      tray: ['letter.pdf', 'copy.pdf'],
    });
  });

  for (const receivers of [
    [],
    ['zoe@example.com'],
    ['zoe@example.com', 'adam@example.com', 'eve@example.com'],
    ['eve@example.com'],
  ]) {
    test(`changes nothing where ${receivers.join(', ') || 'nobody'} is chosen`, async (context) => {
      const exchange = await openSent(context);
      await exchange.prepare();
      await exchange.setReceivers(...receivers);
      const head = await exchange.database.audit.findHead();
      assert.deepEqual(await exchange.repeat(), { ...replayed, trayRemoved: 0 });
      assert.deepEqual(await exchange.state(), { tray: Object.keys(letter), receivers, sent: 1 });
      assert.deepEqual(await exchange.database.audit.findHead(), head);
    });
  }

  test('knows what was sent when the drop was revoked, and when it has ended and its files are forgotten', async (context) => {
    const revoked = await openSent(context);
    await revoked.control.revoke(actor, revoked.dropId);
    await revoked.prepare();
    assert.equal((await revoked.repeat()).trayRemoved, 2);
    assert.deepEqual(await revoked.state(), nothingLeft);

    const ended = await openExchange(context);
    const bob = await ended.addAccount('bob@example.com');
    await ended.choose(bob, 'zoe@example.com');
    await ended.upload(bob, letter);
    const brief = { ...oneDay, lifetimeMs: 1000 };
    await ended.dispatching.createDrop(actor, bob, brief, claim);
    ended.clock.advance(2000);
    await ended.expiry.endDueDispatches();
    await ended.expiry.reclaimGarbage();
    ended.clock.advance(day - 3000);
    await ended.upload(bob, letter);
    await ended.contacts.setReceivers(actor, bob, [partialContact('zoe@example.com')]);
    const again = await ended.dispatching.createDrop(actor, bob, brief, claim);
    assert.deepEqual(again, { ...replayed, trayRemoved: 2 });
    assert.deepEqual(await ended.database.files.listTray(bob.id), []);
  });

  test('that comes many times at once takes away what was prepared once', async (context) => {
    const exchange = await openSent(context);
    await exchange.prepare();
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange.repeat()));
    assert.deepEqual(answers.map(({ isReplay, trayRemoved }) => [isReplay, trayRemoved]).sort(), [
      ...Array.from({ length: 9 }, () => [true, 0]),
      [true, 2],
    ]);
    assert.deepEqual(await exchange.state(), nothingLeft);
  });

  test('waits for an upload that may bring the same files, and only where it was prepared again', async (context) => {
    const exchange = await openSent(context);
    await exchange.prepare();
    const upload = await exchange.tray.beginUpload(exchange.alice);
    const before = await exchange.state();
    await assert.rejects(exchange.repeat(), { code: 'upload_in_progress', retryAfterSeconds: 5 });
    assert.deepEqual(await exchange.state(), before);
    await exchange.setReceivers('eve@example.com');
    assert.equal((await exchange.repeat()).isReplay, true);
    await exchange.prepare();
    await upload.abort();
    assert.equal((await exchange.repeat()).trayRemoved, 2);
  });

  test('changes nothing where an earlier version carried out the first', async (context) => {
    const exchange = await openSent(context);
    const expiresAt = exchange.clock.now() + day;
    await exchange.database.idempotency.add({ ...claim, accountId: exchange.alice.id, expiresAt });
    await exchange.prepare();
    const before = await exchange.state();
    assert.deepEqual(await exchange.repeat(), { ...replayed, trayRemoved: 0 });
    assert.deepEqual(await exchange.state(), before);
  });
});

test('a repeated grant takes away the receivers, whatever is uploaded meanwhile, and no file', async (context) => {
  const exchange = await openSent(context);
  const grant = { ...claim, keyHash: hashFor('grant') };
  const give = () => exchange.dispatching.createGrant(actor, exchange.alice, oneDay, grant);
  await exchange.prepare();
  await give();
  await exchange.prepare();
  await exchange.tray.beginUpload(exchange.alice);
  assert.deepEqual(await give(), { ...replayed, trayRemoved: 0 });
  assert.deepEqual(await exchange.state(), { tray: Object.keys(letter), receivers: [], sent: 2 });
  const [last] = await exchange.database.audit.listNewest(1);
  assert.deepEqual([last?.action, last?.details], ['grant.repeated', { receivers: 2, files: 0 }]);
});

test('what is kept of a send tells neither address nor content to who reads the database', async (context) => {
  const { database, alice } = await openSent(context);
  const kept = await database.idempotency.find(alice.id, claim.keyHash, 0);
  const [file] = await database.files.listInDispatch(
    (await database.dispatches.listHistory(alice.id))[0]?.dispatch.id ?? assert.fail(),
  );
  assert.ok(kept?.sent !== undefined && file !== undefined);
  const text = Buffer.concat([kept.sent.receivers, ...kept.sent.files]).toString('latin1');
  assert.ok(!text.includes(file.sha256.toString('latin1')));
  assert.equal(kept.sent.files.length, 2);
});
