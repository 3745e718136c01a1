import assert from 'node:assert/strict';
import { hour, minute } from '../../domain/clock.ts';
import type { OutboxMessage } from '../../domain/outbox.ts';
import type { Store } from '../../domain/store.ts';
import { noon } from '../../testing/fake-clock.ts';
import { idFor, sampleDispatch, sampleMail, sampleReceiver } from '../../testing/samples.ts';
import type { StoreCase } from './store-case.ts';
import { addAccounts, addDispatch, alice, bob } from './store-case.ts';

const drop = sampleDispatch(alice, 'drop');
const zoe = sampleReceiver(drop, 'zoe@example.com');
const adam = sampleReceiver(drop, 'adam@example.com');

function mail(label: string, overrides: Partial<OutboxMessage> = {}): OutboxMessage {
  return sampleMail(zoe, drop, { id: idFor(label), ...overrides });
}

async function fill(store: Store, ...mails: OutboxMessage[]): Promise<void> {
  await addAccounts(store, alice);
  await addDispatch(store, drop, zoe.email, adam.email);
  await store.outbox.add(mails);
}

function idsOf(entries: readonly { id: string }[]): string[] {
  return entries.map(({ id }) => id);
}

const [first, second, third] = [mail('first'), mail('second'), mail('third')];

