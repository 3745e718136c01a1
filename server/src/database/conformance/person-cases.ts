import assert from 'node:assert/strict';
import { day, minute } from '../../domain/model/clock.ts';
import type { AccountId, KeptFormId } from '../../domain/model/ids.ts';
import type { AccountLink, KeptForm, StoredSession } from '../../domain/model/person.ts';
import { noon } from '../../testing/fake-clock.ts';
import { hashFor, idFor, sampleAccount } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice, bob } from './database-case.ts';

function session(label: string, overrides: Partial<StoredSession> = {}): StoredSession {
  return {
    id: idFor(`session ${label}`),
    accountId: alice.id,
    state: 'full',
    hash: hashFor(label),
    createdAt: noon,
    provedAt: noon,
    ...{ provedBy: 'passkey', factorSince: noon - day, proofHash: hashFor(`proof ${label}`) },
    lastUsedAt: noon,
    expiresAt: noon + day,
    source: '192.0.2.1',
    client: 'Browser „ö“',
    ...overrides,
  };
}

function link(label: string, overrides: Partial<AccountLink> = {}): AccountLink {
  return {
    id: idFor(`link ${label}`),
    accountId: alice.id,
    kind: 'reset',
    hash: hashFor(label),
    createdAt: noon,
    expiresAt: noon + day,
    ...overrides,
  };
}

const tries = { now: noon, most: 3, periodMs: 15 * minute, isKnown: false };

const sessionCases: readonly DatabaseCase[] = [
  {
    name: 'finds a session with its account, and knows when it was last used',
    async run(database) {
      await addAccounts(database, alice, bob);
      const unproved = { provedAt: undefined, provedBy: undefined, factorSince: undefined };
      const half = session('half', {
        ...{ ...unproved, proofHash: undefined },
        ...{ state: 'half', accountId: bob.id },
      });
      await database.sessions.add(session('one'));
      await database.sessions.add(half);
      assert.deepEqual(await database.sessions.find(half.id), { session: half, account: bob });
      await database.sessions.setLastUsed(session('one').id, noon + 5);
      await database.sessions.setLastUsed(session('one').id, noon + 2);
      assert.deepEqual(await database.sessions.find(session('one').id), {
        session: session('one', { lastUsedAt: noon + 5 }),
        account: alice,
      });
      assert.equal(await database.sessions.find(session('none').id), undefined);
    },
  },
  {
    name: 'lists the sessions of an account, the newest first, and removes one or all but one',
    async run(database) {
      await addAccounts(database, alice, bob);
      const [old, young, foreign] = [
        session('old'),
        session('young', { createdAt: noon + 1 }),
        session('foreign', { accountId: bob.id }),
      ];
      for (const each of [old, young, foreign]) await database.sessions.add(each);
      assert.deepEqual(await database.sessions.listFor(alice.id), [young, old]);
      assert.equal(await database.sessions.remove(alice.id, foreign.id), false);
      assert.equal(await database.sessions.remove(alice.id, old.id), true);
      assert.equal(await database.sessions.remove(alice.id, old.id), false);
      await database.sessions.add(old);
      assert.equal(await database.sessions.removeAll(alice.id, young.id), 1);
      assert.deepEqual(await database.sessions.listFor(alice.id), [young]);
      assert.equal(await database.sessions.removeAll(alice.id), 1);
      assert.deepEqual(await database.sessions.listFor(bob.id), [foreign]);
    },
  },
  {
    name: 'forgets sessions that have expired, and says how many',
    async run(database) {
      await addAccounts(database, alice);
      await database.sessions.add(session('one', { expiresAt: noon }));
      await database.sessions.add(session('two', { expiresAt: noon + 1 }));
      assert.equal(await database.sessions.deleteExpired(noon), 1);
      assert.deepEqual(await database.sessions.listFor(alice.id), [
        session('two', { expiresAt: noon + 1 }),
      ]);
    },
  },
];

