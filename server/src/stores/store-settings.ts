import type { BlobLocation, S3Access } from '../blobs/blob-store-definition.ts';
import { parseS3Credentials } from '../config/s3-credentials.ts';
import type { WorkerConfig } from '../config/worker-config.ts';
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

type StoreConfig = Pick<
  WorkerConfig,
  | 'databaseUrl'
  | 'databasePassword'
  | 'databaseCaFile'
  | 'blobUrl'
  | 's3Endpoint'
  | 's3Region'
  | 's3Credentials'
  | 's3CaFile'
  | 's3PathStyle'
>;

/** The stores that the settings choose. */
export function storeSettingsOf(config: StoreConfig, dataDir: string): StoreSettings {
  const { databaseUrl, databasePassword, databaseCaFile, blobUrl } = config;
  const embedded = embeddedStores(dataDir);
  return {
    database: databaseUrl === undefined ? embedded.database : 'postgres',
    blobs: blobUrl === undefined ? embedded.blobs : 's3',
    location: {
      dataDir,
      ...(databaseUrl !== undefined && {
        databaseUrl,
        databasePassword: databasePassword?.reveal(),
        databaseCaFile,
      }),
      ...(blobUrl !== undefined && { blobUrl, s3: s3AccessOf(config) }),
    },
  };
}

function s3AccessOf(config: StoreConfig): S3Access {
  const { s3Endpoint: endpoint, s3Region: region, s3CaFile: caFile } = config;
  const credentials = parseS3Credentials(config.s3Credentials?.reveal() ?? '');
  if (credentials === undefined) throw new Error('Settings without S3 credentials were accepted');
  return {
    ...(endpoint !== undefined && { endpoint }),
    region,
    ...credentials,
    ...(caFile !== undefined && { caFile }),
    pathStyle: config.s3PathStyle ?? endpoint !== undefined,
  };
}

/** The stores of an installation without settings: all data is in its folder. */
export function embeddedStores(dataDir: string): StoreSettings {
  return { database: 'sqlite', blobs: 'file', location: { dataDir } };
}
