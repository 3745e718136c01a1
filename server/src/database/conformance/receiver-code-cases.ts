import assert from 'node:assert/strict';
import { minute } from '../../domain/model/clock.ts';
import type { ReceiverCode } from '../../domain/model/receiver-code.ts';
import type { Database } from '../../domain/model/database.ts';
import { noon } from '../../testing/fake-clock.ts';
import { hashFor, idFor, sampleDispatch, sampleReceiver } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, addDispatch, alice } from './database-case.ts';

const drop = sampleDispatch(alice, 'drop', { secondFactor: 'either' });
const zoe = sampleReceiver(drop, 'zoe@example.com');
const adam = sampleReceiver(drop, 'adam@example.com');

const browser = hashFor('browser');
const code: ReceiverCode = {
  id: idFor('mail with a code'),
  receiverId: zoe.id,
  browser,
  channel: 'sms',
  hash: hashFor('code'),
  expiresAt: noon + 10 * minute,
  triesLeft: 2,
};
const ofAdam: ReceiverCode = { ...code, id: idFor('mail to adam'), receiverId: adam.id };

function session(label: string, expiresAt = noon + 1) {
  return { hash: hashFor(label), receiverId: zoe.id, expiresAt };
}

async function fill(database: Database, ...codes: ReceiverCode[]): Promise<void> {
  await addAccounts(database, alice);
  await addDispatch(database, drop, zoe.email, adam.email);
  for (const each of codes) await database.receiverCodes.put(each);
}

