import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import type { ExchangeOptions } from '../../testing/exchange-fixture.ts';
import { actor, oneDay, openExchange, readAll } from '../../testing/exchange-fixture.ts';
import { idFor } from '../../testing/samples.ts';
import { day, hour } from '../model/clock.ts';
import type { DispatchReceiver } from '../model/dispatch.ts';
import type { DispatchId } from '../model/ids.ts';
import { ValiseError } from '../model/valise-error.ts';

/** Alice sends a file to Bob and to Zoe. Eve has an account, and a drop of her own. */
async function open(context: TestContext, options: ExchangeOptions = {}) {
  const exchange = await openExchange(context, options);
  const { addAccount, choose, upload, dispatching, database, linkDownloads, linkSecret } = exchange;
  const alice = await addAccount('alice@example.com');
  const eve = await addAccount('eve@example.com');
  await choose(alice, 'bob@example.com', 'zoe@example.com');
  await upload(alice, { 'a.txt': 'hello' });
  await dispatching.createDrop(actor, alice, oneDay);
  const [overview] = await database.dispatches.list({ limit: 1 });
  const [bob, zoe] = overview?.receivers ?? [];
  assert.ok(overview && bob && zoe);
  const drop = overview.dispatch;

  async function opens(receiver: Pick<DispatchReceiver, 'id'>, generation = 0): Promise<boolean> {
    const delivery = await linkDownloads.findByLink(linkSecret(receiver.id, generation));
    const [file] = delivery?.isLocked === false ? await linkDownloads.listFiles(delivery) : [];
    return (
      file !== undefined && (await readAll((await linkDownloads.open(file)).read(0, 5))) === 'hello'
    );
  }

  async function listReceivers(): Promise<DispatchReceiver[]> {
    return (await database.dispatches.find(drop.id))?.receivers ?? [];
  }

  async function lastRecord() {
    const [record] = await database.audit.listNewest(1);
    return record;
  }

  async function mailsTo(email: string): Promise<number> {
    return (await database.outbox.list(99)).filter(({ to }) => to === email).length;
  }

  const verbs = exchange.senderControl.of(alice, 'drop');
  const own = { ...exchange, alice, eve, drop, bob, zoe };
  return { ...own, verbs, opens, listReceivers, lastRecord, mailsTo };
}

/** Refused because of this field. */
function wrong(field: string) {
  return (error: unknown) => error instanceof ValiseError && error.details?.[0]?.field === field;
}

type Opened = Awaited<ReturnType<typeof open>>;
type Verbs = Opened['verbs'];

/** Every act on a drop, with a receiver of it. */
const acts: Record<string, (verbs: Verbs, id: DispatchId, receiver: string) => Promise<unknown>> = {
  revoke: (verbs, id) => verbs.revoke(actor, id),
  revokeReceiver: (verbs, id, receiver) => verbs.revokeReceiver(actor, id, receiver),
  extend: (verbs, id) => verbs.extend(actor, id, Date.UTC(2026, 10, 20)),
  resend: (verbs, id) => verbs.resend(actor, id),
  remind: (verbs, id) => verbs.remind(actor, id),
  resendOne: (verbs, id, receiver) => verbs.resend(actor, id, receiver),
  addReceiver: (verbs, id) => verbs.addReceiver(actor, id, 'new@example.com'),
  correctAddress: (verbs, id, receiver) =>
    verbs.correctAddress(actor, id, receiver, 'new@example.com'),
  revealLink: (verbs, id, receiver) => verbs.revealLink(actor, id, receiver),
};

describe('a foreign drop is like a missing one', () => {
  for (const [name, act] of Object.entries(acts)) {
    test(name, async (context) => {
      const { alice, drop, bob, eve, senderControl, lastRecord, database } = await open(context);
      const before = [await lastRecord(), await database.dispatches.find(drop.id)];
      const missing = idFor<DispatchId>('missing');
      const refusals: unknown[] = [];
      for (const [account, kind, id] of [
        [eve, 'drop', drop.id],
        [alice, 'grant', drop.id],
        [alice, 'drop', missing],
        [alice, 'drop', 'x' as DispatchId],
      ] as const) {
        const verbs = senderControl.of(account, kind);
        const refusal = await act(verbs, id, bob.id).catch((error: unknown) => error);
        assert.ok(refusal instanceof ValiseError);
        const { code, message, details } = refusal;
        refusals.push({ code, message, details });
      }
      const message = 'There is nothing at this address.';
      const refused = { code: 'not_found', message, details: undefined };
      for (const refusal of refusals) assert.deepEqual(refusal, refused);
      assert.deepEqual([await lastRecord(), await database.dispatches.find(drop.id)], before);
    });
  }

  test('and so is a receiver of another drop', async (context) => {
    const { eve, verbs, drop, send, database } = await open(context);
    await send(eve, 'zoe@example.com', { 'b.txt': 'b' });
    const [entry] = await database.dispatches.list({ accountId: eve.id, limit: 1 });
    const [foreign] = entry?.receivers ?? [];
    assert.ok(foreign);
    for (const name of ['revokeReceiver', 'resendOne', 'correctAddress', 'revealLink']) {
      for (const receiver of [foreign.id, idFor('nobody'), 'zoe@example.com']) {
        const doing = acts[name]?.(verbs, drop.id, receiver) ?? assert.fail();
        await assert.rejects(doing, { code: 'not_found' });
      }
    }
  });
});

