import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { idFor, partialContact, sampleContact } from '../../testing/samples.ts';
import { revisionOf } from '../model/contact-book.ts';
import { ValiseError } from '../model/valise-error.ts';

const zoe = sampleContact('zoe@example.com');
const adam = sampleContact('adam@example.com');
const shared = sampleContact('shared@example.com');

async function openGroups(context: TestContext) {
  const exchange = await openExchange(context, { contactsReplace: true });
  const alice = await exchange.addAccount('alice@example.com');
  await exchange.contacts.replaceGlobal(actor, [shared]);
  await exchange.contacts.replace(actor, alice, [
    partialContact(zoe.email),
    partialContact(adam.email),
  ]);
  const lab = await exchange.contactGroups.add(actor, alice, ' The  Lab ', [
    zoe.email,
    adam.email,
    shared.email,
  ]);
  const members = async () =>
    (await exchange.contactGroups.membersOf(alice, lab.id)).map(({ email }) => email);
  return { ...exchange, alice, lab, members };
}

describe('a group', () => {
  test('holds own and shared contacts, and nobody else', async (context) => {
    const { contactGroups, alice, lab, members } = await openGroups(context);
    assert.equal(lab.name, 'The Lab');
    assert.deepEqual(await members(), [adam.email, shared.email, zoe.email]);
    const wrong = contactGroups.addMembers(actor, alice, lab.id, [zoe.email, 'x@y', 'z@y']);
    await assert.rejects(wrong, (error) => {
      assert.ok(error instanceof ValiseError);
      assert.equal(error.details?.length, 2);
      return error.code === 'invalid';
    });
    await contactGroups.removeMember(actor, alice, lab.id, shared.email);
    assert.deepEqual(await members(), [adam.email, zoe.email]);
  });

  test('is renamed unless it has another name by now, or the name is taken', async (context) => {
    const { contactGroups, alice, lab } = await openGroups(context);
    await contactGroups.add(actor, alice, 'Board');
    for (const name of ['', '  ', 'bOARD', 'a\u0000b', 'x'.repeat(256)]) {
      const wrong = contactGroups.rename(actor, alice, lab.id, { from: lab.name, to: name });
      await assert.rejects(wrong, { code: 'invalid' }, name);
      await assert.rejects(contactGroups.add(actor, alice, name), { code: 'invalid' }, name);
    }
    await contactGroups.rename(actor, alice, lab.id, { from: lab.name, to: 'the lab' });
    const late = contactGroups.rename(actor, alice, lab.id, { from: lab.name, to: 'Other' });
    await assert.rejects(late, { code: 'state_conflict' });
    const names = (await contactGroups.list(alice)).map(({ name, members }) => [name, members]);
    assert.deepEqual(names, [
      ['Board', 0],
      ['the lab', 3],
    ]);
  });

  test('loses a contact that is removed, and follows one that gets another address', async (context) => {
    const { contactBook, alice, members } = await openGroups(context);
    const seen = (contact: typeof zoe) => ({ email: contact.email, revision: revisionOf(contact) });
    await contactBook.remove(actor, alice, seen(adam));
    const fields = { email: 'zoe@new.example', nick: '', number: '', language: '' };
    await contactBook.change(actor, alice, seen(zoe), fields);
    assert.deepEqual(await members(), [shared.email, 'zoe@new.example']);
  });

  test('keeps by address who is still there when a client replaces the contacts', async (context) => {
    const { contacts, alice, members } = await openGroups(context);
    await contacts.replace(actor, alice, [partialContact(zoe.email, { nick: 'Z' })]);
    assert.deepEqual(await members(), [shared.email, zoe.email]);
    await contacts.replace(actor, alice, [partialContact(zoe.email), partialContact(adam.email)]);
    assert.deepEqual(await members(), [shared.email, zoe.email]);
  });

  test('is removed alone: its members stay contacts', async (context) => {
    const { contactGroups, contactBook, alice, lab } = await openGroups(context);
    await contactGroups.remove(actor, alice, lab.id);
    assert.equal(await contactBook.count(alice), 2);
    await assert.rejects(contactGroups.membersOf(alice, lab.id), { code: 'not_found' });
  });

  test('of another account is the same as a missing one', async (context) => {
    const { contactGroups, addAccount, lab, members } = await openGroups(context);
    const bob = await addAccount('bob@example.com');
    const missing = { code: 'not_found', message: 'There is no such group.' };
    for (const id of [lab.id, idFor<typeof lab.id>('none')]) {
      const names = { from: lab.name, to: 'Mine' };
      await assert.rejects(contactGroups.membersOf(bob, id), missing);
      await assert.rejects(contactGroups.rename(actor, bob, id, names), missing);
      await assert.rejects(contactGroups.remove(actor, bob, id), missing);
      await assert.rejects(contactGroups.addMembers(actor, bob, id, []), missing);
      await assert.rejects(contactGroups.removeMember(actor, bob, id, zoe.email), missing);
    }
    assert.equal((await members()).length, 3);
  });
});
