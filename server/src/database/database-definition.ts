import type { Instant } from '../domain/model/clock.ts';
import type { Database } from '../domain/model/database.ts';
import type { RowBinding } from '../domain/model/key-ring.ts';

/** Where the settings say that data is. Plain values: they are sent to the writer thread. */
export interface DataLocation {
  dataDir: string;
}

/** `empty` is a database that was made, and holds nothing: a server would take it for a new one. */
export type DatabaseState = 'missing' | 'empty' | 'present';

/** What not every database can do: `versions` tell for much less than a read whether anything changed. */
export type Capability = 'versions';

/**
 * A kind of database: everything that a server, its writer thread and the doctor need to know of it
 * besides the port. Each implementation of the port exports one, and `stores/registry.ts` lists them.
 */
export interface DatabaseDefinition {
  readonly name: string;
  /** What messages call it, such as the name of its file. */
  readonly label: string;
  /**
   * Whether several handles, in other threads and processes too, are open on the same data. Where not,
   * commands run in the thread that opened the database, and there is one process.
   */
  readonly isShared: boolean;
  readonly capabilities: ReadonlySet<Capability>;

  findState(location: DataLocation): Promise<DatabaseState>;
  /** Where it is, for messages: a path, or an address without a password. */
  describe(location: DataLocation): string;

  /**
   * Opens it to read and write. Only an empty database gets a schema; an older one throws
   * `schema_older`, unless the caller is alone on the data and `migrates`.
   */
  open(
    location: DataLocation,
    options: { binding: RowBinding; migrates: boolean },
  ): Promise<Database>;
  /**
   * For a thread that only writes: opens it with the first use, and tries again with the next when that
   * fails. Called only where `isShared`.
   */
  openToWrite(
    location: DataLocation,
    options: { binding: RowBinding },
  ): Pick<Database, 'transact' | 'check'>;
  /** Opens what must be there, of this very schema, beside any server: nothing can be changed. */
  openToRead(location: DataLocation, options: { binding: RowBinding }): Promise<Database>;

  /** Whether an error says that the data could not be used, and not that the program is wrong. */
  isDataFault(error: Error): boolean;
  /** Keeps `bytes` of the disk in reserve for when it is full; returns whether that changed anything. */
  keepReserve?(location: DataLocation, bytes: number): Promise<boolean>;
  readonly inspection: DatabaseInspection;
}

/** What the doctor asks of a database that may not open. Nothing here changes it. */
export interface DatabaseInspection {
  /** Who looks for damage. */
  readonly engine: string;
  /** How an operator without a backup saves what can be read; empty where there is no way. */
  readonly salvage: string;
  /** What is damaged; nothing when it is sound. */
  findFaults(location: DataLocation): Promise<string[]>;
  /** When it was changed last, by what keeps it; undefined where that is unknown. */
  findNewestChange(location: DataLocation): Instant | undefined;
  /** Whether its last changes could have been lost unnoticed, such as with a journal that was removed. */
  mayHaveLostChanges(location: DataLocation): boolean;
}
