import type { BlobStoreDefinition } from '../blobs/blob-store-definition.ts';
import { fileBlobs } from '../blobs/file/definition.ts';
import { memoryBlobs } from '../blobs/memory/memory-blob-store.ts';
import { s3Blobs } from '../blobs/s3/definition.ts';
import type { DatabaseDefinition } from '../database/database-definition.ts';
import { memoryDatabase } from '../database/memory/memory-database.ts';
import { postgresDatabase } from '../database/postgres/definition.ts';
import { sqliteDatabase } from '../database/sqlite/definition.ts';
import type { StoreLocation, StoreSettings } from './store-settings.ts';

/** Every kind of database. A new one is a folder beside these, and a line here. */
export const databases: readonly DatabaseDefinition[] = [
  sqliteDatabase,
  postgresDatabase,
  memoryDatabase,
];

/** Every kind of blob store. A new one is a folder beside these, and a line here. */
export const blobStores: readonly BlobStoreDefinition[] = [fileBlobs, s3Blobs, memoryBlobs];

/** The definitions of an installation's stores, and where these are. */
export interface Stores {
  database: DatabaseDefinition;
  blobs: BlobStoreDefinition;
  location: StoreLocation;
}

/** Whether other threads and processes can open the same stores. */
export function isShared({ database, blobs }: Stores): boolean {
  return database.isShared && blobs.isShared;
}

export function getStores({ database, blobs, location }: StoreSettings): Stores {
  return { database: named(databases, database), blobs: named(blobStores, blobs), location };
}

function named<Definition extends { name: string }>(
  definitions: readonly Definition[],
  name: string,
): Definition {
  const found = definitions.find((each) => each.name === name);
  if (found !== undefined) return found;
  const known = definitions.map((each) => each.name).join(', ');
  throw new Error(`There is no store "${name}" in the registry, only: ${known}`);
}
