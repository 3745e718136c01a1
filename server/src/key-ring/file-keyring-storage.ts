import { join } from 'node:path';

import { ValiseError, systemErrorCode } from '../domain/model/valise-error.ts';
import type { KeyringStorage } from '../domain/ports/keyring-storage.ts';
import { takeKeyringLock } from '../locks/server-lock.ts';
import { createFile, replaceFile } from '../platform/durable-files.ts';
import { readPrivateFile } from './private-files.ts';

export function keyringPath(dir: string): string {
  return join(dir, 'keyring.sealed');
}

/** The keyring as a file of the key folder. */
export function createFileKeyringStorage(dir: string): KeyringStorage {
  const path = keyringPath(dir);
  return {
    label: path,

    async read() {
      try {
        return await readPrivateFile(path);
      } catch (error) {
        if (error instanceof ValiseError && error.code === 'key_missing') return undefined;
        throw error;
      }
    },

    async create(sealed) {
      try {
        await createFile(path, sealed);
        return true;
      } catch (error) {
        if (systemErrorCode(error) === 'EEXIST') return false;
        throw error;
      }
    },

    async change(work) {
      const lock = await takeKeyringLock(dir);
      try {
        await replaceFile(path, await work(await readPrivateFile(path)));
      } finally {
        lock.release();
      }
    },

    // The blocks of a replaced file are free, and no program can reach them.
    scrub: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
