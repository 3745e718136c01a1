import assert from 'node:assert/strict';
import { minute } from '../../domain/model/clock.ts';
import type { DeviceLogin } from '../../domain/model/device-login.ts';
import { noon } from '../../testing/fake-clock.ts';
import { hashFor } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice, bob } from './database-case.ts';

function login(label: string, overrides: Partial<DeviceLogin> = {}): DeviceLogin {
  return {
    hash: hashFor(`device ${label}`),
    userHash: hashFor(`shown ${label}`),
    name: 'laptop „ö“',
    scopes: 'send status',
    source: '192.0.2.1',
    createdAt: noon,
    expiresAt: noon + 10 * minute,
    state: 'asked',
    leave: undefined,
    ...overrides,
  };
}

export const deviceLoginCases: readonly DatabaseCase[] = [
  {
    name: 'finds what a device asks by both of its codes, until it is taken',
    async run({ deviceLogins }) {
      const [one, two] = [login('one'), login('two')];
      await deviceLogins.add(one);
      await deviceLogins.add(two);
      assert.deepEqual(await deviceLogins.find(one.hash), one);
      assert.deepEqual(await deviceLogins.findShown(two.userHash), two);
      assert.equal(await deviceLogins.find(one.userHash), undefined);
      assert.equal(await deviceLogins.take(one.hash), true);
      assert.equal(await deviceLogins.take(one.hash), false);
      assert.equal(await deviceLogins.findShown(one.userHash), undefined);
      assert.deepEqual(await deviceLogins.find(two.hash), two);
    },
  },
  {
    name: 'settles what a device asks once, and forgets what an account allowed',
    async run(database) {
      await addAccounts(database, alice, bob);
      const { deviceLogins } = database;
      const [ofAlice, ofBob, refused] = [login('alice'), login('bob'), login('refused')];
      for (const each of [ofAlice, ofBob, refused]) await deviceLogins.add(each);
      const leave = { accountId: alice.id, sealed: Buffer.from('leave') };
      assert.equal(await deviceLogins.settle(ofAlice.hash, 'allowed', leave), true);
      assert.equal(await deviceLogins.settle(ofAlice.hash, 'refused', undefined), false);
      assert.deepEqual(await deviceLogins.find(ofAlice.hash), {
        ...ofAlice,
        ...{ state: 'allowed', leave },
      });
      assert.equal(await deviceLogins.settle(refused.hash, 'refused', undefined), true);
      assert.equal((await deviceLogins.find(refused.hash))?.state, 'refused');
      const other = { accountId: bob.id, sealed: Buffer.from('other') };
      await deviceLogins.settle(ofBob.hash, 'allowed', other);
      await deviceLogins.removeAll(alice.id);
      assert.equal(await deviceLogins.find(ofAlice.hash), undefined);
      assert.deepEqual((await deviceLogins.find(ofBob.hash))?.leave, other);
      await database.accounts.remove(bob.id);
      assert.equal(await deviceLogins.find(ofBob.hash), undefined);
    },
  },
  {
    name: 'forgets what devices asked when its time is over',
    async run({ deviceLogins }) {
      const [first, last] = [login('first'), login('last', { expiresAt: noon + 11 * minute })];
      await deviceLogins.add(first);
      await deviceLogins.add(last);
      assert.equal(await deviceLogins.deleteExpired(first.expiresAt), 1);
      assert.equal(await deviceLogins.find(first.hash), undefined);
      assert.deepEqual(await deviceLogins.find(last.hash), last);
    },
  },
];
