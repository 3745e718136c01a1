import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchKeys } from './watch-keys.ts';

test('a keyring that cannot be read is logged once, and once more when it can be again', async () => {
  const lines: string[] = [];
  const enough = Promise.withResolvers<undefined>();
  let looks = 0;
  const keyRing = {
    async buckets() {
      looks += 1;
      if (looks === 8) enough.resolve(undefined);
      await Promise.resolve();
      if (looks >= 2 && looks <= 4) throw new Error('ENOENT');
      return [];
    },
  };
  const log = {
    info: (text: string) => lines.push(text),
    error: (_facts: object, text: string) => lines.push(text),
  };
  const watch = watchKeys(keyRing, log, 1);
  const alive = setInterval(() => undefined, 1000);
  await enough.promise;
  watch.stop();
  clearInterval(alive);
  assert.deepEqual(lines, [
    'the keyring cannot be read: no file can be stored or opened',
    'the keyring can be read again',
  ]);
});
