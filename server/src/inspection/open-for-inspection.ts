import { refuseForeignKeys } from '../compose/installation.ts';
import { openExistingKeys } from '../compose/key-place.ts';
import { findSandboxClock } from '../compose/sandbox-marks.ts';
import type { TrailAnchor } from '../domain/audit/audit-verification.ts';
import type { KeyLedger } from '../domain/expiry/spent-keys.ts';
import { createKeyLedger } from '../domain/expiry/spent-keys.ts';
import type { AuditTrail } from '../domain/model/audit.ts';
import { createAuditTrail } from '../domain/model/audit.ts';
import type { Clock, Instant } from '../domain/model/clock.ts';
import type { Database } from '../domain/model/database.ts';
import { lastSeenNote } from '../domain/model/database.ts';
import type { KeyRing } from '../domain/model/key-ring.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { BlobStore } from '../domain/ports/blob-store.ts';
import type { Vault } from '../domain/ports/vault.ts';
import { createAnchorFile } from '../key-ring/database-marks.ts';
import type { KeyFolder } from '../key-ring/key-folder.ts';
import type { RootKeySource } from '../key-ring/root-key.ts';
import { systemRandomness } from '../platform/system.ts';
import { checkCipherPool } from '../sealing/cipher-pool/check-cipher-pool.ts';
import { createThreadedCipherPool } from '../sealing/cipher-pool/threaded-cipher-pool.ts';
import { chainHash, createRowBinding } from '../sealing/crypto/secrets.ts';
import { createSealedVault } from '../sealing/vault/sealed-vault.ts';
import type { StoreLocation, StoreSettings } from '../stores/store-settings.ts';
import { getStores } from '../stores/registry.ts';

/** Opens the parts of an installation one by one, for when the whole cannot be opened. Changes nothing. */
export const inspectData = {
  /** Throws `key_missing`, `key_exposed` or `key_wrong`. */
  async keys(place: Omit<Place, 'clock'>): Promise<void> {
    await (await openKeys(place)).close();
  },

  /** Throws when large files cannot be encrypted and decrypted in a thread. */
  async cipher(): Promise<void> {
    const cipherPool = createThreadedCipherPool({ threads: 1 });
    try {
      await checkCipherPool(cipherPool, systemRandomness);
    } finally {
      await cipherPool.close();
    }
  },
};

/** A data folder that is open for reading only: no byte changes, and no file is created. */
export interface Inspection {
  database: Database;
  /** Of a sandbox, ahead of the machine's as far as it was moved. */
  clock: Clock;
  isSandbox: boolean;
  blobs: BlobStore;
  keyRing: KeyRing;
  keys: KeyFolder;
  /** What the database knows of `keys`. */
  keyLedger: KeyLedger;
  vault: Vault;
  audit: AuditTrail;
  trailAnchor: TrailAnchor;
  /** When a server last stored the time. */
  findLastSeen(): Promise<Instant | undefined>;
  close(): Promise<void>;
}

interface Place {
  stores: StoreSettings;
  keyDir: string;
  rootKey: RootKeySource;
  clock: Clock;
}

/** Throws where keys or database cannot be used, or do not belong together. A server may be running. */
export async function openForInspection({
  stores: settings,
  keyDir,
  rootKey,
  clock: real,
}: Place): Promise<Inspection> {
  const stores = getStores(settings);
  const keys = await openKeys({ stores: settings, keyDir, rootKey });
  const binding = createRowBinding(keys.derived.rows, {
    coversPeople: () => keys.rowsBoundAt !== undefined,
  });
  const database = await stores.database.openToRead(stores.location, { binding });
  try {
    const installId = await identify(database, keys, { keyDir, location: stores.location });
    const { dataDir } = stores.location;
    const sandboxClock = await findSandboxClock({ database, keys, id: installId, dataDir }, real);
    const clock = sandboxClock ?? real;
    const blobs = await stores.blobs.openToRead(stores.location, clock);
    const audit = createAuditTrail({
      clock,
      chainHash: (previous, record) => chainHash(keys.derived.audit, previous, record),
    });
    const cipherPool = createThreadedCipherPool({ threads: 1 });
    return {
      database,
      clock,
      isSandbox: sandboxClock !== undefined,
      blobs,
      keyRing: keys.keyRing,
      keys,
      keyLedger: createKeyLedger(database),
      vault: createSealedVault({ blobs, installId, randomness: systemRandomness, cipherPool }),
      audit,
      trailAnchor: createAnchorFile(keyDir, audit),
      async findLastSeen() {
        const noted = await database.installationValues.find(lastSeenNote);
        return noted === undefined ? undefined : Number(noted);
      },
      async close() {
        await cipherPool.close();
        await keys.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openKeys({ stores, ...place }: Omit<Place, 'clock'>): Promise<KeyFolder> {
  const { database, location } = getStores(stores);
  const storage = await database.openKeyring?.(location);
  const context = { ...place, randomness: systemRandomness };
  return await openExistingKeys(storage, context, { isReadOnly: true });
}

async function identify(
  database: Database,
  keys: KeyFolder,
  place: { keyDir: string; location: StoreLocation },
): Promise<string> {
  const id = await database.installationValues.find('install.id');
  if (id === undefined) {
    throw new ValiseError(
      'data_unsafe',
      'The database does not know which installation it belongs to. It is not one that a server has used: restore the right one from a backup.',
    );
  }
  refuseForeignKeys(keys, {
    id,
    keyCheck: await database.installationValues.find('install.key_check'),
    ...place,
  });
  return id;
}
