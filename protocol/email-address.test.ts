import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseEmailAddress } from './email-address.ts';

const label = 'a'.repeat(63);

const addresses: [sent: string, kept: string][] = [
  ['alice@example.com', 'alice@example.com'],
  ['Alice.Smith@EXAMPLE.Com', 'alice.smith@example.com'],
  ['a@b', 'a@b'],
  ['a+tag@b.c', 'a+tag@b.c'],
  ['.a..b.@b', '.a..b.@b'],
  ["!#$%&'*+/=?^_`{|}~-@b", "!#$%&'*+/=?^_`{|}~-@b"],
  ['1@2.3', '1@2.3'],
  ['a@x-y.xn--zckzah', 'a@x-y.xn--zckzah'],
  [`a@${label}`, `a@${label}`],
  [`${'l'.repeat(252)}@b`, `${'l'.repeat(252)}@b`],
];

const noAddresses: [why: string, sent: string][] = [
  ['nothing', ''],
  ['no at sign', 'alice'],
  ['two at signs', 'a@b@c'],
  ['no local part', '@example.com'],
  ['no domain', 'alice@'],
  ['a list', 'a@b,c@d'],
  ['a list with semicolons', 'a@b;c@d'],
  ['a quoted local part', '"a b"@example.com'],
  ['a comment', 'a(b)@example.com'],
  ['a display name', 'Alice <alice@example.com>'],
  ['a blank at the end', 'a@b '],
  ['a blank at the start', ' a@b'],
  ['a line break at the end', 'a@b\n'],
  ['a header after a line break', 'a@b\r\nBcc: c@d'],
  ['a NUL', 'a\0@b'],
  ['an address literal', 'a@[192.0.2.1]'],
  ['an empty label', 'a@b..c'],
  ['a dot at the end of the domain', 'a@b.'],
  ['a dash at the start of a label', 'a@-b'],
  ['a dash at the end of a label', 'a@b-'],
  ['an underscore in the domain', 'a@b_c'],
  ['a label of 64 characters', `a@${label}a`],
  ['more than 254 characters', `${'l'.repeat(253)}@b`],
  ['a letter outside ASCII', 'zoë@example.com'],
  ['a Kelvin sign, which is k in lower case', '\u212aate@example.com'],
  ['a long s, which is S in upper case', '\u017fam@example.com'],
  ['a dotted capital I', '\u0130da@example.com'],
];

describe('an e-mail address', () => {
  for (const [sent, kept] of addresses) {
    test(`${sent} is one`, () => {
      assert.equal(parseEmailAddress(sent), kept);
    });
  }
  for (const [why, sent] of noAddresses) {
    test(`${why} is none`, () => {
      assert.equal(parseEmailAddress(sent), undefined);
    });
  }

  test('is kept in lower case, and is one again', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const kept = parseEmailAddress(address);
        fc.pre(kept !== undefined);
        assert.equal(kept, address.toLowerCase());
        assert.equal(parseEmailAddress(kept), kept);
      }),
    );
  });

  test('holds visible ASCII and one at sign, whatever was sent', () => {
    const hostile = fc.string({
      unit: fc.constantFrom(...Array.from('aZ0.@-_" <>,;\r\n\0(é\u212a')),
    });
    fc.assert(
      fc.property(hostile, (sent) => {
        const kept = parseEmailAddress(sent);
        if (kept !== undefined) assert.match(kept, /^[!-?A-~]+@[a-z0-9.-]+$/);
      }),
      { numRuns: 2000 },
    );
  });

  test('is told from a long near miss at once', () => {
    const startedAt = performance.now();
    for (const part of ['a', 'a.', 'a-', '-', '.']) {
      const sent = `a@${part.repeat(254).slice(0, 250)}!`;
      for (let count = 0; count < 100; count += 1) parseEmailAddress(sent);
    }
    assert.ok(performance.now() - startedAt < 500);
  });
});
