import { findDatabaseFaults } from '../database/sqlite/find-database-faults.ts';
import { dataPaths } from '../compose/installation.ts';
import { KeyFolder } from '../keys/key-folder.ts';
import { systemRandomness } from '../platform/system-randomness.ts';
import { checkWorkshop } from '../sealing/cipher-pool/check-workshop.ts';
import { createThreadedWorkshop } from '../sealing/cipher-pool/threaded-workshop.ts';

/** Looks at parts of an installation one by one, for when the whole cannot be opened. Changes nothing. */
export const inspectData = {
  /** Throws `key_missing`, `key_exposed` or `key_wrong`. */
  async keys(keyDir: string): Promise<void> {
    await KeyFolder.open(keyDir, systemRandomness);
  },

  /** What is wrong with the database; nothing when it is sound. */
  database(dataDir: string): string[] {
    return findDatabaseFaults(dataPaths(dataDir).database);
  },

  /** Throws when large files could not be sealed and opened in a thread. */
  async cipher(): Promise<void> {
    const workshop = createThreadedWorkshop({ threads: 1 });
    try {
      await checkWorkshop(workshop, systemRandomness);
    } finally {
      await workshop.close();
    }
  },
};