export const receiverCodeCases: readonly DatabaseCase[] = [
  {
    name: 'keeps one code for each receiver and browser, the last one',
    async run(database) {
      await fill(database, code, ofAdam);
      assert.deepEqual(await database.receiverCodes.find(zoe.id, browser), code);
      const next: ReceiverCode = {
        ...code,
        id: idFor('next mail'),
        channel: 'email',
        hash: hashFor('next code'),
        expiresAt: noon + 1,
        triesLeft: 5,
      };
      await database.receiverCodes.put(next);
      assert.deepEqual(await database.receiverCodes.find(zoe.id, browser), next);
      assert.deepEqual(await database.receiverCodes.find(adam.id, browser), ofAdam);
      await database.receiverCodes.delete(zoe.id, browser);
      await database.receiverCodes.delete(zoe.id, browser);
      assert.equal(await database.receiverCodes.find(zoe.id, browser), undefined);
      assert.deepEqual(await database.receiverCodes.find(adam.id, browser), ofAdam);
    },
  },
  {
    name: 'gives out the tries of a code one by one, and no more than there are',
    async run(database) {
      await fill(database, { ...code, triesLeft: 4 }, ofAdam);
      const first = await database.receiverCodes.takeTry(zoe.id, browser, noon);
      assert.deepEqual(first, { ...code, triesLeft: 3 });
      const crowd = Array.from({ length: 9 }, () =>
        database.receiverCodes.takeTry(zoe.id, browser, noon),
      );
      const taken = (await Promise.all(crowd)).flatMap((each) => each?.triesLeft ?? []);
      assert.deepEqual(taken.sort(), [0, 1, 2]);
      assert.deepEqual(await database.receiverCodes.find(zoe.id, browser), {
        ...code,
        triesLeft: 0,
      });
      assert.deepEqual(await database.receiverCodes.find(adam.id, browser), ofAdam);
    },
  },
  {
    name: 'tells the codes of one receiver apart by the browser that asked',
    async run(database) {
      const other: ReceiverCode = {
        ...code,
        id: idFor('mail for another browser'),
        browser: hashFor('other browser'),
        hash: hashFor('other code'),
      };
      await fill(database, code, other);
      const { receiverCodes } = database;
      for (const each of [code, other]) {
        assert.deepEqual(await receiverCodes.find(zoe.id, each.browser), each);
        assert.deepEqual(await receiverCodes.findByMail(each.id), each);
      }
      while ((await receiverCodes.takeTry(zoe.id, other.browser, noon)) !== undefined);
      assert.deepEqual(await receiverCodes.find(zoe.id, browser), code);
      await receiverCodes.delete(zoe.id, other.browser);
      assert.equal(await receiverCodes.findByMail(other.id), undefined);
      assert.deepEqual(await receiverCodes.find(zoe.id, browser), code);
      await receiverCodes.put({ ...code, id: idFor('next mail') });
      assert.equal(await receiverCodes.findByMail(code.id), undefined);
      assert.equal(await receiverCodes.find(zoe.id, hashFor('third browser')), undefined);
    },
  },
  {
    name: 'gives out no try of a code that has expired, or is not there',
    async run(database) {
      await fill(database, code);
      assert.equal(
        await database.receiverCodes.takeTry(zoe.id, browser, code.expiresAt),
        undefined,
      );
      assert.equal(await database.receiverCodes.takeTry(adam.id, browser, noon), undefined);
      assert.deepEqual(await database.receiverCodes.find(zoe.id, browser), code);
      assert.ok(await database.receiverCodes.takeTry(zoe.id, browser, code.expiresAt - 1));
    },
  },
  {
    name: 'forgets expired codes, and says how many',
    async run(database) {
      await fill(database, code, { ...ofAdam, expiresAt: noon });
      assert.equal(await database.receiverCodes.deleteExpired(noon - 1), 0);
      assert.equal(await database.receiverCodes.deleteExpired(noon), 1);
      assert.equal(await database.receiverCodes.find(adam.id, browser), undefined);
      assert.deepEqual(await database.receiverCodes.find(zoe.id, browser), code);
    },
  },
  {
    name: 'finds the session of a receiver while it lives',
    async run(database) {
      await fill(database);
      await database.receiverSessions.add(session('one'));
      await database.receiverSessions.add(session('two', noon + 2));
      assert.deepEqual(await database.receiverSessions.find(hashFor('one'), noon), session('one'));
      assert.equal(await database.receiverSessions.find(hashFor('one'), noon + 1), undefined);
      assert.equal(await database.receiverSessions.find(hashFor('three'), noon), undefined);
      assert.equal(await database.receiverSessions.deleteExpired(noon + 1), 1);
      assert.equal(await database.receiverSessions.find(hashFor('one'), noon), undefined);
      assert.ok(await database.receiverSessions.find(hashFor('two'), noon));
    },
  },
  {
    name: 'forgets the codes and sessions of what was removed',
    async run(database) {
      await fill(database, code);
      await database.receiverSessions.add(session('one'));
      await database.dispatches.removeAll(alice.id);
      assert.equal(await database.receiverCodes.find(zoe.id, browser), undefined);
      assert.equal(await database.receiverSessions.find(hashFor('one'), noon), undefined);
    },
  },
  {
    name: 'keeps what an account and a dispatch demand besides the link',
    async run(database) {
      await fill(database);
      assert.equal((await database.dispatches.find(drop.id))?.dispatch.secondFactor, 'either');
      await database.accounts.setSecondFactor(alice.id, 'sms');
      assert.deepEqual(await database.accounts.list(), [{ ...alice, secondFactor: 'sms' }]);
    },
  },
  {
    name: 'replaces the password of a dispatch, and gives none to one that has none',
    async run(database) {
      await addAccounts(database, alice);
      const guarded = sampleDispatch(alice, 'guarded', { passwordHash: 'first' });
      const plain = sampleDispatch(alice, 'plain');
      await addDispatch(database, guarded, zoe.email);
      await addDispatch(database, plain, zoe.email);
      const hashes = async () => {
        const link = sampleReceiver(guarded, zoe.email).linkHash ?? assert.fail();
        const delivery = await database.dispatches.findByLink(link, noon);
        const other = await database.dispatches.find(plain.id);
        return [delivery?.dispatch.passwordHash, other?.dispatch.passwordHash];
      };
      assert.deepEqual(await hashes(), ['first', undefined]);
      for (const { id } of [guarded, plain]) await database.dispatches.setPassword(id, 'second');
      assert.deepEqual(await hashes(), ['second', undefined]);
    },
  },
  {
    name: 'says of what was sent with a password that it has one, and searches nothing in it',
    async run(database) {
      await addAccounts(database, alice);
      const guarded = sampleDispatch(alice, 'guarded', { passwordHash: 'h', message: 'secret' });
      await addDispatch(database, guarded, zoe.email);
      const { token, hasPassword } = (await database.inboxItems.list(zoe.email, noon, 9))[0] ?? {};
      assert.equal(hasPassword, true);
      assert.equal((await database.dispatches.listInbox(zoe.email, noon))[0]?.hasPassword, true);
      const queued = await database.inboxQueue.find(zoe.email, token ?? assert.fail(), noon);
      assert.equal(queued?.hasPassword, true);
      assert.deepEqual(await database.inboxItems.search(zoe.email, 'secret', noon, 9), []);
      const free = async (codesSince: number) =>
        await database.inboxQueue.listFree(zoe.email, noon, { codesSince, limit: 9 });
      assert.equal((await free(noon - 1)).length, 1);
      assert.deepEqual(await free(noon), [], 'for a key that was made later');
    },
  },
];
