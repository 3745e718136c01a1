import assert from 'node:assert/strict';
import type { Database } from '../../domain/model/database.ts';
import type { ContactGroup } from '../../domain/model/contact-book.ts';
import { sortKeyOf } from '../../domain/model/contact-book.ts';
import type { ContactGroupId, ContactImportId } from '../../domain/model/ids.ts';
import { noon } from '../../testing/fake-clock.ts';
import { idFor, sampleContact } from '../../testing/samples.ts';
import type { DatabaseCase } from './database-case.ts';
import { addAccounts, alice, bob } from './database-case.ts';

const anna = sampleContact('zz@example.com', { nick: 'Änna  Berg', number: '4915112345678' });
const bert = sampleContact('bert@example.com', { nick: 'Bert', groups: ['a', 'b'] });
const bare = sampleContact('bare@example.com');
const same = sampleContact('aa@example.com', { nick: 'bert' });
const inOrder = [anna, bare, same, bert];

function sampleGroup(name: string): ContactGroup {
  return { id: idFor<ContactGroupId>(name), name, createdAt: noon };
}

const lab = sampleGroup('Lab');
const board = sampleGroup('board');

async function fill(database: Database): Promise<void> {
  await addAccounts(database, alice, bob);
  await database.contacts.replaceLocal(alice.id, [bert, bare]);
  await database.contactBook.addAll(alice.id, [anna, same]);
  await database.contacts.replaceLocal(bob.id, [sampleContact('bert@example.com')]);
}

async function emailsOf(database: Database, group: ContactGroup): Promise<string[]> {
  return (await database.contactGroups.listMembers(alice.id, group.id)).map(({ email }) => email);
}

