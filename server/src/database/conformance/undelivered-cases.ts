import assert from 'node:assert/strict';
import type { Database } from '../../domain/model/database.ts';
import type { Dispatch, DispatchReceiver } from '../../domain/model/dispatch.ts';
import type { MailId } from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import { idFor, sampleDispatch, sampleReceiver } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob } from './database-case.ts';

const zoe = 'zoe@example.com';
const adam = 'adam@example.com';
const drop = sampleDispatch(alice, 'drop');
const [toZoe, toAdam] = [sampleReceiver(drop, zoe), sampleReceiver(drop, adam)];

/** Queues the mail with the link of a receiver and settles it. */
export async function settleMail(
  database: Database,
  label: string,
  receiver: DispatchReceiver,
  state: 'sent' | 'refused',
  at = noon,
): Promise<void> {
  const id = idFor<MailId>(label);
  const message = { id, kind: 'download', to: receiver.email, accountId: alice.id } as const;
  await database.outbox.add([{ ...message, receiverId: receiver.id, createdAt: at }]);
  await database.outbox.settle(id, state, at, 'no such user');
}

/** Queues the mail with the link of a receiver, which could not be delivered yet. */
async function delayMail(
  database: Database,
  label: string,
  { id: receiverId, email }: DispatchReceiver,
) {
  const id = idFor<MailId>(label);
  const message = { id, kind: 'download', to: email, accountId: alice.id } as const;
  await database.outbox.add([{ ...message, receiverId, createdAt: noon }]);
  assert.equal((await database.outbox.claimNext('mail', { now: noon, by: 'one' }))?.id, id);
  await database.outbox.retry(id, noon + 90, { by: 'one', reason: 'away', isOutage: false });
}

/** Whom a mail with a link did not reach. */
export const undeliveredCases: readonly DatabaseCase[] = [
  {
    name: 'names the receivers of a drop whose newest mail was not delivered, in order',
    async run(database) {
      await addAccounts(database, alice);
      await database.dispatches.add(drop, [toZoe, toAdam]);
      const unreached = async (limit = 9) =>
        (await database.sent.listUnreached(drop.id, limit)).map(({ email }) => email);
      assert.deepEqual(await unreached(), []);
      await settleMail(database, 'to adam', toAdam, 'refused');
      await settleMail(database, 'to zoe', toZoe, 'refused');
      assert.deepEqual(await unreached(), [zoe, adam]);
      assert.deepEqual(await unreached(1), [zoe]);
      await settleMail(database, 'to zoe again', toZoe, 'sent');
      assert.deepEqual(await unreached(), [adam]);
      await database.dispatches.endLink(toAdam.id, noon);
      assert.deepEqual(await unreached(), []);
    },
  },
  {
    name: 'lists live drops whose mail was not delivered, the newest failure first',
    async run(database) {
      await addAccounts(database, alice, bob);
      const labels = ['old', 'new', 'revoked', 'ended', 'again', 'fine'];
      const drops = labels.map((label) => sampleDispatch(alice, label));
      const to = drops.map((each) => sampleReceiver(each, zoe));
      for (const each of drops) await addDispatch(database, each, zoe);
      for (const [at, receiver] of to.entries()) {
        const state = labels[at] === 'fine' ? 'sent' : 'refused';
        await settleMail(database, labels[at] ?? '', receiver, state, noon + at);
      }
      const [, , revoked, , again] = to;
      const ended = drops[3];
      assert.ok(revoked && again && ended);
      await database.dispatches.endLink(revoked.id, noon);
      await database.dispatches.end(ended.id, noon);
      await settleMail(database, 'second', again, 'sent', noon + 9);
      const list = async (since: number, limit = 9, account = alice) =>
        (await database.sent.listUndelivered(account.id, { now: noon, since, limit })).map(
          ({ dispatch }) => dispatch.id,
        );
      assert.deepEqual(await list(0), [drops[1]?.id, drops[0]?.id]);
      assert.deepEqual(await list(noon), [drops[1]?.id]);
      assert.deepEqual(await list(0, 9, bob), []);
    },
  },
  {
    name: 'lists and counts live drops that a mail has not reached somebody about, once each, by age',
    async run(database) {
      await addAccounts(database, alice, bob);
      const labels = ['fine', 'failed', 'late', 'revoked', 'ended', 'over', 'again', 'both'];
      const drops = labels.map((label, at) =>
        sampleDispatch(alice, label, {
          createdAt: noon + at,
          ...(label === 'over' && { expiresAt: noon + 50 }),
        }),
      );
      const named = (label: string) => drops[labels.indexOf(label)] ?? assert.fail(label);
      const others = new Map<string, DispatchReceiver>();
      for (const [at, each] of drops.entries()) {
        const [first, second] = [sampleReceiver(each, zoe), sampleReceiver(each, adam)];
        await database.dispatches.add(each, [first, second]);
        const label = labels[at] ?? '';
        others.set(label, second);
        if (label === 'late') await delayMail(database, label, first);
        else await settleMail(database, label, first, label === 'fine' ? 'sent' : 'refused');
        if (label === 'revoked') await database.dispatches.endLink(first.id, noon);
        if (label === 'again') await settleMail(database, 'second', first, 'sent', noon + 9);
      }
      await database.dispatches.end(named('ended').id, noon);
      await delayMail(database, 'the other', others.get('both') ?? assert.fail());
      const filter = 'problems';
      const query = { now: noon + 60, endsBefore: noon + 60, limit: 9 } as const;
      const list = async (account = alice, more: { limit?: number; after?: Dispatch['id'] } = {}) =>
        (await database.sent.list(account.id, { ...query, filter, ...more })).map(
          ({ dispatch }) => dispatch.id,
        );
      const [both, late, failed] = [named('both').id, named('late').id, named('failed').id];
      assert.deepEqual(await list(), [both, late, failed]);
      assert.deepEqual(await list(alice, { limit: 1 }), [both]);
      assert.deepEqual(await list(alice, { after: both }), [late, failed]);
      assert.deepEqual(await list(bob), []);
      const count = async (atMost: number, account = alice) =>
        await database.sent.count(account.id, { ...query, filter, atMost });
      assert.deepEqual([await count(9), await count(2), await count(9, bob)], [3, 2, 0]);
      const sums = async (id: Dispatch['id']) => {
        const found = await database.sent.find(alice.id, id);
        return [found?.undeliveredCount, found?.delayedCount];
      };
      assert.deepEqual(await sums(both), [1, 1]);
      assert.deepEqual(await sums(late), [0, 1]);
      assert.deepEqual(await sums(named('again').id), [0, 0]);
    },
  },
];
