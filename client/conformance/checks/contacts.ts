import type { Account } from '../account.ts';
import { checksOf } from '../check.ts';
import {
  expect,
  expectEqual,
  expectError,
  expectInvalid,
  expectJson,
  expectOk,
} from '../expect.ts';
import type { ContactList } from '../wire.ts';
import { contact } from '../wire.ts';
import { storeContacts, storedContacts } from '../workflow.ts';

async function expectRefused(me: Account, json: unknown, field: string): Promise<void> {
  const before = await storedContacts(me);
  expectInvalid(await me.call('contacts_add', { json }), field);
  expectEqual(await storedContacts(me), before, 'contacts after a refusal');
}

async function expectKept(me: Account, sent: object, kept: object): Promise<void> {
  await storeContacts(me, [sent]);
  expectEqual(await storedContacts(me), [kept], 'contacts');
}

async function expectExists(me: Account, json: unknown): Promise<string> {
  return expectError(await me.call('contacts_add', { json }), 409, 'contact_exists').message;
}

const full = {
  email: 'z@example.com',
  number: '46700000001',
  language: 'sv',
  groups: ['b', 'a'],
  nick: 'Zoë',
};

export const contactChecks = checksOf('Contacts (operations 2 and 3)', [
  {
    id: 'contacts/empty',
    title: 'both lists are there, as arrays; [] removes all, again and again',
    async run({ me }) {
      await storeContacts(me, [{ email: 'a@example.com' }]);
      expectEqual(await storedContacts(me), [contact('a@example.com')], 'contacts');
      expectOk(await me.call('contacts_add', { json: [] }));
      expectOk(await me.call('contacts_add', { json: [] }));
      const answer = await me.call('contacts_read');
      const { global } = answer.json<ContactList>();
      expect(Array.isArray(global), 'an array global', answer);
      expectJson(answer, { local: [], global });
    },
  },
  {
    id: 'contacts/fields',
    title: 'every contact comes back with all five fields, unset ones empty, in the order sent',
    async run({ me }) {
      await storeContacts(me, [full, { email: 'a@example.com' }, { email: 'm@example.com' }]);
      const expected = [full, contact('a@example.com'), contact('m@example.com')];
      expectEqual(await storedContacts(me), expected, 'contacts');
    },
  },
  {
    id: 'contacts/email',
    title: 'email is valid by the rule of HTML inputs and kept in lower case',
    async run({ me }) {
      await storeContacts(me, [{ email: 'A@b' }, { email: " O'Neil+tag@Sub.Example.COM\t" }]);
      const kept = [contact('a@b'), contact("o'neil+tag@sub.example.com")];
      expectEqual(await storedContacts(me), kept, 'contacts');
    },
  },
  {
    id: 'contacts/bad-email',
    title: 'a contact without e-mail or with a bad one is invalid',
    async run({ me }) {
      for (const email of [
        ...['', 'a', '@b', 'a@', 'a b@c', '"a b"@c', 'a@b, c@d', 'a@b\r\nBcc: c@d', 'a@b (x)'],
        ...['a@-b', 'a@b..c', 'a@b.', '<a@b>', `${'a'.repeat(250)}@b.com`, 7, null],
      ])
        await expectRefused(me, [{ email }], '[0].email');
      await expectRefused(me, [{ nick: 'nobody' }], '[0].email');
    },
  },
  {
    id: 'contacts/number',
    title: 'number: 6 to 15 digits; leading +, blanks and dashes go; a JSON number is its digits',
    async run({ me }) {
      for (const [number, kept] of [
        ['123456', '123456'],
        ['123456789012345', '123456789012345'],
        ['+46 70-000 00 01', '46700000001'],
        [46700000001, '46700000001'],
        ['', ''],
      ] as const) {
        const email = 'n@example.com';
        await expectKept(me, { email, number }, contact(email, { number: kept }));
      }
    },
  },
  {
    id: 'contacts/bad-number',
    title: 'a number that is too short, too long or not of digits is invalid',
    async run({ me }) {
      for (const number of [
        ...['12345', '1234567890123456', '12345x', '+', '++123456', -123456, 1.5, true],
        ['123456'],
      ])
        await expectRefused(me, [{ email: 'n@example.com', number }], '[0].number');
    },
  },
  {
    id: 'contacts/language',
    title: 'language is a tag of letters, digits, - or _, at most 35 characters, kept as sent',
    async run({ me }) {
      const email = 'l@example.com';
      for (const language of ['en', 'pt-BR', 'zh_Hant_TW', 'xx-Unknown', 'a'.repeat(35), ''])
        await expectKept(me, { email, language }, contact(email, { language }));
      for (const language of ['en GB', 'é', 'a'.repeat(36), 'en;q=1', 7])
        await expectRefused(me, [{ email, language }], '[0].language');
    },
  },
  {
    id: 'contacts/groups-and-nick',
    title: 'groups are texts in an array, nick is a text of one line; anything else is invalid',
    async run({ me }) {
      const email = 'g@example.com';
      await expectRefused(me, [{ email, groups: 'friends' }], '[0].groups');
      await expectRefused(me, [{ email, groups: [1] }], '[0].groups');
      await expectRefused(me, [{ email, nick: { a: 1 } }], '[0].nick');
      await expectRefused(me, [{ email, nick: 'two\nlines' }], '[0].nick');
      await expectRefused(me, [email], '[0]');
    },
  },
  {
    id: 'contacts/unknown-fields',
    title: 'unknown fields are ignored, and null means left out',
    async run({ me }) {
      const email = 'u@example.com';
      const unknown = { name: 'U', settings: { a: 1 }, id: 5 };
      const nothing = { number: null, language: null, groups: null, nick: null };
      await expectKept(me, { email, ...unknown, ...nothing }, contact(email));
      expectOk(await me.call('receivers_set', { json: [{ email, ...nothing }] }));
    },
  },
  {
    id: 'contacts/replaces',
    title: 'the array replaces: left out is removed, new is added, an equal element is kept',
    async run({ me }) {
      const b = { email: 'b@example.com', nick: 'B' };
      await storeContacts(me, [{ email: 'a@example.com' }, b]);
      expectOk(await me.call('contacts_add', { json: [{ email: 'c@example.com' }, b] }));
      const kept = contact('b@example.com', { nick: 'B' });
      expectEqual(await storedContacts(me), [contact('c@example.com'), kept], 'contacts');
      expectOk(await me.call('contacts_add', { json: [b] }));
      expectEqual(await storedContacts(me), [kept], 'contacts');
    },
  },
  {
    id: 'contacts/exists-changed',
    title: 'contact_exists for a stored e-mail with other data; the message names the address',
    async run({ me }) {
      const kept = contact('a@example.com', { nick: 'A', groups: ['x', 'y'] });
      await storeContacts(me, [kept]);
      for (const fields of [
        { nick: 'B', groups: ['x', 'y'] },
        { nick: 'A' },
        { nick: 'A', groups: ['y', 'x'] },
      ]) {
        const changed = { email: 'A@example.com', ...fields };
        const message = await expectExists(me, [{ email: 'new@example.com' }, changed]);
        expect(message.includes('a@example.com'), 'a message that names a@example.com');
      }
      expectEqual(await storedContacts(me), [kept], 'contacts after refusals');
    },
  },
  {
    id: 'contacts/exists-unchanged',
    title: 'contact_exists when the array, not empty, changes nothing at all',
    async run({ me }) {
      const both = [{ email: 'a@example.com' }, { email: 'b@example.com' }];
      await storeContacts(me, both);
      await expectExists(me, both);
      await expectExists(me, both.toReversed());
    },
  },
  {
    id: 'contacts/twice',
    title: 'the same e-mail twice in one array is invalid',
    async run({ me }) {
      await storeContacts(me, []);
      const twice = [{ email: 't@example.com' }, { email: 'T@example.com' }];
      await expectRefused(me, twice, '[1].email');
    },
  },
  {
    id: 'contacts/half',
    title: 'nothing is half done: a refused array has added and removed none',
    async run({ me }) {
      await storeContacts(me, [{ email: 'kept@example.com' }]);
      for (const wrong of [{ email: 'no address' }, { email: 'kept@example.com', nick: 'other' }]) {
        const answer = await me.call('contacts_add', {
          json: [{ email: 'new@example.com' }, wrong],
        });
        expect(answer.status >= 400, 'a refusal', answer);
        expectEqual(await storedContacts(me), [contact('kept@example.com')], 'contacts');
      }
    },
  },
]);
