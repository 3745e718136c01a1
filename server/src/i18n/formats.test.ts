import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatsOf } from './formats.ts';
import { languages } from './language.ts';

const english = formatsOf({ language: 'en', timeZone: 'Europe/Stockholm' });
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Intl parts numbers and units by spaces that do not break. */
function plain(text: string): string {
  return text.replace(/\s/g, ' ');
}

test('sizes take the unit that keeps them short', () => {
  const sizes: [number, string][] = [
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [120_400, '120.4 kB'],
    [1_234_000_000, '1.2 GB'],
    [5e15, '5 PB'],
    [Number.MAX_SAFE_INTEGER, '9 PB'],
  ];
  for (const [bytes, text] of sizes) assert.equal(plain(english.size(bytes)), text);
});

test('a size is never a thousand of one unit', () => {
  assert.equal(plain(english.size(999_950)), '1 MB');
  assert.equal(plain(english.size(999_949)), '999.9 kB');
  assert.equal(plain(english.size(999_999_999)), '1 GB');
});

test('sizes are written as each language writes them', () => {
  assert.equal(plain(formatsOf({ language: 'fr', timeZone: 'UTC' }).size(1_200_000_000)), '1,2 Go');
  assert.equal(plain(formatsOf({ language: 'fi', timeZone: 'UTC' }).size(1_200_000_000)), '1,2 Gt');
  assert.equal(plain(formatsOf({ language: 'pl', timeZone: 'UTC' }).size(5)), '5 bajtów');
});

test('an instant is told in the zone that was asked for, and names it', () => {
  const at = Date.UTC(2026, 10, 22, 13, 2);
  assert.equal(plain(english.dateTime(at)), '22 November 2026 at 14:02 CET');
  assert.equal(
    plain(formatsOf({ language: 'en', timeZone: 'UTC' }).dateTime(at)),
    '22 November 2026 at 13:02 UTC',
  );
  assert.equal(
    plain(formatsOf({ language: 'de', timeZone: 'Europe/Berlin' }).dateTime(at)),
    '22. November 2026 um 14:02 MEZ',
  );
});

test('a time zone that does not exist is refused', () => {
  assert.throws(() => formatsOf({ language: 'en', timeZone: 'Mars/Olympus' }), RangeError);
});

test('the time left is told in two units', () => {
  const durations: [number, string][] = [
    [6 * day + 23 * hour + 59 * minute, '6 days, 23 hours'],
    [7 * day + 5 * minute, '7 days'],
    [day, '1 day'],
    [day - 1, '23 hours, 59 minutes'],
    [90 * minute, '1 hour, 30 minutes'],
    [61_000, '1 minute, 1 second'],
    [999, '0 seconds'],
    [-5, '0 seconds'],
  ];
  for (const [milliseconds, text] of durations) {
    assert.equal(plain(english.timeLeft(milliseconds)), text);
  }
});

test('the time left follows the plural rules of its language', () => {
  const polish = formatsOf({ language: 'pl', timeZone: 'UTC' });
  assert.equal(plain(polish.timeLeft(2 * day + 5 * hour)), '2 dni i 5 godzin');
  assert.equal(plain(polish.timeLeft(day + 22 * hour)), '1 dzień i 22 godziny');
});

test('names are listed as one would say them', () => {
  assert.equal(english.names(['Anna', 'Bo', 'Cleo']), 'Anna, Bo and Cleo');
  assert.equal(formatsOf({ language: 'sv', timeZone: 'UTC' }).names(['Anna', 'Bo']), 'Anna och Bo');
  assert.equal(english.names(['Anna']), 'Anna');
});

test('every language formats everything', () => {
  for (const language of languages) {
    const formats = formatsOf({ language: language, timeZone: 'Europe/Lisbon' });
    const texts = [
      formats.size(12_345_678),
      formats.dateTime(Date.UTC(2026, 5, 1)),
      formats.timeLeft(hour + minute),
      formats.names(['Anna', 'Bo']),
    ];
    for (const text of texts) assert.match(text, /\S/);
  }
});

describe('a time that is near', () => {
  const now = Date.parse('2026-11-18T10:00:00Z');
  const english = formatsOf({ language: 'en', timeZone: 'UTC' });
  for (const [at, text] of [
    ['2026-11-18T09:59:40Z', 'now'],
    ['2026-11-18T09:35:00Z', '25 min ago'],
    ['2026-11-18T08:00:00Z', '2 hr ago'],
    ['2026-11-17T23:00:00Z', 'yesterday'],
    ['2026-11-13T10:00:00Z', 'Fri'],
    ['2026-11-11T10:00:00Z', '11 Nov'],
    ['2025-11-18T10:00:00Z', '18 Nov 2025'],
    ['2026-11-18T20:00:00Z', 'in 10 hr'],
    ['2026-11-19T01:00:00Z', 'tomorrow'],
    ['2026-11-24T10:00:00Z', 'in 6 days'],
    ['2026-11-25T10:00:00Z', '25 Nov'],
  ] as const) {
    test(`is told as ${text}`, () => {
      assert.equal(english.near(Date.parse(at), now), text);
    });
  }

  test('is told in every language, without a number where there is a word for it', () => {
    for (const language of languages) {
      const formats = formatsOf({ language, timeZone: 'UTC' });
      for (const away of [-25 * minute, -2 * hour, 6 * day]) {
        assert.match(formats.near(now + away, now), /[0-9]/, language);
      }
      assert.doesNotMatch(formats.near(now - day, now), /[0-9]/, language);
    }
  });

  test('begins a new day where its reader is', () => {
    const swedish = formatsOf({ language: 'sv', timeZone: 'Europe/Stockholm' });
    const [evening, night] = [
      Date.parse('2026-11-18T20:00:00Z'),
      Date.parse('2026-11-18T23:30:00Z'),
    ];
    assert.equal(swedish.near(evening, night), 'i går');
  });

  for (const [at, title] of [
    ['2026-11-18T01:00:00Z', 'Today'],
    ['2026-11-17T01:00:00Z', 'Yesterday'],
    ['2026-11-13T01:00:00Z', 'This week'],
    ['2026-11-08T01:00:00Z', 'Last week'],
    ['2026-10-01T01:00:00Z', 'October 2026'],
  ] as const) {
    test(`stands below ${title} in a list`, () => {
      assert.equal(english.dayGroup(Date.parse(at), now), title);
    });
  }
});
