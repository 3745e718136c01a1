import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { allowsRange, evaluateConditions } from './conditions.ts';

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
