import { join } from 'node:path';
import { ValiseError } from '../domain/model/valise-error.ts';
import { replaceFile } from './durable-file.ts';
import { readPrivateFile } from './private-path.ts';

const text =
  'Every row that opens something has its code: rows without one are refused.\n' +
  'Remove this file only after a database from before there were such codes was put back.\n';

/**
 * Tells, in the key folder, that the rows of a database were bound: whoever can only write rows cannot
 * have theirs bound by taking away what says so.
 */
export function createBindingMark(keyDir: string) {
  const path = join(keyDir, 'rows.bound');
  return {
    path,

    async isSet(): Promise<boolean> {
      try {
        await readPrivateFile(path);
        return true;
      } catch (error) {
        if (error instanceof ValiseError && error.code === 'key_missing') return false;
        throw error;
      }
    },

    async set(): Promise<void> {
      await replaceFile(path, text);
    },
  };
}