const passwordCases: readonly DatabaseCase[] = [
  {
    name: 'keeps one password for an account, the last one',
    async run(database) {
      await addAccounts(database, alice, bob);
      const first = { accountId: alice.id, phc: '$first', setAt: noon };
      const second = { accountId: alice.id, phc: '$second', setAt: noon + 1 };
      await database.passwords.put(first);
      await database.passwords.put(second);
      const stored = { ...second, resetAt: undefined, browsersFrom: second.setAt };
      assert.deepEqual(await database.passwords.find(alice.id), stored);
      assert.equal(await database.passwords.find(bob.id), undefined);
      await database.passwords.remove(alice.id);
      assert.equal(await database.passwords.find(alice.id), undefined);
    },
  },
  {
    name: 'finds an account by its address with its password, or without one',
    async run(database) {
      await addAccounts(database, alice, bob);
      await database.passwords.put({ accountId: alice.id, phc: '$phc', setAt: noon });
      const { passwords } = database;
      const found = { account: alice, phc: '$phc', browsersFrom: noon };
      const none = { account: bob, phc: undefined, browsersFrom: undefined };
      assert.deepEqual(await passwords.findByEmail(alice.email), found);
      assert.deepEqual(await passwords.findByEmail(bob.email), none);
      assert.equal(await passwords.findByEmail('nobody@example.com'), undefined);
    },
  },
  {
    name: 'knows when a password was reset and since when browsers count, and moves neither back',
    async run(database) {
      await addAccounts(database, alice, bob);
      const { passwords } = database;
      for (const { id } of [alice, bob]) {
        await passwords.put({ accountId: id, phc: '$phc', setAt: noon });
      }
      for (const at of [noon + 5, noon + 2]) {
        await passwords.noteReset(alice.id, at);
        await passwords.endBrowsers(alice.id, at + 1);
      }
      const times = async (id: AccountId) => {
        const { resetAt, browsersFrom } = (await passwords.find(id)) ?? {};
        return { resetAt, browsersFrom };
      };
      assert.deepEqual(await times(alice.id), { resetAt: noon + 5, browsersFrom: noon + 6 });
      assert.deepEqual(await times(bob.id), { resetAt: undefined, browsersFrom: noon });
      await passwords.put({ accountId: alice.id, phc: '$new', setAt: noon + 9 });
      assert.deepEqual(await times(alice.id), { resetAt: noon + 5, browsersFrom: noon + 9 });
      assert.equal((await passwords.findByEmail(alice.email))?.browsersFrom, noon + 9);
    },
  },
];

const linkCases: readonly DatabaseCase[] = [
  {
    name: 'finds a link of an account by its hash and its mail, and the newest of each kind',
    async run(database) {
      await addAccounts(database, alice, bob);
      const [old, young, invitation] = [
        link('old'),
        link('young', { createdAt: noon + 1 }),
        link('invitation', { kind: 'invitation', createdAt: noon + 2, invitedBy: bob.id }),
      ];
      for (const each of [young, old, invitation]) await database.accountLinks.add(each);
      assert.deepEqual(await database.accountLinks.find(old.hash), old);
      assert.deepEqual(await database.accountLinks.findByMail(invitation.id), invitation);
      assert.deepEqual(await database.accountLinks.findNewest(alice.id, 'reset'), young);
      assert.equal(await database.accountLinks.findNewest(bob.id, 'reset'), undefined);
      assert.equal(await database.accountLinks.find(hashFor('none')), undefined);
    },
  },
  {
    name: 'gives a link of an account to one of those who take it',
    async run(database) {
      await addAccounts(database, alice);
      await database.accountLinks.add(link('one'));
      const taken = await Promise.all(
        [1, 2, 3].map(() => database.accountLinks.take(link('one').id)),
      );
      assert.deepEqual(taken.sort(), [false, false, true]);
      assert.equal(await database.accountLinks.find(link('one').hash), undefined);
    },
  },
  {
    name: 'removes the links of an account, all or of one kind, and those that have expired',
    async run(database) {
      await addAccounts(database, alice, bob);
      const invitation = link('invitation', { kind: 'invitation' });
      for (const each of [link('three'), invitation]) await database.accountLinks.add(each);
      await database.accountLinks.removeAll(alice.id, 'reset');
      assert.equal(await database.accountLinks.find(link('three').hash), undefined);
      assert.deepEqual(await database.accountLinks.find(invitation.hash), invitation);
      const foreign = link('foreign', { accountId: bob.id, expiresAt: noon + 1 });
      for (const each of [link('one'), link('two'), foreign]) await database.accountLinks.add(each);
      await database.accountLinks.removeAll(alice.id);
      for (const each of [link('one'), link('two')]) {
        assert.equal(await database.accountLinks.find(each.hash), undefined);
      }
      assert.equal(await database.accountLinks.deleteExpired(noon), 0);
      assert.deepEqual(await database.accountLinks.find(foreign.hash), foreign);
      assert.equal(await database.accountLinks.deleteExpired(noon + 1), 1);
      assert.equal(await database.accountLinks.find(foreign.hash), undefined);
    },
  },
];

