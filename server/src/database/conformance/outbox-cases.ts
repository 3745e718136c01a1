import assert from 'node:assert/strict';
import { day, hour } from '../../domain/model/clock.ts';
import type { Lane, OutboxEntry, OutboxMessage } from '../../domain/model/outbox.ts';
import type { Database } from '../../domain/model/database.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  idFor,
  sampleAccount,
  sampleDispatch,
  sampleMail,
  sampleReceiver,
} from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob } from './database-case.ts';

const drop = sampleDispatch(alice, 'drop');
const zoe = sampleReceiver(drop, 'zoe@example.com');
const adam = sampleReceiver(drop, 'adam@example.com');

function mail(label: string, overrides: Partial<OutboxMessage> = {}): OutboxMessage {
  return sampleMail(zoe, drop, { id: idFor(label), ...overrides });
}

async function fill(database: Database, ...mails: OutboxMessage[]): Promise<void> {
  await addAccounts(database, alice);
  await addDispatch(database, drop, zoe.email, adam.email);
  await database.outbox.add(mails);
}

function idsOf(entries: readonly { id: string }[]): string[] {
  return entries.map(({ id }) => id);
}

/** Claims until nothing is due, in turns, as a delivery does. */
async function claimAll({ outbox }: Database, now: number, lane: Lane = 'mail', by = 'node') {
  const claimed: OutboxEntry[] = [];
  let after: OutboxEntry['accountId'] | undefined;
  for (;;) {
    const entry = await outbox.claimNext(lane, { now, by, after });
    if (entry === undefined) return claimed;
    claimed.push(entry);
    if (entry.kind !== 'code') after = entry.accountId;
  }
}

const busy = { by: 'node', reason: '451', isOutage: false };
const [first, second, third] = [mail('first'), mail('second'), mail('third')];

