import assert from 'node:assert/strict';
import { day, hour } from '../../domain/model/clock.ts';
import type { Contact } from '../../domain/model/contact.ts';
import type { Dispatch } from '../../domain/model/dispatch.ts';
import type { Database } from '../../domain/model/database.ts';
import { noon } from '../../testing/fake-clock.ts';
import {
  sampleContact,
  sampleDispatch,
  sampleFile,
  sampleMail,
  sampleReceiver,
} from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice, bob, sendFiles } from './database-case.ts';

/** What is not alive at `noon` any more, in each way that there is, and what is no drop. */
export async function addDeadAndForeign(database: Database, email: string): Promise<void> {
  await addDispatch(database, sampleDispatch(alice, 'just over', { expiresAt: noon }), email);
  await addDispatch(database, sampleDispatch(alice, 'grant', { kind: 'grant' }), email);
  const ended = sampleDispatch(alice, 'ended');
  await addDispatch(database, ended, email);
  await database.dispatches.end(ended.id, noon - 1);
}

export const dispatchCases: readonly DatabaseCase[] = [
  {
    name: 'tells history newest first, with everything that was sent, ended or not',
    async run(database) {
      await addAccounts(database, alice);
      const zoe = sampleContact('zoe@example.com', { nick: 'Zoe', groups: ['a', 'b'] });
      const drop = sampleDispatch(alice, 'drop', { message: 'Hello\nthere', ttl: '007' });
      const grant = sampleDispatch(alice, 'grant', { kind: 'grant', createdAt: noon + 1 });
      const empty = sampleDispatch(alice, 'empty', { message: '', createdAt: noon + 1 });
      await database.dispatches.add(drop, [
        { ...sampleReceiver(drop, zoe.email), ...zoe },
        sampleReceiver(drop, 'adam@example.com'),
      ]);
      await addDispatch(database, grant, 'adam@example.com');
      await addDispatch(database, empty, 'adam@example.com');
      await sendFiles(database, drop, sampleFile(alice, 'z.pdf'), sampleFile(alice, 'a.pdf'));
      await database.dispatches.end(drop.id, noon + hour);
      await database.dispatches.end(drop.id, noon + 2 * hour);
      const listed = (dispatch: Dispatch, contact: Contact) => ({
        ...contact,
        id: sampleReceiver(dispatch, contact.email).id,
      });
      const adam = sampleContact('adam@example.com');
      assert.deepEqual(await database.dispatches.listHistory(alice.id), [
        { dispatch: empty, endedAt: undefined, receivers: [listed(empty, adam)], files: [] },
        { dispatch: grant, endedAt: undefined, receivers: [listed(grant, adam)], files: [] },
        {
          dispatch: drop,
          endedAt: noon + hour,
          receivers: [listed(drop, zoe), listed(drop, adam)],
          files: [{ name: 'z.pdf' }, { name: 'a.pdf' }],
        },
      ]);
    },
  },
  {
    name: 'shortens history to the newest',
    async run(database) {
      await addAccounts(database, alice);
      const drops = ['first', 'second', 'third'].map((label) => sampleDispatch(alice, label));
      for (const drop of drops) {
        await addDispatch(database, drop, 'zoe@example.com');
        await sendFiles(database, drop, sampleFile(alice, drop.id));
      }
      const newest = await database.dispatches.listHistory(alice.id, 2);
      const expected = drops.toReversed().slice(0, 2);
      assert.deepEqual(
        newest,
        expected.map((dispatch) => ({
          dispatch,
          endedAt: undefined,
          receivers: [
            {
              ...sampleContact('zoe@example.com'),
              id: sampleReceiver(dispatch, 'zoe@example.com').id,
            },
          ],
          files: [{ name: dispatch.id }],
        })),
      );
      assert.equal((await database.dispatches.listHistory(alice.id, 4)).length, 3);
    },
  },
  {
    name: 'tells history page by page, each entry once, whatever is added meanwhile',
    async run(database) {
      await addAccounts(database, alice, bob);
      const labels = ['first', 'second', 'third', 'fourth', 'fifth'];
      for (const label of labels) {
        const drop = sampleDispatch(alice, label);
        await addDispatch(database, drop, 'zoe@example.com');
        await sendFiles(database, drop, sampleFile(alice, label));
      }
      const whole = await database.dispatches.listHistory(alice.id);
      const pages = [await database.dispatches.listHistory(alice.id, 2)];
      await addDispatch(database, sampleDispatch(alice, 'meanwhile'), 'zoe@example.com');
      await addDispatch(database, sampleDispatch(bob, 'of somebody else'), 'zoe@example.com');
      while (pages.length < 4) {
        const last = pages.at(-1)?.at(-1)?.dispatch.id;
        pages.push(await database.dispatches.listHistory(alice.id, 2, last));
      }
      assert.deepEqual(pages, [whole.slice(0, 2), whole.slice(2, 4), whole.slice(4), []]);
    },
  },
  {
    name: 'keeps the histories of accounts apart',
    async run(database) {
      await addAccounts(database, alice, bob);
      await addDispatch(database, sampleDispatch(alice, 'drop'), bob.email);
      assert.deepEqual(await database.dispatches.listHistory(bob.id), []);
      assert.equal((await database.dispatches.listHistory(alice.id)).length, 1);
    },
  },
  {
    name: 'counts the drops of an account that can still be downloaded',
    async run(database) {
      await addAccounts(database, alice, bob);
      await addDeadAndForeign(database, 'zoe@example.com');
      await addDispatch(database, sampleDispatch(bob, 'of bob'), 'zoe@example.com');
      assert.equal(await database.dispatches.countLiveDrops(alice.id, noon), 0);
      const last = sampleDispatch(alice, 'last moment', { expiresAt: noon + 1 });
      await addDispatch(database, last, 'zoe@example.com');
      await addDispatch(database, sampleDispatch(alice, 'live'), 'zoe@example.com');
      assert.equal(await database.dispatches.countLiveDrops(alice.id, noon), 2);
    },
  },
  {
    name: 'lists what is due and not ended, oldest first, as much as asked for',
    async run(database) {
      await addAccounts(database, alice, bob);
      const at = (label: string, expiresAt: number) => sampleDispatch(bob, label, { expiresAt });
      const older = { ...at('older', noon - 2), kind: 'grant' as const };
      const due = [older, at('newer', noon - 1), at('now', noon)];
      const ended = at('ended', noon - 3);
      for (const dispatch of [...due.toReversed(), ended, at('later', noon + 1)]) {
        await addDispatch(database, dispatch, 'zoe@example.com');
      }
      await database.dispatches.end(ended.id, noon - 1);
      assert.deepEqual(await database.dispatches.listDue(noon, 10), due);
      assert.deepEqual(await database.dispatches.listDue(noon, 2), due.slice(0, 2));
      await database.dispatches.end(older.id, noon);
      assert.deepEqual(await database.dispatches.listDue(noon, 10), due.slice(1));
    },
  },
  {
    name: 'refuses a link or an inbox token that is taken',
    async run(database) {
      await addAccounts(database, alice);
      const [first, second] = [sampleDispatch(alice, 'first'), sampleDispatch(alice, 'second')];
      const taken = sampleReceiver(first, 'zoe@example.com');
      await database.dispatches.add(first, [taken]);
      for (const { linkHash, inboxToken } of [
        { linkHash: taken.linkHash, inboxToken: sampleReceiver(second, 'x').inboxToken },
        { linkHash: sampleReceiver(second, 'x').linkHash, inboxToken: taken.inboxToken },
      ]) {
        const receiver = sampleReceiver(second, 'adam@example.com', { linkHash, inboxToken });
        await assert.rejects(
          database.transact(({ dispatches }) => dispatches.add(second, [receiver])),
        );
      }
      assert.equal((await database.dispatches.listHistory(alice.id)).length, 1);
    },
  },
  {
    name: 'removes all dispatches of an account, with their receivers and unsent mail',
    async run(database) {
      await addAccounts(database, alice, bob);
      const [mine, yours] = [sampleDispatch(alice, 'mine'), sampleDispatch(bob, 'yours')];
      for (const dispatch of [mine, yours]) {
        const receiver = sampleReceiver(dispatch, 'zoe@example.com');
        await database.dispatches.add(dispatch, [receiver]);
        await database.outbox.add([sampleMail(receiver, dispatch)]);
      }
      const file = sampleFile(alice, 'a.pdf');
      await sendFiles(database, mine, file);
      await database.files.shredAccount(alice.id, noon);
      await database.dispatches.removeAll(alice.id);

      assert.equal((await database.dispatches.listHistory(alice.id)).length, 0);
      assert.equal((await database.dispatches.listHistory(bob.id)).length, 1);
      assert.equal(await database.outbox.countWaiting(), 1);
      const inbox = await database.dispatches.listInbox('zoe@example.com', noon);
      assert.deepEqual(
        inbox.map(({ senderEmail }) => senderEmail),
        [bob.email],
      );
      assert.deepEqual(await database.files.listGarbage('file', 10), [file.id]);
      await database.files.markReclaimed([file.id], noon + day);
      assert.deepEqual(await database.files.known([file.id]), new Set());
      await database.accounts.remove(alice.id);
    },
  },
];
