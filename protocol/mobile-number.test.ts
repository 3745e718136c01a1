import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { parseMobileNumber } from './mobile-number.ts';

const numbers: [sent: string | number, digits: string][] = [
  ['123456', '123456'],
  ['123456789012345', '123456789012345'],
  ['+4915112345678', '4915112345678'],
  ['+49 151 1234-5678', '4915112345678'],
  [' 0151-1234 5678 ', '015112345678'],
  ['+49\u00a0151\u00a012345678', '4915112345678'],
  ['000000', '000000'],
  [4915112345678, '4915112345678'],
  [123456, '123456'],
  [999_999_999_999_999, '999999999999999'],
];

const noNumbers: (string | number)[] = [
  '',
  '+',
  '12345',
  '1234567890123456',
  '++4915112345678',
  '49+15112345678',
  '(0151) 12345678',
  '0151/12345678',
  '0151.12345678',
  '12345a',
  '0x123456',
  '1e10',
  '１２３４５６',
  '٠١٢٣٤٥',
  '123\n456',
  '123\u0000456',
  `123456${' '.repeat(100)}7`,
  12345,
  1_000_000_000_000_000,
  -123456,
  123456.5,
  1e21,
  NaN,
  Infinity,
];

describe('a mobile number', () => {
  for (const [sent, digits] of numbers) {
    test(`${JSON.stringify(sent)} is ${digits}`, () => {
      assert.equal(parseMobileNumber(sent), digits);
    });
  }
  for (const sent of noNumbers) {
    test(`${JSON.stringify(sent)} is none`, () => {
      assert.equal(parseMobileNumber(sent), undefined);
    });
  }

  test('is 6 to 15 digits, whatever was sent, and itself when it is sent again', () => {
    const nearMiss = fc.string({
      unit: fc.constantFrom(...Array.from('0123456789+- x')),
      maxLength: 20,
    });
    fc.assert(
      fc.property(fc.oneof(nearMiss, fc.integer(), fc.double()), (sent) => {
        const digits = parseMobileNumber(sent);
        if (digits === undefined) return;
        assert.match(digits, /^[0-9]{6,15}$/);
        assert.equal(parseMobileNumber(digits), digits);
      }),
      { numRuns: 1000 },
    );
  });

  test('of digits, blanks and dashes is those digits', () => {
    const digit = fc.constantFrom(...Array.from('0123456789'));
    const gap = fc.constantFrom('', '', ' ', '-');
    const spaced = fc.array(fc.tuple(digit, gap), { minLength: 6, maxLength: 15 });
    fc.assert(
      fc.property(spaced, fc.constantFrom('', '+'), (pairs, sign) => {
        const sent = sign + pairs.map(([first, second]) => first + second).join('');
        assert.equal(parseMobileNumber(sent), pairs.map(([first]) => first).join(''));
      }),
    );
  });
});
