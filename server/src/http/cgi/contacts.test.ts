import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { partialContact } from '../../testing/samples.ts';
import { parseContacts } from '../../domain/contacts/contact-input.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { operations } from '../generated/operations.js';
import { readJson } from '../routing/read-input.ts';

function readContacts(sent: unknown) {
  const { json } = operations.cgi.contactsAdd.input;
  assert.ok(json);
  return parseContacts(readJson(json, sent) as unknown[], 'body');
}

/** The fields that are found wrong in what was sent. */
function wrongFields(sent: unknown): string[] {
  try {
    readContacts(sent);
    return [];
  } catch (error) {
    assert.ok(error instanceof ValiseError);
    assert.equal(error.code, 'invalid');
    return (error.details ?? []).map(({ field }) => field);
  }
}

const email = 'zoe@example.com';
const leftOut = partialContact(email);

const taken: [what: string, fields: object, read: object][] = [
  ['an e-mail address alone', {}, {}],
  [
    'a number with its plus, blanks and dashes',
    { number: '+49 151-123456' },
    { number: '49151123456' },
  ],
  ['a JSON number', { number: 49151123456 }, { number: '49151123456' }],
  ['an empty number', { number: '' }, { number: '' }],
  ['a language as it was sent', { language: 'pt_BR' }, { language: 'pt_BR' }],
  ['an unknown language', { language: 'klingon-1' }, { language: 'klingon-1' }],
  ['an empty language', { language: '' }, { language: '' }],
  ['groups in their order', { groups: ['b', 'a', 'b'] }, { groups: ['b', 'a', 'b'] }],
  ['no groups', { groups: [] }, { groups: [] }],
  ['a hundred groups', { groups: Array(100).fill('g') }, { groups: Array(100).fill('g') }],
  ['a nick in any script', { nick: 'Zoë 会計 \u{1f4bc}' }, { nick: 'Zoë 会計 \u{1f4bc}' }],
  ['a nick of 255 characters', { nick: 'n'.repeat(255) }, { nick: 'n'.repeat(255) }],
  ['null as left out', { number: null, language: null, groups: null, nick: null }, {}],
  ['fields that mean nothing here', { id: 7, show: { x: [] }, Nick: 'N' }, {}],
];

const refused: [what: string, fields: object, field: string][] = [
  ['no e-mail address', { email: undefined }, 'email'],
  ['an empty e-mail address', { email: '' }, 'email'],
  ['an e-mail address that is an array', { email: ['a@b'] }, 'email'],
  ['an e-mail address that is an object', { email: { toString: 'a@b' } }, 'email'],
  ['two e-mail addresses', { email: 'a@b,c@d' }, 'email'],
  ['a number of 5 digits', { number: '12345' }, 'number'],
  ['a number of 16 digits', { number: '1234567890123456' }, 'number'],
  ['a number with letters', { number: '0800-VALISE' }, 'number'],
  ['a negative number', { number: -123456 }, 'number'],
  ['a number that is an array', { number: ['123456'] }, 'number'],
  ['a number that is true', { number: true }, 'number'],
  ['a language with a blank', { language: 'en us' }, 'language'],
  ['a language of 36 characters', { language: 'x'.repeat(36) }, 'language'],
  ['a language that is a number', { language: 1 }, 'language'],
  ['groups that are a text', { groups: 'a' }, 'groups'],
  ['groups that are an object', { groups: { length: 1 } }, 'groups'],
  ['a group that is an array', { groups: [['a']] }, 'groups'],
  ['a group that is null', { groups: ['a', null] }, 'groups'],
  ['a group with a line break', { groups: ['a\nb'] }, 'groups'],
  ['101 groups', { groups: Array(101).fill('g') }, 'groups'],
  ['a nick with a control character', { nick: 'a\u0007' }, 'nick'],
  ['a nick that is half a character', { nick: '\ud83d' }, 'nick'],
  ['a nick of 256 characters', { nick: 'n'.repeat(256) }, 'nick'],
  ['a nick that is a number', { nick: 5 }, 'nick'],
];

describe('the contacts of a client', () => {
  for (const [what, fields, read] of taken) {
    test(`may hold ${what}`, () => {
      assert.deepEqual(readContacts([{ email, ...fields }]), [{ ...leftOut, ...read }]);
    });
  }
  for (const [what, fields, field] of refused) {
    test(`may not hold ${what}`, () => {
      assert.deepEqual(wrongFields([{ email, ...fields }]), [`[0].${field}`]);
    });
  }

  test('come in lower case and in the order sent', () => {
    assert.deepEqual(readContacts([{ email: 'Zoe@Example.com' }, { email: 'ADAM@example.com' }]), [
      partialContact('zoe@example.com'),
      partialContact('adam@example.com'),
    ]);
    assert.deepEqual(readContacts([]), []);
  });

  test('must be an array of objects', () => {
    for (const sent of [null, {}, 'a@b', 5, true, { 0: { email }, length: 1 }]) {
      assert.deepEqual(wrongFields(sent), ['body']);
    }
    const wrong = [null, 'a@b', 5, true, [], [{ email }], [[]]];
    assert.deepEqual(
      wrongFields(wrong),
      wrong.map((_, index) => `[${index}]`),
    );
  });

  test('may not hold an address twice, in whatever case', () => {
    assert.deepEqual(wrongFields([{ email: 'a@b' }, { email: 'c@d' }, { email: 'A@B' }]), [
      '[2].email',
    ]);
  });

  test('are told every problem at once', () => {
    assert.deepEqual(
      wrongFields([{ email: 'x', number: 'y' }, { email }, { email, nick: 1, groups: 2 }]),
      ['[0].number', '[0].email', '[2].groups', '[2].nick', '[2].email'],
    );
  });

  test('cannot reach the prototype', () => {
    const sent: unknown = JSON.parse(
      `[{"email":"${email}","__proto__":{"nick":"Mallory"},"constructor":{"prototype":{"nick":"M"}}},
        {"__proto__":{"email":"a@b"}}]`,
    );
    assert.deepEqual(wrongFields(sent), ['[1].email']);
    const [contact] = readContacts((sent as unknown[]).slice(0, 1));
    assert.deepEqual(contact, leftOut);
    assert.equal(Object.getPrototypeOf(contact), Object.prototype);
    assert.deepEqual(readContacts([{ email, groups: ['__proto__'] }])[0]?.groups, ['__proto__']);
  });

  test('may be ten thousand, read at once', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ email: `${index}@example.com` }));
    const startedAt = performance.now();
    assert.equal(readContacts(many).length, 10_000);
    assert.ok(performance.now() - startedAt < 2000);
    assert.deepEqual(wrongFields([...many, { email }]), ['body']);
  });

  test('are refused with the first hundred problems, however many there are', () => {
    const many = Array.from({ length: 10_000 }, () => ({ email: 'nobody' }));
    assert.equal(wrongFields(many).length, 100);
  });

  test('are read or refused, never anything else, whatever JSON holds', () => {
    const field = fc.constantFrom('email', 'number', 'language', 'groups', 'nick', '__proto__');
    const contact = fc.dictionary(field, fc.oneof(fc.jsonValue(), fc.constant(email)));
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.oneof(contact, fc.jsonValue())), fc.jsonValue()), (sent) => {
        if (wrongFields(sent).length > 0) return;
        for (const read of readContacts(sent)) {
          assert.deepEqual(Object.keys(read).sort(), Object.keys(leftOut).sort());
        }
      }),
      { numRuns: 500 },
    );
  });
});