export const contactBookCases: readonly DatabaseCase[] = [
  {
    name: 'pages the contacts of one account by name, then by address',
    async run(database) {
      await fill(database);
      const { contactBook } = database;
      assert.deepEqual(await contactBook.list(alice.id, undefined, 10), inOrder);
      assert.equal(await contactBook.count(alice.id), 4);
      for (const [index, { email, ...contact }] of inOrder.entries()) {
        const after = { sortKey: sortKeyOf({ email, ...contact }), email };
        const rest = await contactBook.list(alice.id, after, 2);
        assert.deepEqual(rest, inOrder.slice(index + 1, index + 3));
      }
      assert.deepEqual(await database.contacts.listLocal(alice.id), [bert, bare, anna, same]);
    },
  },
  {
    name: 'finds contacts by the beginning of a name, a last name, an address or a number',
    async run(database) {
      await fill(database);
      const found = async (text: string, limit = 10) =>
        (await database.contactBook.search(alice.id, text, limit)).map(({ email }) => email);
      assert.deepEqual(await found('anna b'), [anna.email]);
      assert.deepEqual(await found('be'), [anna.email, same.email, bert.email]);
      assert.deepEqual(await found('be', 2), [anna.email, same.email]);
      assert.deepEqual(await found('b'), [anna.email, bare.email, same.email, bert.email]);
      assert.deepEqual(await found('zz@'), [anna.email]);
      assert.deepEqual(await found('49 151'), [anna.email]);
      assert.deepEqual(await found('+49-15'), [anna.email]);
      assert.deepEqual(await found('rt'), []);
      assert.deepEqual(await found('%'), []);
    },
  },
  {
    name: 'finds contacts by any word of name and address, after those that begin so',
    async run(database) {
      await fill(database);
      const lena = sampleContact('l.ek@berlin.example.se', { nick: 'Lena-Åsa Lindström Ek 2' });
      await database.contactBook.addAll(alice.id, [lena]);
      const found = async (text: string) =>
        (await database.contactBook.search(alice.id, text, 10)).map(({ email }) => email);
      for (const text of ['lind', 'asa', 'ek', 'lindstrom lena', 'l.ek@berl', '2 berlin l e']) {
        assert.deepEqual(await found(text), [lena.email], text);
      }
      assert.deepEqual(await found('ber'), [anna.email, same.email, bert.email, lena.email]);
      for (const text of ['strom', 'se', 'lind anna', '_', '%l', 'com']) {
        assert.deepEqual(await found(text), text === '%l' ? [lena.email] : [], text);
      }
      await database.contacts.replaceGlobal([bare, lena]);
      const shared = async (text: string) =>
        (await database.contacts.searchGlobal(text, 10)).map(({ email }) => email);
      assert.deepEqual(await shared('Åsa'), [lena.email]);
      assert.deepEqual(await shared('lind berlin'), [lena.email]);
      assert.deepEqual(await shared('strom'), []);
      assert.equal(await database.contacts.hasGlobalWithoutKeys(), false);
    },
  },
  {
    name: 'changes and removes one contact and leaves the others alone',
    async run(database) {
      await fill(database);
      const { contactBook } = database;
      const moved = { ...bert, email: 'robert@example.com', nick: 'Robert Cole' };
      await contactBook.change(alice.id, bert.email, moved);
      assert.deepEqual(await contactBook.find(alice.id, moved.email), moved);
      assert.equal(await contactBook.find(alice.id, bert.email), undefined);
      assert.deepEqual(await contactBook.search(alice.id, 'cole', 5), [moved]);
      await contactBook.changeAll(alice.id, [{ ...bare, nick: 'Zoe' }]);
      await contactBook.remove(alice.id, same.email);
      const kept = [moved, { ...bare, nick: 'Zoe' }, anna];
      assert.deepEqual(await database.contacts.listLocal(alice.id), kept);
      assert.equal((await database.contacts.listLocal(bob.id))[0]?.email, bert.email);
      assert.equal(await contactBook.hasWithoutKeys(alice.id), false);
      // Gaps may count.
      assert.ok((await contactBook.countAtMost(alice.id)) >= kept.length);
      assert.equal(await contactBook.countAtMost(bob.id), 1);
    },
  },
  {
    name: 'keeps one import for each account until it expires',
    async run(database) {
      await addAccounts(database, alice, bob);
      const { contactBook } = database;
      const kept = { id: idFor<ContactImportId>('one'), content: '{"ä":1}', expiresAt: noon + 5 };
      const next = { ...kept, id: idFor<ContactImportId>('two'), expiresAt: noon + 9 };
      await contactBook.saveImport(alice.id, kept);
      assert.deepEqual(await contactBook.findImport(alice.id, noon + 4), kept);
      assert.equal(await contactBook.findImport(alice.id, noon + 5), undefined);
      assert.equal(await contactBook.findImport(bob.id, noon), undefined);
      await contactBook.saveImport(alice.id, next);
      await contactBook.saveImport(bob.id, kept);
      assert.equal(await contactBook.deleteExpiredImports(noon + 5), 1);
      assert.deepEqual(await contactBook.findImport(alice.id, noon), next);
      await contactBook.removeImport(alice.id);
      assert.equal(await contactBook.findImport(alice.id, noon), undefined);
    },
  },
  {
    name: 'keeps groups of an account by name, and finds a name in any case',
    async run(database) {
      await addAccounts(database, alice, bob);
      const { contactGroups } = database;
      await contactGroups.add(alice.id, lab);
      await contactGroups.add(alice.id, board);
      const listed = [board, lab].map((group) => ({ ...group, members: 0 }));
      assert.deepEqual(await contactGroups.list(alice.id), listed);
      assert.deepEqual(await contactGroups.find(alice.id, lab.id), lab);
      assert.deepEqual(await contactGroups.findByName(alice.id, ' LÁB'), lab);
      assert.equal(await contactGroups.find(bob.id, lab.id), undefined);
      assert.equal(await contactGroups.findByName(bob.id, 'lab'), undefined);
      assert.deepEqual(await contactGroups.list(bob.id), []);
      await contactGroups.rename(lab.id, 'Archive');
      const names = (await contactGroups.list(alice.id)).map(({ name }) => name);
      assert.deepEqual(names, ['Archive', 'board']);
      await contactGroups.remove(lab.id);
      assert.equal(await contactGroups.find(alice.id, lab.id), undefined);
    },
  },
  {
    name: 'keeps members by address: own contacts first, shared ones too, and nobody else',
    async run(database) {
      await fill(database);
      const { contactGroups } = database;
      const shared = sampleContact('shared@example.com', { nick: 'Shared' });
      await database.contacts.replaceGlobal([shared, { ...bert, nick: 'not this one' }]);
      await contactGroups.add(alice.id, lab);
      await contactGroups.add(alice.id, board);
      const emails = [shared.email, bert.email, bare.email, 'gone@example.com'];
      await contactGroups.addMembers(alice.id, lab.id, emails);
      await contactGroups.addMembers(alice.id, lab.id, [bert.email]);
      await contactGroups.addMembers(alice.id, board.id, [bert.email]);
      assert.deepEqual(await contactGroups.listMembers(alice.id, lab.id), [bare, bert, shared]);
      assert.deepEqual(await contactGroups.listMembers(bob.id, lab.id), []);
      const sizes = (await contactGroups.list(alice.id)).map(({ members }) => members);
      assert.deepEqual(sizes, [1, 3]);
      assert.deepEqual(await contactGroups.listOf(alice.id, bert.email), [board, lab]);
      assert.deepEqual(await contactGroups.listOf(bob.id, bert.email), []);
    },
  },
  {
    name: 'lets members move, leave one group, leave all, and be pruned',
    async run(database) {
      await fill(database);
      const { contactGroups } = database;
      await contactGroups.add(alice.id, lab);
      await contactGroups.add(alice.id, board);
      for (const { id } of [lab, board]) {
        await contactGroups.addMembers(alice.id, id, [anna.email, bert.email, same.email]);
      }
      await contactGroups.renameMember(alice.id, same.email, bare.email);
      assert.deepEqual(await emailsOf(database, lab), [bare.email, bert.email, anna.email]);
      await contactGroups.removeMember(lab.id, bare.email);
      assert.deepEqual(await emailsOf(database, lab), [bert.email, anna.email]);
      assert.deepEqual(await emailsOf(database, board), [bare.email, bert.email, anna.email]);
      await contactGroups.leaveAll(alice.id, bert.email);
      assert.deepEqual(await emailsOf(database, lab), [anna.email]);
      await database.contacts.replaceLocal(alice.id, [bare]);
      await contactGroups.prune(alice.id);
      await database.contacts.replaceLocal(alice.id, [bare, anna]);
      assert.deepEqual(await emailsOf(database, lab), []);
      assert.deepEqual(await emailsOf(database, board), [bare.email]);
      await contactGroups.addMembers(alice.id, lab.id, [anna.email, 'gone@example.com']);
      await contactGroups.removeMembers(lab.id);
      await contactGroups.renameMember(alice.id, 'gone@example.com', bare.email);
      assert.deepEqual(await emailsOf(database, lab), []);
      assert.deepEqual(await emailsOf(database, board), [bare.email]);
      await database.accounts.remove(alice.id);
      assert.deepEqual(await contactGroups.list(alice.id), []);
    },
  },
];
