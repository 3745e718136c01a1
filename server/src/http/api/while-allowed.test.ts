import assert from 'node:assert/strict';
import { test } from 'node:test';
import { second } from '../../domain/model/clock.ts';
import type { SignedIn } from '../../domain/model/principal.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { whileAllowed } from './while-allowed.ts';

test('a long answer ends within seconds of its key', async () => {
  const clock = createFakeClock();
  let asked = 0;
  let isEnded = false;
  const bearerSignIn = {
    isAllowed() {
      asked += 1;
      return Promise.resolve(!isEnded);
    },
  };

  async function* parts() {
    for (let at = 0; at < 100; at += 1) {
      if (at === 10) isEnded = true;
      clock.advance(second);
      yield await Promise.resolve(at);
    }
  }

  const seen: number[] = [];
  await assert.rejects(
    async () => {
      const who = {} as SignedIn;
      for await (const part of whileAllowed({ bearerSignIn, clock }, who, parts())) seen.push(part);
    },
    { code: 'unauthorized' },
  );
  assert.ok(seen.length >= 10 && seen.length <= 12, String(seen.length));
  assert.ok(asked <= seen.length / 2 + 1, String(asked));
});
