import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import { newId } from '../domain/model/ids.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { KeyringStorage } from '../domain/ports/keyring-storage.ts';
import { Mutex } from '../platform/concurrency/concurrency.ts';
import { KeyFolder } from './key-folder.ts';

/** What the key folder's tests share: a place to make folders in that goes away with the tests. */
export const randomness = { bytes: randomBytes };

const base = mkdtempSync(join(tmpdir(), 'valise-keys-'));
after(() => rm(base, { recursive: true }));

export function newDir(): string {
  return join(base, newId(randomness), 'keys');
}

export async function newFolder(): Promise<{ dir: string; folder: KeyFolder }> {
  const dir = newDir();
  return { dir, folder: await KeyFolder.create(dir, randomness) };
}

export async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

interface Held {
  sealed: Buffer | undefined;
}

/** A storage in memory: a handle on what others hold too. */
function createMemoryStorage(held: Held, mutex: Mutex): KeyringStorage {
  return {
    label: 'memory',
    read: () => Promise.resolve(held.sealed),
    create(sealed) {
      if (held.sealed !== undefined) return Promise.resolve(false);
      held.sealed = sealed;
      return Promise.resolve(true);
    },
    change: (work) =>
      mutex.run(async () => {
        if (held.sealed === undefined) throw new ValiseError('key_missing', 'There is none');
        held.sealed = await work(held.sealed);
      }),
    scrub: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** Gives handles on one storage, which is empty at first. */
export function newMemoryStorage(): () => Promise<KeyringStorage> {
  const [held, mutex]: [Held, Mutex] = [{ sealed: undefined }, new Mutex()];
  return () => Promise.resolve(createMemoryStorage(held, mutex));
}
