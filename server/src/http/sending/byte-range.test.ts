import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseByteRange } from './byte-range.ts';

const cases: [string | undefined, ReturnType<typeof parseByteRange>][] = [
  [undefined, undefined],
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=0-', { start: 0, end: 100 }],
  ['bytes=99-', { start: 99, end: 100 }],
  ['bytes=10-19', { start: 10, end: 20 }],
  ['bytes=10-1000', { start: 10, end: 100 }],
  ['bytes=-10', { start: 90, end: 100 }],
  ['bytes=-1000', { start: 0, end: 100 }],
  ['Bytes = 1-2', { start: 1, end: 3 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', undefined],
  ['bytes=-', undefined],
  ['bytes=', undefined],
  ['bytes=a-b', undefined],
  ['bytes=1-2,4-5', undefined],
  ['bytes=0x1-2', undefined],
  ['bytes=1.5-2', undefined],
  ['bytes=99999999999999999999-', undefined],
  ['items=0-1', undefined],
  ['0-1', undefined],
];
for (const [header, expected] of cases) {
  test(`${String(header)} of 100 bytes is ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(parseByteRange(header, 100), expected);
  });
}

test('an empty file has no range', () => {
  assert.equal(parseByteRange('bytes=0-', 0), 'unsatisfiable');
  assert.equal(parseByteRange('bytes=-5', 0), 'unsatisfiable');
});

test('whatever the header says, a range lies within the file', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat(), (text, first, last, size) => {
      for (const header of [text, `bytes=${text}`, `bytes=${first}-${last}`, `bytes=-${last}`]) {
        const range = parseByteRange(header, size);
        if (range === undefined || range === 'unsatisfiable') continue;
        assert.ok(range.start >= 0 && range.start < range.end && range.end <= size);
      }
    }),
  );
});
