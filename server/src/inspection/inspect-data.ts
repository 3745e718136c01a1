import { findDatabaseFaults } from '../database/sqlite/find-database-faults.ts';
import { dataPaths } from '../compose/installation.ts';
import { KeyFolder } from '../keys/key-folder.ts';
import { systemRandomness } from '../platform/system-randomness.ts';
import { checkCipherPool } from '../sealing/cipher-pool/check-cipher-pool.ts';
import { createThreadedCipherPool } from '../sealing/cipher-pool/threaded-cipher-pool.ts';

/** Looks at parts of an installation one by one, for when the whole cannot be opened. Changes nothing. */
export const inspectData = {
  /** Throws `key_missing`, `key_exposed` or `key_wrong`. */
  async keys(keyDir: string): Promise<void> {
    await KeyFolder.open(keyDir, systemRandomness);
  },

  /** What is wrong with the database; nothing when it is sound. */
  database(dataDir: string): string[] {
    return findDatabaseFaults(dataPaths(dataDir).databaseFile);
  },

  /** Throws when large files could not be sealed and opened in a thread. */
  async cipher(): Promise<void> {
    const cipherPool = createThreadedCipherPool({ threads: 1 });
    try {
      await checkCipherPool(cipherPool, systemRandomness);
    } finally {
      await cipherPool.close();
    }
  },
};