export const outboxCases: readonly StoreCase[] = [
  {
    name: 'keeps a mail as it was written, waiting and never tried',
    async run(store) {
      const written = mail('reminder', { kind: 'reminder', to: 'other@example.com' });
      await fill(store, first, written);
      assert.deepEqual(await store.outbox.find(written.id), {
        ...written,
        state: 'waiting',
        attempts: 0,
        nextAttemptAt: written.createdAt,
        settledAt: undefined,
        lastError: undefined,
      });
      assert.equal(await store.outbox.find(idFor('no such mail')), undefined);
    },
  },
  {
    name: 'hands out mail that is due, the oldest first, as much as asked for',
    async run(store) {
      const later = mail('later', { createdAt: noon + 1 });
      await fill(store, later, first, second, third);
      const until = noon + hour;
      assert.deepEqual(idsOf(await store.outbox.claimDue(noon, until, 2)), [first.id, second.id]);
      assert.deepEqual(idsOf(await store.outbox.claimDue(noon, until, 9)), [third.id]);
      assert.deepEqual(idsOf(await store.outbox.claimDue(noon + 1, until, 9)), [later.id]);
    },
  },
  {
    name: 'hands a mail to nobody else until its lease is over, and counts each attempt',
    async run(store) {
      await fill(store, first);
      const leaseUntil = noon + minute;
      const [claimed] = await store.outbox.claimDue(noon, leaseUntil, 9);
      assert.deepEqual([claimed?.attempts, claimed?.nextAttemptAt], [1, leaseUntil]);
      assert.deepEqual(await store.outbox.claimDue(leaseUntil - 1, noon + hour, 9), []);
      const [again] = await store.outbox.claimDue(leaseUntil, noon + hour, 9);
      assert.deepEqual([again?.id, again?.attempts], [first.id, 2]);
      assert.equal((await store.outbox.find(first.id))?.attempts, 2);
    },
  },
  {
    name: 'puts a mail that failed off, and keeps what the mail server said',
    async run(store) {
      await fill(store, first, second);
      await store.outbox.claimDue(noon, noon + minute, 9);
      await store.outbox.retry(first.id, noon + hour, '451 try again later');
      const found = await store.outbox.find(first.id);
      assert.deepEqual(
        [found?.state, found?.nextAttemptAt, found?.lastError, found?.attempts],
        ['waiting', noon + hour, '451 try again later', 1],
      );
      const due = await store.outbox.claimDue(noon + minute, noon + 2 * hour, 9);
      assert.deepEqual(idsOf(due), [second.id]);
      assert.deepEqual(idsOf(await store.outbox.claimDue(noon + hour, noon + 2 * hour, 9)), [
        first.id,
      ]);
    },
  },
  {
    name: 'settles a mail, which is never handed out again',
    async run(store) {
      await fill(store, first, second);
      await store.outbox.settle(first.id, 'refused', noon + 1, '550 no such user');
      const settled = await store.outbox.find(first.id);
      assert.deepEqual(
        [settled?.state, settled?.settledAt, settled?.lastError],
        ['refused', noon + 1, '550 no such user'],
      );
      assert.equal(await store.outbox.countWaiting(), 1);
      assert.deepEqual(idsOf(await store.outbox.claimDue(noon, noon + hour, 9)), [second.id]);
      await store.outbox.settle(second.id, 'sent', noon + 1);
      assert.equal((await store.outbox.find(second.id))?.lastError, undefined);
      assert.equal(await store.outbox.countWaiting(), 0);
    },
  },
  {
    name: 'keeps the first outcome of a mail, whatever is said of it later',
    async run(store) {
      await fill(store, first);
      await store.outbox.settle(first.id, 'sent', noon + 1);
      const settled = await store.outbox.find(first.id);
      await store.outbox.settle(first.id, 'abandoned', noon + 2, 'too late');
      await store.outbox.retry(first.id, noon, 'too late');
      assert.deepEqual(await store.outbox.find(first.id), settled);
      assert.deepEqual(await store.outbox.claimDue(noon + hour, noon + hour, 9), []);
    },
  },
  {
    name: 'lists mail newest first, of all or of one receiver',
    async run(store) {
      const toAdam = sampleMail(adam, drop, { id: idFor('to adam') });
      await fill(store, second, toAdam, first, third);
      await store.outbox.settle(first.id, 'captured', noon);
      assert.deepEqual(idsOf(await store.outbox.list(3)), [third.id, first.id, toAdam.id]);
      assert.equal((await store.outbox.list(10)).length, 4);
      const toZoe = await store.outbox.listFor(zoe.id);
      assert.deepEqual(idsOf(toZoe), [third.id, first.id, second.id]);
      assert.deepEqual(idsOf(await store.outbox.listFor(adam.id)), [toAdam.id]);
      assert.equal((await store.outbox.listFor(zoe.id, adam.id)).length, 4);
      assert.deepEqual(await store.outbox.listFor(), []);
    },
  },
  {
    name: 'tells when the oldest waiting mail was written, however often it was put off',
    async run(store) {
      assert.equal(await store.outbox.findOldestWaiting(), undefined);
      const later = mail('later', { createdAt: noon + 2 });
      await fill(store, later, mail('newer', { createdAt: noon + 1 }), first);
      await store.outbox.retry(first.id, noon + hour, '451 try again later');
      assert.equal(await store.outbox.findOldestWaiting(), first.createdAt);
      await store.outbox.settle(first.id, 'sent', noon + 3);
      assert.equal(await store.outbox.findOldestWaiting(), noon + 1);
    },
  },
  {
    name: 'hands out codes before all other mail, as much as asked for',
    async run(store) {
      const codes = ['one code', 'another code'].map((label) => mail(label, { kind: 'code' }));
      await fill(store, first, ...codes, second);
      const until = noon + hour;
      const claimed = await store.outbox.claimDue(noon, until, 3);
      assert.deepEqual(idsOf(claimed), [...idsOf(codes), first.id]);
      assert.deepEqual(idsOf(await store.outbox.claimDue(noon, until, 3)), [second.id]);
    },
  },
  {
    name: 'counts the codes that were written, by time, receiver, account and number',
    async run(store) {
      const code = (label: string, to: string, createdAt = noon + 1) =>
        mail(label, { kind: 'code', to, createdAt });
      const other = sampleDispatch(bob, 'drop');
      const carl = sampleReceiver(other, 'carl@example.com');
      await fill(store, first, code('a', '46701'), code('b', '4917'), code('c', 'z46@example.com'));
      await addAccounts(store, bob);
      await addDispatch(store, other, carl.email);
      await store.outbox.add([
        sampleMail(carl, other, {
          id: idFor('to carl'),
          kind: 'code',
          to: '46707',
          createdAt: noon,
        }),
      ]);
      await store.outbox.settle(idFor('a'), 'refused', noon);

      const { outbox } = store;
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
    },
  },
];
