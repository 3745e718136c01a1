import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minute } from '../domain/clock.ts';
import { createTally } from '../domain/tally.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createLinkMisses, maxMisses } from './link-misses.ts';

test('a network has so many misses a minute, and then must wait for the next', async () => {
  const clock = createFakeClock();
  const misses = createLinkMisses(createTally(clock), 'download');
  for (let count = 0; count < maxMisses; count += 1) await misses.count('192.0.2.1');
  clock.advance(20_000);
  const tooMany = { code: 'too_many_requests', retryAfterSeconds: 40 };
  await assert.rejects(misses.count('::ffff:192.0.2.1'), tooMany);
  await misses.count('192.0.2.2');
  clock.advance(minute);
  await misses.count('192.0.2.1');
});
