import type { Clock } from '../domain/model/clock.ts';
import type { BlobStore } from '../domain/ports/blob-store.ts';

/** The location of the blobs, from the settings. Plain values: they are sent to the writer thread. */
export interface BlobLocation {
  dataDir: string;
  /** Where the blobs are when they are not in the data folder: `s3://BUCKET/PREFIX`. */
  blobUrl?: string;
  /** How an S3 store is reached; set where `blobUrl` names one. */
  s3?: S3Access;
}

/** The access to an S3 store. `secretAccessKey` and `sessionToken` never appear in messages. */
export interface S3Access {
  /** Left out, that of AWS for the region. */
  endpoint?: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  /** The certificate authority of the endpoint, as a PEM file; left out, those of the system. */
  caFile?: string;
  /** Whether the bucket is in the path of an address and not in its host name. */
  pathStyle: boolean;
}

/**
 * A kind of blob store: everything that a server, its writer thread and the doctor need to know of it
 * besides the port. Each implementation of the port exports one, and `stores/registry.ts` lists them.
 */
export interface BlobStoreDefinition {
  readonly name: string;
  /** Whether several handles, in other threads and processes too, are open on the same blobs. */
  readonly isShared: boolean;
  /** Whether a call waits for a network, and not for a disk that all calls share. */
  readonly isRemote: boolean;

  /** Whether a store exists there. */
  exists(location: BlobLocation): Promise<boolean>;
  /** Its kind and location, for messages. */
  describe(location: BlobLocation): string;

  /** Whose blobs it holds. Left out where it is in the data folder, which belongs to one installation. */
  readonly ownership?: BlobStoreOwnership;

  /** Opens it for reading and writing, and creates it where it is missing. */
  open(location: BlobLocation, clock: Pick<Clock, 'now'>): Promise<BlobStore>;
  /** For a thread that serves no requests: every call may block it. Called only where `isShared`. */
  openToWrite(
    location: BlobLocation,
    clock: Pick<Clock, 'now'>,
  ): Pick<BlobStore, 'putMany' | 'findSize'>;
  /** For readers: creates nothing, whatever is missing. */
  openToRead(location: BlobLocation, clock: Pick<Clock, 'now'>): Promise<BlobStore>;
  /** Throws when the user of this process may not write to it. Writes nothing. */
  checkAccess(location: BlobLocation): Promise<void>;
}

/** A store that several installations can reach keeps the id of the one that it belongs to. */
export interface BlobStoreOwnership {
  /** The id of the installation; undefined where there is no store, or one that says nothing. */
  findOwner(location: BlobLocation): Promise<string | undefined>;
  /** Makes the store for an installation. A store that exists keeps its owner. */
  claim(location: BlobLocation, installation: string): Promise<void>;
}
