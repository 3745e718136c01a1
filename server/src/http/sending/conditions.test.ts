import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { allowsRange, evaluateConditions, parseByteRange } from './conditions.ts';

const validators = { etag: '"abc"', lastModified: new Date('2026-11-15T12:00:00Z') };
const before = 'Sun, 15 Nov 2026 11:59:59 GMT';
const same = 'Sun, 15 Nov 2026 12:00:00 GMT';
const later = 'Sun, 15 Nov 2026 12:00:01 GMT';

const cases: [IncomingHttpHeaders, ReturnType<typeof evaluateConditions>][] = [
  [{}, 'send'],
  [{ 'if-none-match': '"abc"' }, 'not_modified'],
  [{ 'if-none-match': 'W/"abc"' }, 'not_modified'],
  [{ 'if-none-match': '"x", "abc"' }, 'not_modified'],
  [{ 'if-none-match': '*' }, 'not_modified'],
  [{ 'if-none-match': '"x"' }, 'send'],
  [{ 'if-none-match': '"x"', 'if-modified-since': later }, 'send'],
  [{ 'if-modified-since': same }, 'not_modified'],
  [{ 'if-modified-since': before }, 'send'],
  [{ 'if-modified-since': 'nonsense' }, 'send'],
  [{ 'if-match': '"abc"' }, 'send'],
  [{ 'if-match': '*' }, 'send'],
  [{ 'if-match': 'W/"abc"' }, 'precondition_failed'],
  [{ 'if-match': '"x"' }, 'precondition_failed'],
  [{ 'if-match': '"abc"', 'if-none-match': '"abc"' }, 'not_modified'],
  [{ 'if-unmodified-since': same }, 'send'],
  [{ 'if-unmodified-since': before }, 'precondition_failed'],
  [{ 'if-match': '"abc"', 'if-unmodified-since': before }, 'send'],
];
for (const [headers, expected] of cases) {
  test(`${JSON.stringify(headers)} means ${expected}`, () => {
    assert.equal(evaluateConditions(headers, validators), expected);
  });
}

test('a range is honoured unless If-Range names other content', () => {
  for (const ifRange of [undefined, '"abc"', same]) assert.ok(allowsRange(ifRange, validators));
  for (const ifRange of ['"x"', 'W/"abc"', before, later, 'nonsense']) {
    assert.ok(!allowsRange(ifRange, validators), ifRange);
  }
});

const ranges: [string | undefined, ReturnType<typeof parseByteRange>][] = [
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
for (const [header, expected] of ranges) {
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
