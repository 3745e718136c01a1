import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { actor, openExchange } from '../../testing/exchange-fixture.ts';
import { leastOf, processorMs } from '../../testing/processor-time.ts';
import { partialContact, sampleContact } from '../../testing/samples.ts';
import type { Contact } from '../model/contact.ts';
import { parseContacts } from './contact-input.ts';
import { planReplacement, refuseExisting } from './contacts.ts';
import { ValiseError } from '../model/valise-error.ts';

const zoe = sampleContact('zoe@example.com', { nick: 'Zoe', groups: ['a', 'b'] });
const adam = sampleContact('adam@example.com', { number: '49151123456' });
const eve = sampleContact('eve@example.com');
const shared = sampleContact('shared@example.com', { language: 'de' });

function exists(contact: Contact) {
  return { code: 'contact_exists', message: `${contact.email} is already a contact.` };
}

/** What is stored after a client sent `sent`; throws what it is refused with. */
function replaced(local: Contact[], global: Contact[], sent: Contact[]): Contact[] {
  refuseExisting(local, global, sent);
  return planReplacement(local, global, sent);
}

describe('a sent array of contacts', () => {
  test('keeps equal contacts, adds new ones, drops the others, in the order sent', () => {
    assert.deepEqual(replaced([], [], [zoe, adam]), [zoe, adam]);
    assert.deepEqual(replaced([zoe, adam], [], [eve, zoe]), [eve, zoe]);
    assert.deepEqual(replaced([zoe, adam], [], [adam]), [adam]);
  });

  test('removes all when it is empty, also when there is nothing', () => {
    assert.deepEqual(replaced([zoe, adam], [shared], []), []);
    assert.deepEqual(replaced([], [], []), []);
  });

  for (const [field, change] of Object.entries({
    number: { number: '123456' },
    language: { language: 'fr' },
    nick: { nick: 'Zed' },
    'an unset nick': { nick: '' },
    'fewer groups': { groups: ['a'] },
    'groups in another order': { groups: ['b', 'a'] },
  })) {
    test(`may not change a contact: ${field}`, () => {
      const changed = { ...zoe, ...change };
      assert.throws(() => replaced([zoe], [], [eve, changed]), exists(zoe));
      assert.throws(() => replaced([], [zoe], [eve, changed]), exists(zoe));
    });
  }

  test('may not change nothing', () => {
    assert.throws(() => replaced([zoe, adam], [], [zoe, adam]), exists(zoe));
    assert.throws(() => replaced([zoe, adam], [], [adam, zoe]), exists(adam));
    assert.throws(() => replaced([], [shared], [shared]), exists(shared));
    assert.throws(() => replaced([zoe], [shared], [shared, zoe]), exists(shared));
  });

  test('leaves a shared contact shared', () => {
    assert.deepEqual(replaced([zoe], [shared], [shared, eve]), [eve]);
    assert.deepEqual(replaced([zoe], [shared], [shared]), []);
  });

  test("goes by the account's own contact where a shared one has the same address", () => {
    const own = { ...shared, nick: 'mine' };
    assert.deepEqual(replaced([own], [shared], [own, eve]), [own, eve]);
    assert.throws(() => replaced([own], [shared], [shared, eve]), exists(shared));
  });

  test('is taken by the rules, whatever it holds', () => {
    const contact = fc.record({
      email: fc.constantFrom('a@b', 'c@d', 'e@f', 'g@h'),
      nick: fc.constantFrom('', 'nick'),
    });
    const list = fc
      .uniqueArray(contact, { selector: ({ email }) => email })
      .map((all) => all.map(({ email, nick }) => sampleContact(email, { nick })));
    fc.assert(
      fc.property(list, list, list, (local, global, sent) => {
        const expected = replaceByTheRules(local, global, sent);
        if (expected === undefined) {
          assert.throws(() => replaced(local, global, sent), { code: 'contact_exists' });
        } else {
          assert.deepEqual(replaced(local, global, sent), expected);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

/** The contract, sentence by sentence; undefined where it says `contact_exists`. */
function replaceByTheRules(local: Contact[], global: Contact[], sent: Contact[]) {
  const isSame = (a: Contact) => (b: Contact) => a.email === b.email && a.nick === b.nick;
  const find = (list: Contact[], { email }: Contact) => list.find((item) => item.email === email);
  for (const element of sent) {
    const stored = find(local, element) ?? find(global, element);
    if (stored !== undefined && stored.nick !== element.nick) return undefined;
  }
  const after = sent.filter((element) => find(local, element) ?? !find(global, element));
  const unchanged =
    after.every((element) => local.some(isSame(element))) &&
    local.every((element) => after.some(isSame(element)));
  return sent.length > 0 && unchanged ? undefined : after;
}

describe('contacts', () => {
  test('are replaced together or not at all', async (context) => {
    const { contacts, database, addAccount } = await openExchange(context);
    const alice = await addAccount('alice@example.com');
    await contacts.replaceGlobal(actor, [shared]);
    await contacts.replace(actor, alice, [partialContact('zoe@example.com')]);
    const before = await contacts.read(alice);
    assert.deepEqual(before, { local: [sampleContact('zoe@example.com')], global: [shared] });
    const records = await database.audit.list(0, 10);
    assert.deepEqual(
      records.map(({ action }) => action),
      ['contacts.global_replaced', 'contacts.replaced'],
    );

    const changed = partialContact('zoe@example.com', { nick: 'Z' });
    const refused = contacts.replace(actor, alice, [partialContact('new@example.com'), changed]);
    await assert.rejects(refused, exists(changed as Contact));
    assert.deepEqual(await contacts.read(alice), before);
    assert.equal((await database.audit.list(0, 10)).length, 2);
  });
});

describe('receivers', () => {
  test('take what was left out from the contact, the own one first', async (context) => {
    const { contacts, database, addAccount } = await openExchange(context);
    const alice = await addAccount('alice@example.com');
    const ownZoe = partialContact(zoe.email, { nick: 'own', groups: ['g'] });
    await contacts.replace(actor, alice, [ownZoe]);
    await contacts.replaceGlobal(actor, [{ ...zoe, nick: 'shared' }, shared]);
    await contacts.setReceivers(actor, alice, [
      partialContact('stranger@example.com'),
      partialContact(shared.email),
      partialContact(zoe.email, { number: '123456' }),
    ]);
    assert.deepEqual(await database.contacts.listReceivers(alice.id), [
      sampleContact('stranger@example.com'),
      shared,
      sampleContact(zoe.email, { nick: 'own', groups: ['g'], number: '123456' }),
    ]);
  });

  test('keep a field that was sent empty empty', async (context) => {
    const { contacts, database, addAccount } = await openExchange(context);
    const alice = await addAccount('alice@example.com');
    await contacts.replaceGlobal(actor, [zoe]);
    const sent = partialContact(zoe.email, { nick: '', groups: [] });
    await contacts.setReceivers(actor, alice, [sent]);
    assert.deepEqual(await database.contacts.listReceivers(alice.id), [sampleContact(zoe.email)]);
  });

  test('replace the set before, and an empty array clears it', async (context) => {
    const { contacts, database, addAccount } = await openExchange(context);
    const alice = await addAccount('alice@example.com');
    for (const emails of [['a@b', 'c@d'], ['c@d', 'e@f'], []]) {
      await contacts.setReceivers(
        actor,
        alice,
        emails.map((email) => partialContact(email)),
      );
      const set = (await database.contacts.listReceivers(alice.id)).map(({ email }) => email);
      assert.deepEqual(set, emails);
    }
  });

  test('must be contacts where the operator wants that', async (context) => {
    const { contacts, database, addAccount } = await openExchange(context, { contactsOnly: true });
    const alice = await addAccount('alice@example.com');
    await contacts.replaceGlobal(actor, [shared]);
    await contacts.replace(actor, alice, [partialContact(zoe.email)]);
    const known = [partialContact(zoe.email), partialContact(shared.email)];
    await contacts.setReceivers(actor, alice, known);
    const strangers = [partialContact('a@b'), ...known, partialContact('c@d')];
    await assert.rejects(contacts.setReceivers(actor, alice, strangers), (error) => {
      assert.ok(error instanceof ValiseError);
      assert.equal(error.code, 'invalid');
      const fields = error.details?.map(({ field }) => field);
      assert.deepEqual(fields, ['[0].email', '[3].email']);
      return true;
    });
    assert.equal((await database.contacts.listReceivers(alice.id)).length, 2);
  });
});

test('blanks around an address are left out, however many there are', async () => {
  const parsed = parseContacts([{ email: ` \t${adam.email}\t ` }], 'body');
  assert.deepEqual(parsed[0]?.email, adam.email);
  const blanks = ' '.repeat(65_536);
  for (const email of [`x${blanks}x`, `${blanks}x`, `x${blanks}`, blanks]) {
    const ms = await leastOf(3, 50, () =>
      processorMs(() => {
        assert.throws(() => parseContacts([{ email }], 'body'), { code: 'invalid' });
      }),
    );
    assert.ok(ms < 50, `${ms} ms`);
  }
});
