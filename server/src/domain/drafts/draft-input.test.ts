import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, hour } from '../model/clock.ts';
import { endOfDay, readReceivers, resolveLifetime } from './draft-input.ts';

test('200 pasted addresses are merged, and bad ones named', () => {
  const addresses = Array.from({ length: 200 }, (_, at) => `person${at}@example.com`);
  const pasted = [
    addresses.slice(0, 100).join(', '),
    addresses.slice(50, 150).join(';\r\n'),
    addresses
      .slice(150)
      .map((email) => `"Doe, ${email}" <${email.toUpperCase()}>`)
      .join(','),
    'not-an-address, two@@example.com; Bo <bo@example,com>',
  ].join('\n');
  const { receivers, unreadable } = readReceivers(pasted);
  assert.deepEqual(
    receivers,
    addresses.map((email) => ({ email })),
  );
  assert.deepEqual(unreadable, ['not-an-address', 'two@@example.com', 'Bo <bo@example', 'com>']);
});

test('addresses stand between blanks, in brackets and after mailto:', () => {
  const { receivers, unreadable } = readReceivers(
    'a@x.se b@x.se\nBo Ek <C@x.se>\nmailto:d@x.se\n"open <e@x.se>',
  );
  assert.deepEqual(
    receivers.map((one) => ('email' in one ? one.email : '')),
    ['a@x.se', 'b@x.se', 'c@x.se', 'd@x.se', 'e@x.se'],
  );
  assert.deepEqual(unreadable, []);
});

test('a known group is recognised, whatever its case; an unknown one is not', () => {
  assert.deepEqual(readReceivers('lab a, Lab B, a@x.se', ['Lab A']), {
    receivers: [{ group: 'Lab A' }, { email: 'a@x.se' }],
    unreadable: ['Lab B'],
  });
});

test('a date ends with the day of the time zone, through changes of the clock', () => {
  const iso = (date: string, zone: string) => new Date(endOfDay(date, zone)).toISOString();
  assert.equal(iso('2026-11-22', 'UTC'), '2026-11-22T23:59:59.000Z');
  assert.equal(iso('2026-11-22', 'Europe/Stockholm'), '2026-11-22T22:59:59.000Z');
  assert.equal(iso('2026-10-25', 'Europe/Stockholm'), '2026-10-25T22:59:59.000Z');
  assert.equal(iso('2026-10-24', 'Europe/Stockholm'), '2026-10-24T21:59:59.000Z');
  assert.equal(iso('2026-11-22', 'Pacific/Auckland'), '2026-11-22T10:59:59.000Z');
});

test('a lifetime must be one that the operator allows', () => {
  const limits = { minMs: hour, maxMs: 30 * day };
  const now = Date.parse('2026-11-16T12:00:00Z');
  assert.equal(resolveLifetime({ days: 30 }, now, 'UTC', limits), 30 * day);
  assert.equal(resolveLifetime({ date: '2026-11-16' }, now, 'UTC', limits), 12 * hour - 1000);
  for (const wrong of [{ days: 31 }, { date: '2026-11-15' }, { date: '2026-12-31' }]) {
    assert.throws(() => resolveLifetime(wrong, now, 'UTC', limits), { code: 'invalid' });
  }
});
