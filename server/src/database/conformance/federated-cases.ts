import assert from 'node:assert/strict';
import type { LinkedIdentity, Passkey } from '../../domain/model/passkey.ts';
import type { Database } from '../../domain/model/database.ts';
import { noon } from '../../testing/fake-clock.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice, bob } from './database-case.ts';

export const phone: Passkey = {
  id: 'cGhvbmU',
  accountId: alice.id,
  rpId: 'files.example.com',
  publicKey: Buffer.from('key of the phone'),
  algorithm: -7,
  counter: 3,
  name: 'Phone',
  createdAt: noon,
  lastUsedAt: undefined,
};
const laptop: Passkey = {
  ...phone,
  id: 'bGFwdG9w',
  counter: 0,
  name: 'Laptop',
  createdAt: noon + 1,
  lastUsedAt: noon + 2,
};
const ofBob: Passkey = { ...phone, id: 'Ym9i', accountId: bob.id };

const work: LinkedIdentity = {
  issuer: 'https://id.example.com',
  subject: 'alice',
  accountId: alice.id,
  label: 'alice@example.com',
  createdAt: noon,
  lastUsedAt: undefined,
};
const elsewhere: LinkedIdentity = {
  ...work,
  issuer: 'https://other.example.com',
  createdAt: noon + 1,
  lastUsedAt: noon + 2,
};

async function addPasskeys(database: Database, ...passkeys: Passkey[]): Promise<void> {
  await addAccounts(database, alice, bob);
  for (const each of passkeys) assert.equal(await database.passkeys.add(each), true);
}

async function addIdentities(database: Database, ...identities: LinkedIdentity[]): Promise<void> {
  await addAccounts(database, alice, bob);
  for (const each of identities) assert.equal(await database.identities.add(each), true);
}

export const federatedCases: readonly DatabaseCase[] = [
  {
    name: 'gives passkeys back as they were added, the oldest of an account first',
    async run(database) {
      const { passkeys } = database;
      await addPasskeys(database, laptop, phone, ofBob);
      assert.deepEqual(await passkeys.find(phone.id), phone);
      assert.deepEqual(await passkeys.listFor(alice.id), [phone, laptop]);
      assert.deepEqual(await passkeys.listFor(bob.id), [ofBob]);
      assert.equal(await passkeys.find('b3RoZXI'), undefined);
    },
  },
  {
    name: 'keeps a passkey that is there, whoever adds it again',
    async run(database) {
      const { passkeys } = database;
      await addPasskeys(database, phone);
      assert.equal(await passkeys.add({ ...ofBob, id: phone.id }), false);
      assert.deepEqual(await passkeys.find(phone.id), phone);
    },
  },
  {
    name: 'notes the use of a passkey whose counter grew, or that does not count',
    async run(database) {
      const { passkeys } = database;
      await addPasskeys(database, phone, laptop);
      for (const counter of [0, 2, 3])
        assert.equal(await passkeys.use(phone.id, counter, 7), false);
      assert.deepEqual(await passkeys.find(phone.id), phone);
      const uses = [passkeys.use(phone.id, 5, noon + 5), passkeys.use(phone.id, 5, noon + 5)];
      assert.deepEqual((await Promise.all(uses)).sort(), [false, true]);
      const used = { ...phone, counter: 5, lastUsedAt: noon + 5 };
      assert.deepEqual(await passkeys.find(phone.id), used);
      for (const at of [noon + 6, noon + 7])
        assert.equal(await passkeys.use(laptop.id, 0, at), true);
      assert.deepEqual(await passkeys.find(laptop.id), { ...laptop, lastUsedAt: noon + 7 });
      assert.equal(await passkeys.use('b3RoZXI', 1, noon), false);
    },
  },
  {
    name: 'renames and removes a passkey of its own account only',
    async run(database) {
      const { passkeys } = database;
      await addPasskeys(database, phone, laptop, ofBob);
      assert.equal(await passkeys.rename(bob.id, phone.id, 'Mine'), false);
      assert.equal(await passkeys.remove(bob.id, phone.id), false);
      assert.deepEqual(await passkeys.find(phone.id), phone);
      assert.equal(await passkeys.rename(alice.id, phone.id, 'Old phone'), true);
      assert.deepEqual(await passkeys.find(phone.id), { ...phone, name: 'Old phone' });
      assert.equal(await passkeys.remove(alice.id, phone.id), true);
      assert.equal(await passkeys.remove(alice.id, phone.id), false);
      assert.deepEqual(await passkeys.listFor(alice.id), [laptop]);
      assert.deepEqual(await passkeys.listFor(bob.id), [ofBob]);
    },
  },
  {
    name: 'tells whether there is a passkey for another host name',
    async run(database) {
      const { passkeys } = database;
      await addPasskeys(database, phone);
      assert.equal(await passkeys.findOtherRpId(phone.rpId), undefined);
      for (const other of ['a.example.com', 'z.example.com']) {
        assert.equal(await passkeys.findOtherRpId(other), phone.rpId);
      }
    },
  },
  {
    name: 'gives linked identities back as they were added, the oldest of an account first',
    async run(database) {
      const { identities } = database;
      const ofOther = { ...work, subject: 'bob', accountId: bob.id };
      await addIdentities(database, elsewhere, work, ofOther);
      assert.deepEqual(await identities.find(work.issuer, work.subject), work);
      assert.deepEqual(await identities.find(elsewhere.issuer, work.subject), elsewhere);
      assert.deepEqual(await identities.listFor(alice.id), [work, elsewhere]);
      assert.deepEqual(await identities.listFor(bob.id), [ofOther]);
      assert.equal(await identities.find(elsewhere.issuer, 'bob'), undefined);
      await identities.use(work.issuer, work.subject, noon + 9);
      assert.deepEqual(await identities.listFor(alice.id), [
        { ...work, lastUsedAt: noon + 9 },
        elsewhere,
      ]);
    },
  },
  {
    name: 'keeps a linked identity that is there, and removes it for its own account only',
    async run(database) {
      const { identities } = database;
      await addIdentities(database, work, elsewhere);
      assert.equal(await identities.add({ ...work, accountId: bob.id }), false);
      assert.equal(await identities.remove(bob.id, work.issuer, work.subject), false);
      assert.deepEqual(await identities.find(work.issuer, work.subject), work);
      assert.equal(await identities.remove(alice.id, work.issuer, work.subject), true);
      assert.equal(await identities.remove(alice.id, work.issuer, work.subject), false);
      assert.deepEqual(await identities.listFor(alice.id), [elsewhere]);
    },
  },
  {
    name: 'removes the passkeys and linked identities of a removed account, and no others',
    async run(database) {
      await addPasskeys(database, phone, ofBob);
      await database.identities.add(work);
      await database.accounts.remove(alice.id);
      assert.equal(await database.passkeys.find(phone.id), undefined);
      assert.equal(await database.identities.find(work.issuer, work.subject), undefined);
      assert.deepEqual(await database.passkeys.find(ofBob.id), ofBob);
      // A row that was left behind would come back with an account of the same id.
      await addAccounts(database, alice);
      assert.deepEqual(await database.passkeys.listFor(alice.id), []);
      assert.deepEqual(await database.identities.listFor(alice.id), []);
    },
  },
];