const secret = {
  ...{ accountId: alice.id, sealed: Buffer.from('sealed') },
  ...{ confirmedAt: undefined, waitsUntil: undefined },
};

const secondFactorCases: readonly DatabaseCase[] = [
  {
    name: 'keeps one authenticator of an account, and when it was confirmed',
    async run(database) {
      await addAccounts(database, alice, bob);
      await database.totp.put({ ...secret, sealed: Buffer.from('old') });
      await database.totp.put(secret);
      assert.deepEqual(await database.totp.find(alice.id), secret);
      await database.totp.confirm(alice.id, noon);
      assert.deepEqual(await database.totp.find(alice.id), { ...secret, confirmedAt: noon });
      assert.equal(await database.totp.find(bob.id), undefined);
      await database.totp.remove(alice.id);
      assert.equal(await database.totp.find(alice.id), undefined);
    },
  },
  {
    name: 'removes secrets of authenticators that nobody confirmed, an older one after its wait',
    async run(database) {
      const eve = sampleAccount('eve@example.com');
      await addAccounts(database, alice, bob, eve);
      const { totp } = database;
      await totp.put({ ...secret, waitsUntil: noon });
      await totp.put({ ...secret, accountId: bob.id });
      await totp.put({ ...secret, accountId: eve.id, waitsUntil: noon });
      await totp.confirm(eve.id, noon - 1);
      assert.equal(await totp.removeUnconfirmed(noon - 1, 10), 0);
      assert.equal((await totp.find(bob.id))?.waitsUntil, noon + 9);
      assert.equal(await totp.removeUnconfirmed(noon, 10), 1);
      assert.equal(await totp.find(alice.id), undefined);
      assert.equal(await totp.removeUnconfirmed(noon + 9, 10), 1);
      assert.equal(await totp.find(bob.id), undefined);
      assert.notEqual(await totp.find(eve.id), undefined);
    },
  },
  {
    name: 'uses each time step of an authenticator once, and none before it',
    async run(database) {
      await addAccounts(database, alice);
      await database.totp.put(secret);
      const used = await Promise.all([1, 2, 3].map(() => database.totp.useStep(alice.id, 100)));
      assert.deepEqual(used.sort(), [false, false, true]);
      assert.equal(await database.totp.useStep(alice.id, 99), false);
      assert.equal(await database.totp.useStep(alice.id, 101), true);
      await database.totp.put(secret);
      assert.equal(await database.totp.useStep(alice.id, 1), true);
    },
  },
  {
    name: 'gives out no more tries of an authenticator than there are in a period',
    async run(database) {
      await addAccounts(database, alice);
      await database.totp.put(secret);
      const take = (now = noon) => database.totp.takeTry(alice.id, { ...tries, now });
      const given = await Promise.all(Array.from({ length: 6 }, () => take()));
      assert.equal(given.filter(Boolean).length, 3);
      assert.equal(await take(noon + tries.periodMs - 1), false);
      assert.equal(await take(noon + tries.periodMs), true);
    },
  },
  {
    name: 'keeps tries of known browsers apart from those of others',
    async run(database) {
      await addAccounts(database, alice);
      await database.totp.put(secret);
      const take = (isKnown: boolean) => database.totp.takeTry(alice.id, { ...tries, isKnown });
      for (const isKnown of [false, true]) {
        const given = await Promise.all(Array.from({ length: 5 }, () => take(isKnown)));
        assert.equal(given.filter(Boolean).length, 3);
      }
    },
  },
  {
    name: 'keeps the recovery codes of an account, each for one use',
    async run(database) {
      await addAccounts(database, alice, bob);
      const { recoveryCodes } = database;
      await recoveryCodes.replace(bob.id, [hashFor('one')]);
      await recoveryCodes.replace(alice.id, [hashFor('old')]);
      await recoveryCodes.replace(alice.id, [hashFor('one'), hashFor('two')]);
      assert.equal(await recoveryCodes.count(alice.id), 2);
      assert.equal(await recoveryCodes.take(alice.id, hashFor('old')), false);
      const taken = await Promise.all(
        [1, 2].map(() => recoveryCodes.take(alice.id, hashFor('one'))),
      );
      assert.deepEqual(taken.sort(), [false, true]);
      assert.equal(await recoveryCodes.count(alice.id), 1);
      assert.equal(await recoveryCodes.count(bob.id), 1);
    },
  },
];

