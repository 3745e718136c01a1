import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDateTime } from './date-time.ts';

test('times of RFC 3339 are read, with their offsets', () => {
  const noon = Date.UTC(2026, 10, 18, 12);
  for (const text of [
    '2026-11-18T12:00:00Z',
    '2026-11-18T12:00:00.000Z',
    '2026-11-18T14:00:00+02:00',
    '2026-11-18T09:30:00.000000000-02:30',
  ]) {
    assert.equal(parseDateTime(text), noon, text);
  }
  assert.equal(parseDateTime('2024-02-29T00:00:00Z'), Date.UTC(2024, 1, 29));
});

test('what is no time is not read', () => {
  for (const text of [
    '',
    '2026-11-18',
    '2026-11-18T12:00Z',
    '2026-11-18T12:00:00',
    '2026-11-18 12:00:00Z',
    '2026-11-18T12:00:00 02:00',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-11-18T25:00:00Z',
    '1969-12-31T00:00:00Z',
    '1763467200',
  ]) {
    assert.equal(parseDateTime(text), undefined, text);
  }
});