test('reminds by the same link those who lack a file, nobody twice within an hour', async (context) => {
  const { verbs, drop, bob, zoe, opens, mailsTo, clock, database, lastRecord } =
    await open(context);
  assert.deepEqual(await verbs.remind(actor, drop.id), { mailed: 0, waiting: 2 });
  clock.advance(hour);
  const [file] = await database.dispatches.listFiles(drop.id);
  assert.ok(file);
  const download = { receiverId: zoe.id, fileId: file.id, spans: [], completedAt: clock.now() };
  await database.downloads.save(download);
  assert.deepEqual(await verbs.remind(actor, drop.id), { mailed: 1, waiting: 0 });
  assert.equal((await lastRecord())?.action, 'dispatch.reminded');
  assert.deepEqual(await verbs.remind(actor, drop.id), { mailed: 0, waiting: 1 });
  assert.deepEqual([await mailsTo(bob.email), await mailsTo(zoe.email)], [2, 1]);
  assert.ok(await opens(bob));
});

describe('an act on one receiver spares the others’ links', () => {
  test('revoke', async (context) => {
    const { verbs, drop, bob, zoe, opens, lastRecord, mailsTo, alice } = await open(context);
    await verbs.revokeReceiver(actor, drop.id, bob.id);
    assert.deepEqual([await opens(bob), await opens(zoe)], [false, true]);
    assert.equal((await lastRecord())?.action, 'dispatch.receiver_revoked');
    // Who acts needs no mail about it.
    assert.equal(await mailsTo(alice.email), 0);
  });

  test('resend, which revives a revoked one', async (context) => {
    const { verbs, drop, bob, zoe, opens, mailsTo } = await open(context);
    await verbs.revokeReceiver(actor, drop.id, bob.id);
    await verbs.resend(actor, drop.id, bob.id);
    assert.deepEqual([await opens(bob, 1), await opens(zoe)], [true, true]);
    assert.deepEqual([await mailsTo(bob.email), await mailsTo(zoe.email)], [2, 1]);
  });

  test('correct an address: the old link ends, the new one opens', async (context) => {
    const { verbs, drop, bob, zoe, opens, listReceivers, lastRecord, mailsTo } =
      await open(context);
    await verbs.correctAddress(actor, drop.id, bob.id, 'robert@example.com');
    const [old, , robert] = await listReceivers();
    assert.ok(old && robert);
    assert.equal(old.linkHash, undefined);
    assert.deepEqual(
      [await opens(bob), await opens(zoe), await opens(robert)],
      [false, true, true],
    );
    assert.equal(await mailsTo('robert@example.com'), 1);
    const record = await lastRecord();
    assert.equal(record?.action, 'dispatch.address_corrected');
    assert.deepEqual(record.details, { receiver: bob.email, to: 'robert@example.com', uploads: 0 });
  });

  test('add a receiver', async (context) => {
    const { verbs, drop, bob, zoe, opens, listReceivers, lastRecord } = await open(context);
    await verbs.addReceiver(actor, drop.id, 'new@example.com');
    const late = (await listReceivers())[2] ?? assert.fail();
    assert.deepEqual([await opens(bob), await opens(zoe), await opens(late)], [true, true, true]);
    assert.deepEqual((await lastRecord())?.details, { receiver: 'new@example.com' });
    const again = verbs.addReceiver(actor, drop.id, 'new@example.com');
    await assert.rejects(again, wrong('receiver'));
  });

  test('show the link, which is the one that was mailed', async (context) => {
    const { verbs, drop, bob, zoe, opens, linkSecret, lastRecord, clock } = await open(context);
    assert.equal(await verbs.revealLink(actor, drop.id, bob.id), linkSecret(bob.id, 0));
    const record = await lastRecord();
    assert.equal(record?.action, 'dispatch.link_shown');
    assert.ok(!JSON.stringify(record).includes(linkSecret(bob.id, 0)));
    clock.advance(hour);
    await verbs.resend(actor, drop.id, bob.id);
    assert.equal(await verbs.revealLink(actor, drop.id, bob.id), linkSecret(bob.id, 1));
    await verbs.revokeReceiver(actor, drop.id, bob.id);
    const revoked = verbs.revealLink(actor, drop.id, bob.id);
    await assert.rejects(revoked, { code: 'dispatch_ended' });
    assert.ok(await opens(zoe));
  });
});