const keptFormCases: readonly DatabaseCase[] = [
  {
    name: 'keeps the last form of an account, for its id and this account only, until it expires',
    async run(database) {
      await addAccounts(database, alice, bob);
      const { keptForms } = database;
      const form = (id: string, accountId: AccountId, expiresAt: number): KeptForm => ({
        ...{ id: id as KeptFormId, accountId, expiresAt },
        sealed: Buffer.from(id),
      });
      const [first, second] = [form('first', alice.id, noon), form('second', alice.id, noon + 1)];
      const foreign = form('foreign', bob.id, noon);
      for (const each of [first, second, foreign]) await keptForms.put(each);
      assert.equal(await keptForms.find(alice.id, first.id), undefined);
      assert.deepEqual(await keptForms.find(alice.id, second.id), second);
      assert.equal(await keptForms.find(alice.id, foreign.id), undefined);
      assert.equal(await keptForms.deleteExpired(noon), 1);
      assert.equal(await keptForms.find(bob.id, foreign.id), undefined);
      await database.accounts.remove(alice.id);
      assert.equal(await keptForms.find(alice.id, second.id), undefined);
    },
  },
];

export const personCases: readonly DatabaseCase[] = [
  {
    name: 'keeps the name and the time zone of a person',
    async run(database) {
      const person = { ...alice, displayName: 'Anna Åberg', timeZone: 'Europe/Stockholm' };
      await addAccounts(database, person, bob);
      assert.deepEqual(await database.accounts.find(alice.id), person);
      await database.accounts.setDisplayName(alice.id, 'Anna');
      assert.deepEqual(await database.accounts.list(), [{ ...person, displayName: 'Anna' }, bob]);
      for (const timeZone of [undefined, 'Asia/Tokyo']) {
        const locale = { language: 'fi', timeZone };
        await database.accounts.setLocale(alice.id, locale);
        const changed = { ...person, displayName: 'Anna', ...locale };
        assert.deepEqual(await database.accounts.list(), [changed, bob]);
      }
      await database.accounts.setRole(alice.id, 'admin');
      assert.equal((await database.accounts.find(alice.id))?.role, 'admin');
      assert.equal((await database.accounts.find(bob.id))?.role, bob.role);
    },
  },
  ...sessionCases,
  ...passwordCases,
  ...linkCases,
  ...secondFactorCases,
  ...keptFormCases,
  {
    name: 'forgets all that a removed account signed in with',
    async run(database) {
      await addAccounts(database, alice);
      await database.sessions.add(session('one'));
      await database.passwords.put({ accountId: alice.id, phc: '$phc', setAt: noon });
      await database.accountLinks.add(link('one'));
      await database.totp.put(secret);
      await database.recoveryCodes.replace(alice.id, [hashFor('one')]);
      await database.accounts.remove(alice.id);
      assert.equal(await database.sessions.find(session('one').id), undefined);
      assert.equal(await database.passwords.find(alice.id), undefined);
      assert.equal(await database.accountLinks.find(link('one').hash), undefined);
      assert.equal(await database.totp.find(alice.id), undefined);
      assert.equal(await database.recoveryCodes.count(alice.id), 0);
    },
  },
];
