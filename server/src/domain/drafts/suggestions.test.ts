import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openExchange } from '../../testing/exchange-fixture.ts';
import { idFor, sampleContact } from '../../testing/samples.ts';
import { createContactBook } from '../contacts/contact-book.ts';
import type { ContactGroupId } from '../model/ids.ts';
import { createSuggestions } from './suggestions.ts';

// That it is quick among 100,000 is measured by `npm run bench -- --only lists`, and query plans are tested.
test('suggests own groups, contacts and past receivers', async (context) => {
  const { database, unrehearsed, events, addAccount } = await openExchange(context);
  const suggestions = createSuggestions({
    database,
    contactBook: createContactBook({ database, events }),
  });
  const alice = await addAccount('alice@example.com');
  const bob = await addAccount('bob@example.com');
  const many = Array.from({ length: 100 }, (_, at) =>
    sampleContact(`person${String(at).padStart(3, '0')}@example.com`, { nick: `Name ${at}` }),
  );
  const anna = sampleContact('anna@example.com', { nick: 'Berg Anna' });
  await unrehearsed.transact(async ({ contacts, contactGroups, pastReceivers }) => {
    await contacts.replaceLocal(alice.id, [...many, anna]);
    await contacts.replaceLocal(bob.id, [sampleContact('benno@example.com')]);
    await contacts.replaceGlobal([sampleContact('bert@example.com')]);
    await pastReceivers.note(alice.id, [{ email: 'bea@example.com', nick: '' }], 0);
    await pastReceivers.note(bob.id, [{ email: 'bella@example.com', nick: '' }], 0);
    for (const account of [alice, bob]) {
      const id = idFor<ContactGroupId>(`group of ${account.email}`);
      await contactGroups.add(account.id, { id, name: `Bench of ${account.email}`, createdAt: 0 });
      await contactGroups.addMembers(account.id, id, ['bert@example.com']);
    }
  });
  const found = await suggestions.suggest(alice, 'Be');
  assert.deepEqual(
    found.map(({ receiver }) => receiver),
    ['Bench of alice@example.com', 'anna@example.com', 'bea@example.com', 'bert@example.com'],
  );
  assert.equal((await suggestions.suggest(alice, 'person0')).length, 8);
  const [group, person] = ['Bench of alice@example.com', 'anna@example.com'];
  for (const [typed, receiver] of [
    ['alice', group],
    ['of be', group],
    ['anna be', person],
    ['lice', undefined],
  ]) {
    const [first] = await suggestions.suggest(alice, typed ?? '');
    assert.equal(first?.receiver, receiver, `by any word: ${typed}`);
  }
});
