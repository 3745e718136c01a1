import type { BlobLocation } from '../blobs/blob-store-definition.ts';
import type { DataLocation } from '../database/database-definition.ts';

/** Everything that the stores of an installation are opened with. */
export type StoreLocation = DataLocation & BlobLocation;

/**
 * Which stores an installation uses, by their names in the registry, and where. Plain values: they are
 * sent to threads. Not for a log: the location may hold a password.
 */
export interface StoreSettings {
  database: string;
  blobs: string;
  location: StoreLocation;
}

/** The stores of an installation without settings: all data is in its folder. */
export function embeddedStores(dataDir: string): StoreSettings {
  return { database: 'sqlite', blobs: 'file', location: { dataDir } };
}