describe('how often a sender mails one receiver the link', () => {
  const tooSoon = { code: 'too_many_requests' };

  test('once an hour, and the other receiver meanwhile', async (context) => {
    const { verbs, drop, bob, zoe, clock, mailsTo, opens } = await open(context);
    for (let press = 0; press < 40; press += 1) {
      await assert.rejects(verbs.resend(actor, drop.id, bob.id), tooSoon);
    }
    assert.equal(await mailsTo(bob.email), 1);
    assert.ok(await opens(bob), 'a refused press ends no link');
    clock.advance(hour - 1000);
    await assert.rejects(verbs.resend(actor, drop.id, bob.id), { retryAfterSeconds: 1 });
    clock.advance(1000);
    await verbs.resend(actor, drop.id, bob.id);
    await assert.rejects(verbs.resend(actor, drop.id, bob.id), tooSoon);
    await verbs.resend(actor, drop.id, zoe.id);
    assert.deepEqual([await mailsTo(bob.email), await mailsTo(zoe.email)], [2, 2]);
  });

  test('at once where the mail failed or the link was revoked, five times a day in all', async (context) => {
    const { verbs, drop, bob, clock, database, mailsTo } = await open(context);
    await verbs.extend(actor, drop.id, clock.now() + 9 * day);
    const [first] = await database.outbox.listFor(bob.id);
    await database.outbox.settle(
      first?.id ?? assert.fail(),
      'refused',
      clock.now(),
      'no such user',
    );
    await verbs.resend(actor, drop.id, bob.id);
    for (let count = 0; count < 3; count += 1) {
      await verbs.revokeReceiver(actor, drop.id, bob.id);
      await verbs.resend(actor, drop.id, bob.id);
    }
    assert.equal(await mailsTo(bob.email), 5);
    await verbs.revokeReceiver(actor, drop.id, bob.id);
    await assert.rejects(verbs.resend(actor, drop.id, bob.id), tooSoon);
    clock.advance(day - 1);
    await assert.rejects(verbs.resend(actor, drop.id, bob.id), tooSoon);
    clock.advance(1);
    await verbs.resend(actor, drop.id, bob.id);
  });

  test('as often as needed by the operator', async (context) => {
    const { control, drop, bob, mailsTo } = await open(context);
    for (let count = 0; count < 6; count += 1) await control.resend(actor, drop.id, bob.email);
    assert.equal(await mailsTo(bob.email), 7);
  });
});

test('links are shown only where the operator allows it', async (context) => {
  const { verbs, drop, bob, lastRecord } = await open(context, { showsLinks: false });
  const head = await lastRecord();
  await assert.rejects(verbs.revealLink(actor, drop.id, bob.id), { code: 'forbidden' });
  assert.deepEqual(await lastRecord(), head);
});

test('an extended drop outlives the key of its first day, and never the operator’s maximum', async (context) => {
  const { verbs, drop, zoe, opens, clock, expiry } = await open(context);
  const beyond = verbs.extend(actor, drop.id, drop.createdAt + 30 * day + 1);
  await assert.rejects(beyond, { code: 'invalid' });
  await verbs.extend(actor, drop.id, drop.createdAt + 10 * day);
  clock.advance(3 * day);
  await expiry.endDueDispatches();
  await expiry.destroySpentKeys();
  clock.advance(4 * day);
  await expiry.destroySpentKeys();
  assert.ok(await opens(zoe));
});

test('what has ended stays so', async (context) => {
  const { verbs, drop, bob, clock, lastRecord } = await open(context);
  clock.advance(day + hour);
  const head = await lastRecord();
  for (const act of Object.values(acts)) {
    await assert.rejects(act(verbs, drop.id, bob.id), { code: 'dispatch_ended' });
  }
  assert.deepEqual(await lastRecord(), head);
});

test('senders keep to their limits of mails and receivers', async (context) => {
  const options = { mailLimits: { maxReceivers: 3, mailsPerDay: 3 } };
  const { verbs, drop, bob, zoe, clock } = await open(context, options);
  await verbs.addReceiver(actor, drop.id, 'third@example.com');
  clock.advance(2 * hour);
  const resending = verbs.resend(actor, drop.id, zoe.id);
  await assert.rejects(resending, { code: 'mail_quota' });
  await verbs.extend(actor, drop.id, clock.now() + 9 * day);
  clock.advance(2 * day);
  const adding = verbs.addReceiver(actor, drop.id, 'fourth@example.com');
  await assert.rejects(adding, wrong('receivers'));
  await verbs.correctAddress(actor, drop.id, bob.id, 'robert@example.com');
});

test('where receivers must be contacts, so must those who are added', async (context) => {
  const { verbs, drop, bob, database, alice, listReceivers } = await open(context, {
    contactsOnly: true,
  });
  for (const adding of [
    verbs.addReceiver(actor, drop.id, 'new@example.com'),
    verbs.correctAddress(actor, drop.id, bob.id, 'new@example.com'),
  ]) {
    await assert.rejects(adding, wrong('contact'));
  }
  const contact = {
    email: 'new@example.com',
    number: '461',
    language: 'sv',
    groups: [],
    nick: 'N',
  };
  await database.contacts.replaceLocal(alice.id, [contact]);
  await verbs.addReceiver(actor, drop.id, contact.email);
  const { nick, language, number } = (await listReceivers())[2] ?? assert.fail();
  assert.deepEqual([nick, language, number], ['N', 'sv', '461']);
});
