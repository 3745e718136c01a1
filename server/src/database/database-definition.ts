import type { Instant } from '../domain/model/clock.ts';
import type { Database, SchemaChange } from '../domain/model/database.ts';
import type { RowBinding } from '../domain/model/key-ring.ts';
import type { KeyringStorage } from '../domain/ports/keyring-storage.ts';
import type { TableSession } from './copy/table-rows.ts';

/** The location of the data, from the settings. Plain values: they are sent to the writer thread. */
export interface DataLocation {
  dataDir: string;
  /** The address of a database server, `postgres://USER@HOST:PORT/DATABASE`. It contains no password. */
  databaseUrl?: string | undefined;
  databasePassword?: string | undefined;
  /** The certificates that the server's may be signed with; those of the system where it is left out. */
  databaseCaFile?: string | undefined;
}

/** `empty` is a database that exists and has no rows: a server would treat it as a new one. */
export type DatabaseState = 'missing' | 'empty' | 'present';

/**
 * A kind of database: everything that a server, its writer thread and the doctor need to know of it
 * besides the port. Each implementation of the port exports one, and `stores/registry.ts` lists them.
 */
export interface DatabaseDefinition {
  readonly name: string;
  /** Its name in messages, such as that of its file. */
  readonly label: string;
  /**
   * Whether several handles, in other threads and processes too, are open on the same data. Where not,
   * commands run in the thread that opened the database, and there is one process.
   */
  readonly isShared: boolean;
  /**
   * Whether a commit blocks the calling thread. Where it does and the stores are shared, frequent commands
   * run in a writer thread. It checks the MACs of people from its start on: not for a database of many servers, of
   * which older ones may write rows without them.
   */
  readonly blocksOnCommit: boolean;
  /**
   * How many servers may be open on the same data. Where `many`, no server may remove what another could
   * be writing, and processes coordinate through the database.
   */
  readonly servers: 'one' | 'many';

  findState(location: DataLocation): Promise<DatabaseState>;
  /** Its location, for messages: a path, or an address without a password. */
  describe(location: DataLocation): string;

  /**
   * Opens it to read and write. Only an empty database gets a schema; an older one throws
   * `schema_older`, unless the caller is alone on the data and `migrates`. `onUpgraded` is told then what changed.
   */
  open(location: DataLocation, options: OpenOptions): Promise<Database>;
  /**
   * For a thread that only writes: opens it with the first use, and tries again with the next when that
   * fails. Called only where `isShared`.
   */
  openToWrite(
    location: DataLocation,
    options: { binding: RowBinding },
  ): Pick<Database, 'transact' | 'check'>;
  /** Opens an existing database of exactly this schema for reading, while a server may run. */
  openToRead(location: DataLocation, options: { binding: RowBinding }): Promise<Database>;

  /**
   * Storage for the keyring that all servers on the same data share; left out where there is one server, which
   * keeps it in its key folder. It is used before the database is opened, and before that has a schema.
   */
  openKeyring?(location: DataLocation): Promise<KeyringStorage>;

  /** How it could lose what was acknowledged, such as by a setting of its server; empty where it cannot. */
  findRisks?(location: DataLocation): Promise<string[]>;

  /**
   * Opens the rows of an existing database of exactly this schema, in one transaction, for a copy of the
   * whole. Nothing else may use the database meanwhile.
   */
  openTables(location: DataLocation): Promise<TableSession>;

  /**
   * Moves the database out of the way, under a name with the instant; nothing uses it. Left out where Valise
   * may not do that.
   */
  setAside?(location: DataLocation, at: Instant): Promise<void>;

  /** Whether an error is a fault of the data, and not a bug. */
  isDataFault(error: Error): boolean;
  /** Keeps `bytes` of the disk in reserve for when it is full; returns whether that changed anything. */
  keepReserve?(location: DataLocation, bytes: number): Promise<boolean>;
  readonly inspection: DatabaseInspection;
}

export interface OpenOptions {
  binding: RowBinding;
  migrates: boolean;
  onUpgraded?: ((change: SchemaChange) => void) | undefined;
}

/** What the doctor reads of a database that may not open. Nothing here changes it. */
export interface DatabaseInspection {
  /** Who looks for damage. */
  readonly engine: string;
  /** How an operator without a backup can recover what is readable; empty where that is not possible. */
  readonly salvage: string;
  /** The faults; empty when it is sound. */
  findFaults(location: DataLocation): Promise<string[]>;
  /** When it was changed last, by its storage; undefined where that is unknown. */
  findNewestChange(location: DataLocation): Instant | undefined;
  /** Whether its last changes could have been lost unnoticed, such as with a journal that was removed. */
  mayHaveLostChanges(location: DataLocation): boolean;
}
