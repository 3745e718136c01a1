import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';

import type { KeyringStorage } from '../domain/ports/keyring-storage.ts';

/** One rule of the port. `open` gives handles on the same storage, which is empty at first. */
export interface KeyringStorageCase {
  name: string;
  run(open: () => Promise<KeyringStorage>): Promise<void>;
}

const [first, second, third] = [randomBytes(300), randomBytes(5000), randomBytes(300)];

async function readAs(open: () => Promise<KeyringStorage>): Promise<Buffer | undefined> {
  return await (await open()).read();
}

export const keyringStorageCases: readonly KeyringStorageCase[] = [
  {
    name: 'has no keyring at first, and changes none',
    async run(open) {
      const storage = await open();
      assert.equal(await storage.read(), undefined);
      await assert.rejects(
        storage.change(() => Promise.resolve(first)),
        { code: 'key_missing' },
      );
      assert.equal(await readAs(open), undefined);
    },
  },
  {
    name: 'keeps the keyring that was created first, of many that are created at once',
    async run(open) {
      const handles = await Promise.all([1, 2, 3, 4, 5].map(() => open()));
      const contents = handles.map(() => randomBytes(200));
      const outcomes = await Promise.all(
        handles.map((storage, index) => storage.create(contents[index] ?? first)),
      );
      assert.deepEqual(
        outcomes.filter((isFirst) => isFirst),
        [true],
      );
      const kept = contents[outcomes.indexOf(true)];
      for (const storage of handles) assert.deepEqual(await storage.read(), kept);
      assert.equal(await handles[0]?.create(first), false);
      assert.deepEqual(await readAs(open), kept);
    },
  },
  {
    name: 'shows a change to every handle, also to those that have read before',
    async run(open) {
      const [one, other] = [await open(), await open()];
      await one.create(first);
      assert.deepEqual(await other.read(), first);
      await one.change(() => Promise.resolve(second));
      assert.deepEqual(await other.read(), second);
      assert.deepEqual(await one.read(), second);
      await other.change(() => Promise.resolve(third));
      assert.deepEqual(await one.read(), third);
      assert.deepEqual(await readAs(open), third);
    },
  },
  {
    name: 'gives each change what the one before has made, however many there are at once',
    async run(open) {
      const handles = await Promise.all([1, 2, 3].map(() => open()));
      await handles[0]?.create(Buffer.of(0));
      const changes = Array.from({ length: 12 }, (_, index) =>
        handles[index % 3]?.change(async (found) => {
          const next = Buffer.of((found.at(0) ?? 0) + 1);
          await new Promise((resolve) => setTimeout(resolve, 1));
          return next;
        }),
      );
      await Promise.all(changes.filter((change) => change !== undefined));
      assert.deepEqual(await readAs(open), Buffer.of(12));
    },
  },
  {
    name: 'replaces nothing when the work fails, says why, and goes on',
    async run(open) {
      const storage = await open();
      await storage.create(first);
      const fault = new RangeError('no');
      await assert.rejects(
        storage.change(() => Promise.reject(fault)),
        (error) => error === fault,
      );
      assert.deepEqual(await readAs(open), first);
      await storage.change(() => Promise.resolve(second));
      assert.deepEqual(await readAs(open), second);
    },
  },
  {
    name: 'is the same after it was scrubbed',
    async run(open) {
      const storage = await open();
      await storage.create(first);
      await storage.change(() => Promise.resolve(second));
      await storage.scrub();
      assert.deepEqual(await storage.read(), second);
      assert.deepEqual(await readAs(open), second);
    },
  },
];