export const outboxCases: readonly DatabaseCase[] = [
  {
    name: 'removes settled mails when their time is over, the oldest first',
    async run(database) {
      await fill(database, first, second, third);
      await database.outbox.settle(first.id, 'sent', noon + 1);
      await database.outbox.settle(second.id, 'sent', noon);
      assert.equal(await database.outbox.removeSettled(noon, 9), 0);
      assert.equal(await database.outbox.removeSettled(noon + 2, 1), 1);
      assert.equal(await database.outbox.find(second.id), undefined);
      assert.equal(await database.outbox.removeSettled(noon + 2, 9), 1);
      assert.equal(await database.outbox.removeSettled(noon + 2, 9), 0);
      assert.notEqual(await database.outbox.find(third.id), undefined);
    },
  },
  {
    name: 'keeps a mail as it was written, waiting and never tried',
    async run(database) {
      const written = mail('reminder', { kind: 'reminder', to: 'other@example.com' });
      await fill(database, first, written);
      assert.deepEqual(await database.outbox.find(written.id), {
        ...written,
        state: 'waiting',
        attempts: 0,
        nextAttemptAt: written.createdAt,
        settledAt: undefined,
        lastError: undefined,
      });
      assert.equal(await database.outbox.find(idFor('no such mail')), undefined);
    },
  },
  {
    name: 'hands out mail that is due, one at a time, the oldest of an account first',
    async run(database) {
      const later = mail('later', { createdAt: noon + 1 });
      await fill(database, later, first, second, third);
      const claim = { now: noon, by: 'node' };
      const [one, two] = [
        await database.outbox.claimNext('mail', claim),
        await database.outbox.claimNext('mail', claim),
      ];
      assert.deepEqual([one?.id, two?.id], [first.id, second.id]);
      assert.deepEqual(idsOf(await claimAll(database, noon)), [third.id]);
      assert.deepEqual(idsOf(await claimAll(database, noon + 1)), [later.id]);
    },
  },
  {
    name: 'hands out the mail of accounts in turns',
    async run(database) {
      await fill(database, first, second, third);
      const senders = ['carl@example.com', 'dora@example.com'].map((email) => sampleAccount(email));
      await addAccounts(database, ...senders);
      const others: OutboxMessage[] = [];
      for (const sender of senders) {
        const theirs = sampleDispatch(sender, 'drop');
        await addDispatch(database, theirs, zoe.email);
        const message = sampleMail(sampleReceiver(theirs, zoe.email), theirs);
        others.push(message, { ...message, id: idFor(`more of ${sender.email}`) });
      }
      await database.outbox.add(others);
      const turns = (await claimAll(database, noon)).map(({ accountId }) => accountId);
      assert.deepEqual(new Set(turns.slice(0, 3)), new Set([alice.id, ...idsOf(senders)]));
      assert.deepEqual(turns.slice(3, 6), turns.slice(0, 3));
      assert.deepEqual(turns.slice(6), [alice.id]);
    },
  },
  {
    name: 'hands a claimed mail to nobody, however long it takes',
    async run(database) {
      await fill(database, first);
      const [claimed] = await claimAll(database, noon);
      assert.deepEqual([claimed?.id, claimed?.attempts], [first.id, 1]);
      for (const by of ['node', 'other']) {
        assert.deepEqual(await claimAll(database, noon + day, 'mail', by), []);
      }
      assert.equal((await database.outbox.find(first.id))?.attempts, 1);
    },
  },
  {
    name: 'releases what the dead have claimed, and nothing of the living',
    async run(database) {
      const sms = mail('sms', { kind: 'code', to: '46701' });
      const held = mail('held', { dueAt: noon + hour });
      await fill(database, first, sms, second, third, held);
      const { outbox } = database;
      for (const by of ['dead', 'living', 'other'] as const) {
        await outbox.claimNext('mail', { now: noon, by });
      }
      await outbox.claimNext('sms', { now: noon, by: 'dead' });
      assert.equal(await outbox.releaseClaims(['other', 'living'], noon + 1), 2);
      assert.equal(await outbox.releaseClaims(['living', 'other'], noon + 1), 0);
      const again = [
        ...(await claimAll(database, noon + 1, 'mail', 'living')),
        ...(await claimAll(database, noon + 1, 'sms', 'living')),
      ];
      assert.deepEqual(
        again.map(({ id, attempts }) => [id, attempts]),
        [
          [first.id, 2],
          [sms.id, 2],
        ],
      );
      assert.equal(await outbox.releaseClaims([], noon + 1), 4);
    },
  },
  {
    name: 'lets nobody put off what another process has claimed',
    async run(database) {
      await fill(database, first);
      const { outbox } = database;
      await outbox.claimNext('mail', { now: noon, by: 'stalled' });
      await outbox.releaseClaims(['node'], noon);
      await outbox.claimNext('mail', { now: noon, by: 'node' });
      const late = { by: 'stalled', reason: 'late', isOutage: false };
      await outbox.retry(first.id, noon, late);
      assert.deepEqual(await claimAll(database, noon + day), []);
      await outbox.settle(first.id, 'sent', noon);
      assert.equal(await outbox.releaseClaims([], noon), 0);
    },
  },
  {
    name: 'hands SMS out apart from mail',
    async run(database) {
      const codes = { sms: mail('sms', { kind: 'code', to: '46701' }), mail: mail('mailed') };
      await fill(database, first, codes.sms, { ...codes.mail, kind: 'code' });
      assert.deepEqual(idsOf(await claimAll(database, noon, 'sms')), [codes.sms.id]);
      assert.deepEqual(idsOf(await claimAll(database, noon)), [codes.mail.id, first.id]);
    },
  },
  {
    name: 'puts a mail that failed off, and keeps what the mail server said',
    async run(database) {
      await fill(database, first, second);
      await claimAll(database, noon);
      const fault = { by: 'node', reason: '451 try again later', isOutage: false };
      await database.outbox.retry(first.id, noon + hour, fault);
      const found = await database.outbox.find(first.id);
      assert.deepEqual(
        [found?.state, found?.nextAttemptAt, found?.lastError, found?.attempts],
        ['waiting', noon + hour, fault.reason, 1],
      );
      assert.deepEqual(await claimAll(database, noon + hour - 1), []);
      assert.deepEqual(idsOf(await claimAll(database, noon + hour)), [first.id]);
    },
  },
  {
    name: 'makes what an outage has put off due when it ends, in its lane, and nothing else',
    async run(database) {
      const sms = mail('sms', { kind: 'code', to: '46701' });
      await fill(database, first, second, third, sms);
      for (const lane of ['mail', 'sms'] as const) await claimAll(database, noon, lane);
      const outage = { by: 'node', reason: 'connect ECONNREFUSED', isOutage: true };
      await database.outbox.retry(first.id, noon + hour, outage);
      await database.outbox.retry(second.id, noon + hour, busy);
      await database.outbox.retry(sms.id, noon + hour, outage);
      assert.equal(await database.outbox.endOutage('mail', noon + 1), 1);
      const [claimed, ...more] = await claimAll(database, noon + 1);
      assert.deepEqual([claimed?.id, claimed?.attempts], [first.id, 2]);
      assert.deepEqual(more, []);
      assert.deepEqual(await claimAll(database, noon + 1, 'sms'), []);
      assert.equal(
        await database.outbox.endOutage('mail', noon + 1),
        0,
        'a claimed mail is not free',
      );
      assert.equal(await database.outbox.endOutage('sms', noon + 1), 1);
    },
  },
  {
    name: 'makes all that failed due, except what is claimed or held back, and counts no attempt',
    async run(database) {
      const sms = mail('sms', { kind: 'code', to: '46701' });
      const held = mail('held', { dueAt: noon + hour });
      await fill(database, first, second, third, sms, held);
      for (const lane of ['mail', 'sms'] as const) await claimAll(database, noon, lane);
      await database.outbox.settle(third.id, 'sent', noon);
      for (const { id } of [second, sms]) await database.outbox.retry(id, noon + hour, busy);
      await database.outbox.retryAll(noon + 1);
      for (const { id } of [second, sms]) {
        const { attempts, nextAttemptAt } = (await database.outbox.find(id)) ?? {};
        assert.deepEqual([attempts, nextAttemptAt], [1, noon + 1]);
      }
      assert.deepEqual(idsOf(await claimAll(database, noon + 1)), [second.id]);
      assert.equal((await database.outbox.find(held.id))?.nextAttemptAt, noon + hour);
    },
  },
  {
    name: 'settles a mail, which is never handed out again',
    async run(database) {
      await fill(database, first, second);
      await database.outbox.settle(first.id, 'refused', noon + 1, '550 no such user');
      const { state, settledAt, lastError } = (await database.outbox.find(first.id)) ?? {};
      const refused = ['refused', noon + 1, '550 no such user'];
      assert.deepEqual([state, settledAt, lastError], refused);
      assert.equal(await database.outbox.countWaiting(), 1);
      assert.deepEqual(idsOf(await claimAll(database, noon)), [second.id]);
      await database.outbox.settle(second.id, 'sent', noon + 1);
      assert.equal((await database.outbox.find(second.id))?.lastError, undefined);
      assert.equal(await database.outbox.countWaiting(), 0);
    },
  },
  {
    name: 'keeps the first outcome of a mail, whatever is said of it later',
    async run(database) {
      await fill(database, first);
      assert.ok(await database.outbox.settle(first.id, 'sent', noon + 1));
      const settled = await database.outbox.find(first.id);
      assert.ok(!(await database.outbox.settle(first.id, 'abandoned', noon + 2, 'too late')));
      await database.outbox.retry(first.id, noon, busy);
      assert.deepEqual(await database.outbox.find(first.id), settled);
      assert.deepEqual(await claimAll(database, noon + hour), []);
    },
  },
  {
    name: 'lists mail newest first, of all or of one receiver',
    async run(database) {
      const toAdam = sampleMail(adam, drop, { id: idFor('to adam') });
      await fill(database, second, toAdam, first, third);
      await database.outbox.settle(first.id, 'captured', noon);
      assert.deepEqual(idsOf(await database.outbox.list(3)), [third.id, first.id, toAdam.id]);
      assert.equal((await database.outbox.list(10)).length, 4);
      const toZoe = await database.outbox.listFor(zoe.id);
      assert.deepEqual(idsOf(toZoe), [third.id, first.id, second.id]);
      assert.deepEqual(idsOf(await database.outbox.listFor(adam.id)), [toAdam.id]);
      assert.equal((await database.outbox.listFor(zoe.id, adam.id)).length, 4);
      assert.deepEqual(await database.outbox.listFor(), []);
    },
  },
  {
    name: 'tells when the oldest waiting mail was written, however often it was put off',
    async run(database) {
      assert.equal(await database.outbox.findOldestWaiting(), undefined);
      const later = mail('later', { createdAt: noon + 2 });
      await fill(database, later, mail('newer', { createdAt: noon + 1 }), first);
      await claimAll(database, noon);
      await database.outbox.retry(first.id, noon + hour, busy);
      assert.equal(await database.outbox.findOldestWaiting(), first.createdAt);
      await database.outbox.settle(first.id, 'sent', noon + 3);
      assert.equal(await database.outbox.findOldestWaiting(), noon + 1);
    },
  },
  {
    name: 'hands out codes before all other mail',
    async run(database) {
      const codes = ['one code', 'another code'].map((label) => mail(label, { kind: 'code' }));
      await fill(database, first, ...codes, second);
      const claimed = await claimAll(database, noon);
      assert.deepEqual(idsOf(claimed), [...idsOf(codes), first.id, second.id]);
    },
  },
  {
    name: 'keeps what a digest tells of, and finds the newest of an account and kind',
    async run(database) {
      const digest = { ids: ['a', 'b'], count: 70 };
      const [older, newer] = ['older digest', 'newer digest'].map((label) =>
        mail(label, { kind: 'unfetched', digest, receiverId: undefined }),
      );
      assert.ok(older && newer);
      await fill(database, older, newer, mail('unfetched', { kind: 'unfetched' }));
      const found = await database.outbox.findLastDigest(alice.id, 'unfetched');
      assert.deepEqual([found?.id, found?.digest], [newer.id, digest]);
      assert.equal(await database.outbox.findLastDigest(alice.id, 'undelivered'), undefined);
      assert.equal(await database.outbox.findLastDigest(bob.id, 'unfetched'), undefined);
      await database.outbox.putDigest(newer.id, { ids: ['c'], count: 71 });
      assert.deepEqual((await database.outbox.find(newer.id))?.digest, { ids: ['c'], count: 71 });
      assert.deepEqual((await database.outbox.find(older.id))?.digest, digest);
    },
  },
  {
    name: 'tells when an account had its receivers sent links',
    async run(database) {
      const at = (label: string, createdAt: number, kind: OutboxMessage['kind'] = 'download') =>
        mail(label, { createdAt, kind });
      await fill(database, at('a', noon), at('b', noon + 1), at('c', noon + 2, 'upload'));
      await database.outbox.add([at('d', noon + 3, 'receipt'), at('e', noon + 4, 'code')]);
      const { outbox } = database;
      assert.equal(await outbox.findLinkMail(alice.id, noon - 1, 0), noon + 2);
      assert.equal(await outbox.findLinkMail(alice.id, noon - 1, 2), noon);
      assert.equal(await outbox.findLinkMail(alice.id, noon - 1, 3), undefined);
      assert.equal(await outbox.findLinkMail(alice.id, noon, 2), undefined);
      assert.equal(await outbox.findLinkMail(bob.id, noon - 1, 0), undefined);
    },
  },
  {
    name: 'counts the mails of some kinds about an account since a time',
    async run(database) {
      const at = (label: string, createdAt: number, kind: OutboxMessage['kind'] = 'reset') =>
        mail(label, { createdAt, kind, receiverId: undefined });
      await fill(database, at('a', noon), at('b', noon + 1), at('c', noon + 2, 'invitation'));
      const { outbox } = database;
      assert.equal(await outbox.countOfKinds(alice.id, ['reset'], noon - 1), 2);
      assert.equal(await outbox.countOfKinds(alice.id, ['reset'], noon), 1);
      assert.equal(await outbox.countOfKinds(alice.id, ['code'], noon - 1), 0);
      assert.equal(await outbox.countOfKinds(alice.id, ['reset', 'invitation'], noon), 2);
      assert.equal(await outbox.countOfKinds(bob.id, ['reset'], noon - 1), 0);
    },
  },
  {
    name: 'holds a mail back until it is due',
    async run(database) {
      const { dueAt, ...held } = mail('held', { dueAt: noon + hour });
      await fill(database, { ...held, dueAt: noon + hour });
      assert.equal((await database.outbox.find(held.id))?.nextAttemptAt, dueAt);
      assert.deepEqual(await claimAll(database, noon + hour - 1), []);
      assert.equal((await claimAll(database, noon + hour)).length, 1);
    },
  },
  {
    name: 'counts the codes that were written, by time, receiver, account, number and network',
    async run(database) {
      const code = (label: string, to: string, createdAt = noon + 1) =>
        mail(label, { kind: 'code', to, createdAt });
      const other = sampleDispatch(bob, 'drop');
      const carl = sampleReceiver(other, 'carl@example.com');
      await fill(
        database,
        first,
        code('a', '46701'),
        code('b', '4917'),
        code('c', 'z46@example.com'),
      );
      await addAccounts(database, bob);
      await addDispatch(database, other, carl.email);
      await database.outbox.add([
        sampleMail(carl, other, {
          id: idFor('to carl'),
          kind: 'code',
          to: '46707',
          createdAt: noon,
          askedFrom: '192.0.2.1',
        }),
      ]);
      await database.outbox.settle(idFor('a'), 'refused', noon);

      const { outbox } = database;
      assert.equal(await outbox.countCodes({ since: noon - 1 }), 4);
      assert.equal(await outbox.countCodes({ since: noon }), 3);
      assert.equal(await outbox.countCodes({ since: noon + 1 }), 0);
      assert.equal(await outbox.countCodes({ since: 0, receiverId: zoe.id }), 3);
      assert.equal(await outbox.countCodes({ since: 0, accountId: bob.id }), 1);
      assert.equal(await outbox.countCodes({ since: 0, numberPrefix: '' }), 3);
      assert.equal(await outbox.countCodes({ since: 0, numberPrefix: '46' }), 2);
      assert.equal(await outbox.countCodes({ since: noon, numberPrefix: '46' }), 1);
      const ofAlice = { accountId: alice.id, numberPrefix: '' };
      assert.equal(await outbox.countCodes({ since: 0, ...ofAlice }), 2);
      assert.equal(await outbox.countCodes({ since: 0, askedFrom: '192.0.2.1' }), 1);
      assert.equal(await outbox.countCodes({ since: 0, askedFrom: '192.0.2.2' }), 0);
    },
  },
];
