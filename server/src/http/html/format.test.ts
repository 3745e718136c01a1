import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { day, hour, minute } from '../../domain/model/clock.ts';
import { createFormat } from './format.ts';

const now = Date.UTC(2026, 10, 15, 14, 2, 5);
const format = createFormat({ language: 'en', timeZone: 'UTC', now });

test('sizes are whole bytes, then at most one decimal of the unit', () => {
  assert.equal(format.size(0), '0 bytes');
  assert.equal(format.size(1), '1 byte');
  assert.equal(format.size(10_000), '10 kB');
  assert.equal(format.size(999_960), '1 MB');
  assert.equal(format.size(1_200_000_000), '1.2 GB');
});

test('no size shows a thousand of a unit', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (sizeBytes) => {
      assert.match(format.size(sizeBytes), /^\d{1,3}(\.\d)? \p{L}+$/u);
    }),
  );
});

test('a moment shows day and time, and holds the exact instant', () => {
  const [, instant, exact, shown] =
    /^<time datetime="(.*)" title="(.*)">(.*)<\/time>$/.exec(String(format.moment(now))) ?? [];
  assert.equal(instant, '2026-11-15T14:02:05.000Z');
  assert.match(exact ?? '', /^Sunday,? 15 November 2026 at 14:02:05 UTC$/);
  assert.equal(shown, '15 Nov 2026, 14:02');
});

test('a moment is told in the time zone and the language of the reader', () => {
  const vienna = createFormat({ language: 'de', timeZone: 'Europe/Vienna', now });
  assert.match(String(vienna.moment(now)), />15\.11\.2026, 15:02</);
  assert.equal(vienna.distance(now - 3 * hour), 'vor 3 Stunden');
  assert.equal(vienna.language('sv'), 'Schwedisch');
});

test('a distance is told in its largest whole unit', () => {
  assert.equal(format.distance(now + 6 * day + 23 * hour), 'in 6 days');
  assert.equal(format.distance(now + day), 'in 1 day');
  assert.equal(format.distance(now - 3 * hour), '3 hours ago');
  assert.equal(format.distance(now - minute), '1 minute ago');
  assert.equal(format.distance(now + 30_000), 'in 30 seconds');
});

test('a language tag becomes a word where it names a language', () => {
  assert.equal(format.language('de'), 'German');
  assert.equal(format.language('de_AT'), 'Austrian German');
  assert.equal(format.language('x-private-9'), 'x-private-9');
  assert.equal(format.language(''), '');
});
