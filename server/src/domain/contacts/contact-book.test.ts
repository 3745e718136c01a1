import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { partialContact, sampleContact } from '../../testing/samples.ts';
import { revisionOf } from '../model/contact-book.ts';
import type { ContactFields } from './contact-fields.ts';
import { maxOwnContacts, refuseFullBook } from './contact-book.ts';
import { readContactFields } from './contact-fields.ts';

function fieldsOf(email: string, more: Partial<ContactFields> = {}): ContactFields {
  return { email, nick: '', number: '', language: '', ...more };
}

describe('what a person types for a contact', () => {
  test('is tidied', () => {
    const typed = {
      email: ' Zoe@Example.com ',
      nick: ' Zoë \n Berg ',
      number: '+49 (151) 123.456',
    };
    assert.deepEqual(readContactFields(typed), {
      fields: { email: 'zoe@example.com', nick: 'Zoë Berg', number: '49151123456', language: '' },
      faults: [],
    });
  });

  test('is refused with every field that is wrong', () => {
    const typed = { email: 'zoe', nick: 'a\u0007', number: '12', language: 'sch wyz' };
    assert.deepEqual(readContactFields(typed).faults, ['email', 'nick', 'number', 'language']);
    assert.deepEqual(readContactFields({}).faults, ['email']);
    assert.deepEqual(readContactFields(fieldsOf('a@b', { nick: 'x'.repeat(256) })).faults, [
      'nick',
    ]);
  });
});

describe('one contact', () => {
  test('is added, changed and removed, each with a record that names no contact', async (context) => {
    const { contactBook, contacts, database, addAccount } = await openExchange(context);
    const alice = await addAccount('alice@example.com');
    const zoe = await contactBook.add(actor, alice, fieldsOf('zoe@example.com', { nick: 'Zoe' }));
    const seen = { email: zoe.email, revision: revisionOf(zoe) };
    const moved = fieldsOf('zoe@new.example', { nick: 'Zoe Berg' });
    const changed = await contactBook.change(actor, alice, seen, moved);
    assert.deepEqual((await contacts.read(alice)).local, [{ ...moved, groups: [] }]);
    await contactBook.remove(actor, alice, {
      email: changed.email,
      revision: revisionOf(changed),
    });
    assert.deepEqual((await contacts.read(alice)).local, []);
    const records = await database.audit.list(0, 10);
    assert.deepEqual(
      records.map(({ action, object }) => [action, object]),
      ['contact.added', 'contact.changed', 'contact.removed'].map((act) => [act, alice.email]),
    );
    assert.ok(!JSON.stringify(records).includes('zoe'));
  });

  test('that another tab changed is neither changed nor removed', async (context) => {
    const { contactBook, addAccount } = await openExchange(context);
    const alice = await addAccount('alice@example.com');
    const zoe = await contactBook.add(actor, alice, fieldsOf('zoe@example.com'));
    const seen = { email: zoe.email, revision: revisionOf(zoe) };
    await contactBook.change(actor, alice, seen, fieldsOf(zoe.email, { nick: 'first' }));
    const late = contactBook.change(actor, alice, seen, fieldsOf(zoe.email, { nick: 'second' }));
    await assert.rejects(late, { code: 'state_conflict' });
    await assert.rejects(contactBook.remove(actor, alice, seen), { code: 'state_conflict' });
    assert.equal((await contactBook.get(alice, zoe.email)).nick, 'first');
  });

  test('keeps the labels of the API when a person changes it', async (context) => {
    const { contactBook, contacts, addAccount } = await openExchange(context);
    const alice = await addAccount('alice@example.com');
    await contacts.replace(actor, alice, [
      partialContact('zoe@example.com', { groups: ['b', 'a'] }),
    ]);
    const zoe = await contactBook.get(alice, 'zoe@example.com');
    const seen = { email: zoe.email, revision: revisionOf(zoe) };
    await contactBook.change(actor, alice, seen, fieldsOf(zoe.email, { nick: 'Zoe' }));
    assert.deepEqual((await contactBook.get(alice, zoe.email)).groups, ['b', 'a']);
  });

  test('of an address that is taken is refused', async (context) => {
    const { contactBook, addAccount } = await openExchange(context);
    const alice = await addAccount('alice@example.com');
    const zoe = await contactBook.add(actor, alice, fieldsOf('zoe@example.com'));
    const adam = await contactBook.add(actor, alice, fieldsOf('adam@example.com'));
    const again = contactBook.add(actor, alice, fieldsOf('ZOE@example.com'));
    await assert.rejects(again, { code: 'contact_exists' });
    const seen = { email: adam.email, revision: revisionOf(adam) };
    const onto = contactBook.change(actor, alice, seen, fieldsOf(zoe.email));
    await assert.rejects(onto, { code: 'contact_exists' });
  });

  test('of another account is the same as a missing one', async (context) => {
    const { contactBook, database, addAccount } = await openExchange(context);
    const alice = await addAccount('alice@example.com');
    const bob = await addAccount('bob@example.com');
    const zoe = await contactBook.add(actor, alice, fieldsOf('zoe@example.com'));
    const missing = { code: 'not_found', message: 'There is no such contact.' };
    for (const email of [zoe.email, 'nobody@example.com']) {
      const seen = { email, revision: revisionOf(zoe) };
      await assert.rejects(contactBook.get(bob, email), missing);
      await assert.rejects(contactBook.remove(actor, bob, seen), missing);
      await assert.rejects(contactBook.change(actor, bob, seen, fieldsOf(email)), missing);
    }
    assert.equal((await database.audit.list(0, 10)).length, 1);
    assert.deepEqual(await contactBook.search(bob, 'zoe', 10), []);
  });
});

