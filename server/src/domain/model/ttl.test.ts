import assert from 'node:assert/strict';
import { test } from 'node:test';
import { day, hour, minute, second, ttlIn } from './clock.ts';
import type { TtlUnit } from './clock.ts';

const lifetimes: [unit: TtlUnit, lifetimeMs: number, ttl: string][] = [
  ['seconds', 7 * day, '604800'],
  ['seconds', 7 * day + 999, '604800'],
  ['minutes', 90 * minute, '90'],
  ['minutes', minute + 30 * second, '1.5'],
  ['hours', 2 * hour, '2'],
  ['days', 12 * hour, '0.5'],
  ['days', 7 * day + 8 * hour, '7.333'],
];
for (const [unit, lifetimeMs, ttl] of lifetimes) {
  test(`${lifetimeMs} ms are ${ttl} ${unit}`, () => {
    assert.equal(ttlIn(unit, lifetimeMs), ttl);
  });
}
