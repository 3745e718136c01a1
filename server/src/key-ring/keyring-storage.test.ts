import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import type { KeyringStorage } from '../domain/ports/keyring-storage.ts';
import { makeFolders } from '../platform/durable-files.ts';
import { createFileKeyringStorage } from './file-keyring-storage.ts';
import { newDir, newMemoryStorage } from './key-folder-fixture.ts';
import { keyringStorageCases } from './keyring-storage.conformance.ts';

async function file(): Promise<() => Promise<KeyringStorage>> {
  const dir = newDir();
  await makeFolders(dir);
  return () => Promise.resolve(createFileKeyringStorage(dir));
}

for (const [name, make] of [
  ['memory', () => Promise.resolve(newMemoryStorage())],
  ['file', file],
] as const) {
  describe(`${name} as the storage of a keyring`, () => {
    for (const rule of keyringStorageCases) {
      test(rule.name, async () => {
        await rule.run(await make());
      });
    }
  });
}

interface Fault {
  fault: string;
  caughtBy: string;
  make: (sound: KeyringStorage) => KeyringStorage;
}

const faults: readonly Fault[] = [
  {
    fault: 'changes what is not there',
    caughtBy: 'has no keyring at first, and changes none',
    make: (storage) => ({
      ...storage,
      async change(work) {
        await storage.create(Buffer.of(0));
        await storage.change(work);
      },
    }),
  },
  {
    fault: 'takes every new keyring for the first',
    caughtBy: 'keeps the keyring that was created first, of many that are created at once',
    make: (storage) => ({
      ...storage,
      async create(sealed) {
        if (!(await storage.create(sealed))) await storage.change(() => Promise.resolve(sealed));
        return true;
      },
    }),
  },
  {
    fault: 'reads only once',
    caughtBy: 'shows a change to every handle, also to those that have read before',
    make(storage) {
      let known: Buffer | undefined;
      return { ...storage, read: async () => (known ??= await storage.read()) };
    },
  },
  {
    fault: 'lets changes run side by side',
    caughtBy: 'gives each change what the one before has made, however many there are at once',
    make: (storage) => ({
      ...storage,
      async change(work) {
        const next = await work((await storage.read()) ?? Buffer.of());
        await storage.change(() => Promise.resolve(next));
      },
    }),
  },
  {
    fault: 'swallows the failure of the work',
    caughtBy: 'replaces nothing when the work fails, says why, and goes on',
    make: (storage) => ({
      ...storage,
      change: (work) => storage.change(async (found) => await work(found).catch(() => found)),
    }),
  },
  {
    fault: 'scrubs the keyring away',
    caughtBy: 'is the same after it was scrubbed',
    make: (storage) => ({
      ...storage,
      scrub: () => storage.change(() => Promise.resolve(Buffer.of())),
    }),
  },
];

describe('the rules of the storage find out one that', () => {
  for (const { fault, caughtBy, make } of faults) {
    test(fault, async () => {
      const rule = keyringStorageCases.find(({ name }) => name === caughtBy);
      assert.ok(rule, `there is no rule "${caughtBy}"`);
      const open = newMemoryStorage();
      await assert.rejects(
        rule.run(async () => make(await open())),
        assert.AssertionError,
      );
    });
  }
});

test('every rule of the storage can fail', () => {
  const proven = new Set(faults.map(({ caughtBy }) => caughtBy));
  assert.deepEqual(
    keyringStorageCases.map(({ name }) => name).filter((name) => !proven.has(name)),
    [],
  );
});