describe('lists of contacts', () => {
  test('go on page by page', async (context) => {
    const { contactBook, contacts, addAccount } = await openExchange(context);
    const alice = await addAccount('alice@example.com');
    const emails = Array.from({ length: 25 }, (_, index) => `c${String(index).padStart(2, '0')}@x`);
    await contacts.replace(
      actor,
      alice,
      emails.map((email) => partialContact(email)),
    );
    const pages: string[][] = [];
    let next: Awaited<ReturnType<typeof contactBook.list>>['next'];
    do {
      const page = await contactBook.list(alice, next, 10);
      pages.push(page.contacts.map(({ email }) => email));
      next = page.next;
    } while (next !== undefined);
    assert.deepEqual(
      pages.map(({ length }) => length),
      [10, 10, 5],
    );
    assert.deepEqual(pages.flat(), emails);
  });

  test('show the shared contacts by name, also those that a text finds', async (context) => {
    const { contactBook, contacts } = await openExchange(context);
    const shared = ['c', 'a', 'b'].map((name) =>
      sampleContact(`${name}@example.com`, { nick: `Dr ${name} Meier`, number: '49151000' }),
    );
    await contacts.replaceGlobal(actor, shared);
    const first = await contactBook.listShared('', undefined, 2);
    assert.deepEqual(
      first.contacts.map(({ email }) => email),
      ['a@example.com', 'b@example.com'],
    );
    const second = await contactBook.listShared('', first.next, 2);
    assert.deepEqual(
      [second.contacts.map(({ email }) => email), second.next],
      [['c@example.com'], undefined],
    );
    for (const [text, found] of [
      ['meier', 3],
      ['dr b', 1],
      ['c@', 1],
      ['+49 151', 3],
      ['eier', 0],
    ] as const) {
      const { contacts: hits } = await contactBook.listShared(text, undefined, 10);
      assert.equal(hits.length, found, text);
    }
  });
});

test('an account has no more contacts than it may, wherever gaps are', async (context) => {
  const { database, addAccount } = await openExchange(context);
  const alice = await addAccount('alice@example.com');
  const bookWith = (atMost: number, count: number) => ({
    ...database.contactBook,
    countAtMost: () => Promise.resolve(atMost),
    count: () => Promise.resolve(count),
  });
  await refuseFullBook(bookWith(maxOwnContacts - 1, maxOwnContacts - 1), alice, 1);
  await refuseFullBook(bookWith(2 * maxOwnContacts, maxOwnContacts - 1), alice, 1);
  const full = refuseFullBook(bookWith(maxOwnContacts, maxOwnContacts), alice, 1);
  await assert.rejects(full, { code: 'too_large' });
});
