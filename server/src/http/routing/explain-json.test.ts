import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import { explainJson } from './explain-json.ts';

const letter = Type.Object({
  id: Type.String({ pattern: '^[a-z]{3}$', problem: 'must be three letters.' }),
  kind: Type.Enum(['drop', 'grant']),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
  to: Type.Array(Type.Union([Type.String(), Type.Object({ email: Type.String() })]), {
    maxItems: 3,
  }),
  note: Type.Optional(Type.Union([Type.String({ maxLength: 5 }), Type.Null()])),
  sealed: Type.Optional(Type.Boolean()),
  fault: Type.Optional(Type.Union([Type.Literal(503), Type.Literal(429), Type.Literal('cut')])),
});

const right = { id: 'abc', kind: 'drop', to: ['zoe'] };

const wrong: [what: string, body: unknown, problems: string[]][] = [
  ['no object', [], ['body must be an object.']],
  ['null', null, ['body must be an object.']],
  ['what is missing, with its own words', { kind: 'drop', to: [] }, ['id must be three letters.']],
  ['what is missing, without', { id: 'abc', to: [] }, ['kind is missing.']],
  ['a word that is none of those', { ...right, kind: 'x' }, ['kind must be "drop" or "grant".']],
  ['a broken number', { ...right, days: 1.5 }, ['days must be a whole number from 1 to 365.']],
  ['a number out of bounds', { ...right, days: 0 }, ['days must be a whole number from 1 to 365.']],
  [
    'too many entries',
    { ...right, to: ['', '', '', ''] },
    ['to must be an array of at most 3 entries.'],
  ],
  ['an entry that is nothing of it', { ...right, to: [5] }, ['to[0] must be a text.']],
  ['a field of an entry', { ...right, to: ['a', {}] }, ['to[1].email is missing.']],
  [
    'a text that is too long',
    { ...right, note: 'longer' },
    ['note must be a text of 0 to 5 characters.'],
  ],
  [
    'a number that is none of those',
    { ...right, fault: 418 },
    ['fault must be 503, 429 or "cut".'],
  ],
  ['no flag', { ...right, sealed: 'yes' }, ['sealed must be true or false.']],
  [
    'all of it',
    { id: 1, kind: 2, to: 3 },
    [
      'id must be three letters.',
      'kind must be "drop" or "grant".',
      'to must be an array of at most 3 entries.',
    ],
  ],
];

for (const [what, body, problems] of wrong) {
  test(`names ${what}`, () => {
    assert.equal(Check(letter, body), false);
    assert.deepEqual(
      explainJson(letter, body).map(({ field, problem }) => `${field} ${problem}`),
      problems,
    );
  });
}

test('whatever does not fit has a problem, and never more than a hundred', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      if (!Check(letter, body)) assert.ok(explainJson(letter, body).length > 0);
    }),
  );
  const many = Type.Array(Type.String());
  assert.equal(
    explainJson(
      many,
      Array.from({ length: 1000 }, () => 1),
    ).length,
    100,
  );
});

test('names a field that an object may not have, and points to it', () => {
  const closed = Type.Object(
    {
      to: Type.Array(
        Type.Object({ email: Type.String() }, { additionalProperties: false, problem: 'no.' }),
      ),
    },
    { additionalProperties: false },
  );
  const body = { to: [{ email: 'zoe', 'a/b': 1 }], 'mess~age': 'x' };
  assert.equal(Check(closed, body), false);
  assert.deepEqual(explainJson(closed, body), [
    {
      field: 'to[0].a/b',
      problem: 'is no field of this request.',
      pointer: '/to/0/a~1b',
      code: 'unknown',
    },
    {
      field: 'mess~age',
      problem: 'is no field of this request.',
      pointer: '/mess~0age',
      code: 'unknown',
    },
  ]);
});
