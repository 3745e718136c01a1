import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { TrailAnchor } from '../domain/audit/audit-verification.ts';
import type { KeyLedger } from '../domain/expiry/spent-keys.ts';
import { createKeyLedger } from '../domain/expiry/spent-keys.ts';
import type { AuditTrail } from '../domain/model/audit.ts';
import { createAuditTrail } from '../domain/model/audit.ts';
import type { Events } from '../domain/model/event.ts';
import { createEvents } from '../domain/events/events.ts';
import type { Clock } from '../domain/model/clock.ts';
import type { Database, SchemaChange } from '../domain/model/database.ts';
import type { DraftId, MailId, Randomness, ReceiverId } from '../domain/model/ids.ts';
import { newId } from '../domain/model/ids.ts';
import type { AccountLink } from '../domain/model/person.ts';
import type { MovableClock } from '../domain/sandbox/movable-clock.ts';
import type { TamperingWatch } from '../domain/model/key-ring.ts';
import { createTamperingWatch } from '../domain/model/key-ring.ts';
import { isUnavailable, ValiseError } from '../domain/model/valise-error.ts';
import type { BlobStore } from '../domain/ports/blob-store.ts';
import type { KeyHasher, SlowHasher, TokenHasher } from '../domain/ports/hashers.ts';
import type { ReceiptKey } from '../domain/ports/receipt-key.ts';
import { createAnchorFile } from '../key-ring/database-marks.ts';
import type { KeyKeeper } from '../key-ring/key-folder.ts';
import { KeyFolder } from '../key-ring/key-folder.ts';
import { createReceiptKey } from '../sealing/crypto/receipt-key.ts';
import {
  accountLinkSecret,
  chainHash,
  createRowBinding,
  createSecretHasher,
  linkSecret,
  receiverCode,
} from '../sealing/crypto/secrets.ts';
import { createSlowHasher } from '../sealing/crypto/slow-hash.ts';
import { createTokenHasher } from '../sealing/crypto/token-hasher.ts';
import type { Stores } from '../stores/registry.ts';
import type { StoreLocation, StoreSettings } from '../stores/store-settings.ts';
import { getStores, isShared } from '../stores/registry.ts';
import { bindPeopleOnce, bindRowsOnce } from './bind-rows.ts';
import type { KeyContext } from './key-place.ts';
import { hasKeyring, hasSeenKeyring, openExistingKeys, sharedKeyring } from './key-place.ts';
import { refuseMoved } from './moved-mark.ts';
import type { WantedKind } from './sandbox-marks.ts';
import { findSandboxClock, markNewInstallation } from './sandbox-marks.ts';
import { refuseOtherStores, rememberStores } from './stores-file.ts';

/** An opened data folder. Several processes may have it open. */
export interface Installation {
  id: string;
  database: Database;
  blobs: BlobStore;
  /** The kinds of `database` and `blobs`, and where they are. */
  stores: Stores;
  dataDir: string;
  keys: KeyFolder;
  /** What the database knows of `keys`. */
  keyLedger: KeyLedger;
  audit: AuditTrail;
  events: Events;
  /** The last known head of the trail, kept in the key folder. */
  trailAnchor: TrailAnchor;
  tampering: TamperingWatch;
  /** What opening it changed in the schema; undefined where that was up to date. */
  upgrade: SchemaChange | undefined;
  apiKeyHasher: KeyHasher;
  /** For API keys that are short enough to be guessed. */
  slowKeyHasher: SlowHasher;
  tokenHasher: TokenHasher;
  /** The secret of a receiver's link, or of a draft's ticket: the same each time for the same id and generation. */
  linkSecret: (id: ReceiverId | DraftId, generation: number) => string;
  /** The code in a message: the same each time for the same message. */
  codeFor: (id: MailId) => string;
  /** The secret of an invitation or a reset: the same each time for the same link. */
  accountLinkSecret: (link: Pick<AccountLink, 'id' | 'accountId' | 'kind'>) => string;
  receiptKey: ReceiptKey;
  /** Where captured mail is kept. */
  mailDir: string;
  /** Of a sandbox, one that can be moved. */
  clock: Clock;
  /** Set in a sandbox, and only there: its clock. */
  sandboxClock: MovableClock | undefined;
  randomness: Randomness;
  close(): Promise<void>;
}

interface InstallationContext extends KeyContext {
  /** With the data folder. */
  stores: StoreSettings;
  clock: Clock;
}

interface Options {
  /** Whether an empty or missing data folder becomes a new installation. */
  create: boolean;
  /** Whether an older database is migrated. Only the holder of the server's lock may do so. */
  migrates?: boolean;
  /**
   * For a server: takes its lock on the keys, or throws. Called once the keys are known to be those of the
   * database, and before anything is written into their folder; a new one has been made then. `close` releases it.
   */
  lockKeys?: () => { release(): void };
  /** For a worker: the process that owns the keyring. */
  keeper?: KeyKeeper;
  /** What it must be; left out: a sandbox or not. A new one becomes what is wanted. */
  kind?: WantedKind | undefined;
  /** For a move: opens a database that is being moved, or was. */
  evenIfMoved?: boolean;
}

/** The paths in a data folder, besides those of its stores. */
export function dataPaths(dataDir: string) {
  return {
    mails: join(dataDir, 'mail'),
    serverLock: join(dataDir, 'server.lock'),
    workersLock: join(dataDir, 'workers.lock'),
  };
}

export async function openInstallation(
  context: InstallationContext,
  options: Options,
): Promise<Installation> {
  const { randomness } = context;
  const stores = getStores(context.stores);
  const { location } = stores;
  const keys = await openKeys(context, stores, options);
  const tampering = createTamperingWatch();
  const migrates = options.migrates === true;
  const binding = createRowBinding(keys.derived.rows, {
    coversPeople: () => keys.rowsBoundAt !== undefined,
    onTampered(row) {
      tampering.report(row);
    },
  });
  let upgrade: SchemaChange | undefined;
  const database = await stores.database
    .open(location, {
      migrates,
      binding,
      onUpgraded: (change) => {
        upgrade = change;
      },
    })
    .catch(async (error: unknown) => {
      await keys.close();
      throw error;
    });
  let keyLock: { release(): void } | undefined;
  async function close(): Promise<void> {
    await keys.close();
    await database.close();
    keyLock?.release();
  }
  try {
    const { kind } = options;
    const { id, isNew } = await identify(database, keys, { ...context, kind }, stores);
    const opened = { database, keys, id, dataDir: location.dataDir };
    const sandboxClock = await findSandboxClock(opened, context.clock, kind);
    const clock = sandboxClock ?? context.clock;
    if (options.evenIfMoved !== true) await refuseMoved(database, stores);
    keyLock = options.lockKeys?.();
    if (migrates) await keys.upgrade();
    const keyLedger = createKeyLedger(database);
    keys.claim({ installation: id, ledger: keyLedger });
    const apiKeyHasher = {
      ...createSecretHasher(keys.derived.apiKeyPepper),
      kind: sandboxClock === undefined ? 'usual' : 'test',
    } as const;
    const audit = createAuditTrail({
      clock,
      chainHash: (previous, record) => chainHash(keys.derived.audit, previous, record),
    });
    if (migrates || isNew) await bindRowsOnce(database, stores.database, context.keyDir);
    if (migrates && stores.database.servers === 'one')
      await bindPeopleOnce({ database, keys, keyLedger, clock });
    const isOwner = options.keeper === undefined;
    if (isOwner) await reachBlobs(stores, () => claimBlobs(stores, database, id));
    const blobs = await reachBlobs(stores, () => stores.blobs.open(location, clock));
    if (isOwner) await rememberStores(stores);
    return {
      id,
      database,
      blobs,
      stores,
      dataDir: location.dataDir,
      keys,
      keyLedger,
      audit,
      events: createEvents({ audit, randomness, clock }),
      trailAnchor: createAnchorFile(context.keyDir, audit),
      tampering,
      upgrade,
      apiKeyHasher,
      slowKeyHasher: createSlowHasher(apiKeyHasher),
      tokenHasher: createTokenHasher(keys.derived, {
        areWritten: () => keys.rowsBoundAt === undefined,
        mayLive: (lastsMs) => clock.now() < (keys.rowsBoundAt ?? Infinity) + lastsMs,
      }),
      linkSecret: (id, generation) => linkSecret(keys.derived.link, id, generation),
      codeFor: (id) => receiverCode(keys.derived.code, id),
      accountLinkSecret: (link) => accountLinkSecret(keys.derived.accountLink, link),
      receiptKey: createReceiptKey(keys.derived.receipts),
      mailDir: dataPaths(location.dataDir).mails,
      clock,
      sandboxClock,
      randomness,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A key is generated only where no data exists that an older key could have encrypted. */
async function openKeys(
  context: InstallationContext,
  stores: Stores,
  { create, keeper }: Options,
): Promise<KeyFolder> {
  const { keyDir, rootKey, randomness } = context;
  const { location } = stores;
  const { dataDir } = location;
  const storage = await stores.database.openKeyring?.(location);
  if (keeper !== undefined) {
    if (!isShared(stores)) throw new Error('These stores belong to one process');
    return storage === undefined
      ? await KeyFolder.follow(keyDir, randomness, keeper)
      : await KeyFolder.joinShared(storage, randomness, keeper.ringKey);
  }
  await refuseOtherStores(stores);
  const isPresent = async () => (await stores.database.findState(location)) === 'present';
  let hasDatabase = await isPresent();
  if (!hasDatabase && (await reachBlobs(stores, () => stores.blobs.exists(location)))) {
    // Asked again: another node that starts may have made both meanwhile.
    hasDatabase = await isPresent();
    if (!hasDatabase) throw noDatabaseForFiles(stores);
  }
  if (!hasDatabase && !create) throw noData(stores);
  const isMade = hasDatabase || (await hasKeyring(storage, keyDir));
  if (!isMade && (await hasSeenKeyring(keyDir))) throw noDatabaseForKeys(keyDir, stores);
  const keys = isMade ? await openExistingKeys(storage, context) : undefined;
  if (!hasDatabase && keys?.isInUse === true && !(await isPresent())) {
    throw noDatabaseForKeys(keyDir, stores);
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  if (keys !== undefined) return keys;
  return storage === undefined
    ? await KeyFolder.create(keyDir, randomness, rootKey)
    : await KeyFolder.createShared(sharedKeyring(storage, context));
}

/**
 * The installation's id. The first start stores which root key belongs to it, and every later one checks.
 */
async function identify(
  database: Database,
  keys: KeyFolder,
  context: InstallationContext & Pick<Options, 'kind'>,
  stores: Stores,
): Promise<{ id: string; isNew: boolean }> {
  const { keyDir, kind, randomness } = context;
  return await database.transact(async ({ installationValues }) => {
    const known = await installationValues.find('install.id');
    if (known === undefined) {
      if (keys.isInUse) throw noDatabaseForKeys(keyDir, stores);
      const id = newId(randomness);
      await installationValues.set('install.id', id);
      await installationValues.set('install.key_check', keys.keyCheck(id).toString('hex'));
      await markNewInstallation(installationValues, { keys, id, ...stores.location }, kind);
      return { id, isNew: true };
    }
    const keyCheck = await installationValues.find('install.key_check');
    refuseForeignKeys(keys, { id: known, keyCheck, keyDir, location: stores.location });
    return { id: known, isNew: false };
  });
}

interface KeyOwner {
  id: string;
  keyCheck: string | undefined;
  keyDir: string;
  location: StoreLocation;
}

/** Throws `key_wrong` unless both the root key and the keyring are those of this installation. */
export function refuseForeignKeys(keys: KeyFolder, owner: KeyOwner): void {
  const { id, keyCheck, keyDir, location } = owner;
  const isRootKeyRight = keyCheck === keys.keyCheck(id).toString('hex');
  if (isRootKeyRight && (keys.installation ?? id) === id) return;
  throw new ValiseError(
    'key_wrong',
    `The keys in ${keyDir} belong to another installation than the database. Put back the keys that this data was made with${location.databaseUrl === undefined ? '' : ', or correct databaseUrl'}.`,
  );
}

/** Adds to the fault of a blob store elsewhere which settings may be wrong. */
async function reachBlobs<Result>(
  { blobs, location }: Stores,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (location.blobUrl === undefined || !isUnavailable(error)) throw error;
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new ValiseError(
      'unavailable',
      `The ${blobs.describe(location)}, cannot be used (${reason}). Start it, or correct blobUrl, s3Endpoint, s3Region, s3CredentialsFile or the clock of this machine.`,
      { cause: error },
    );
  }
}

/** The first start claims the blob store for the installation; every later one checks that it is its own. */
async function claimBlobs(
  { blobs, location }: Stores,
  { installationValues }: Pick<Database, 'installationValues'>,
  id: string,
): Promise<void> {
  const { ownership } = blobs;
  if (ownership === undefined) return;
  const isClaimed = (await installationValues.find(claimedBlobs)) === blobs.name;
  if (!isClaimed) await ownership.claim(location, id);
  const owner = await ownership.findOwner(location);
  if (owner !== id) {
    throw new ValiseError(
      'data_unsafe',
      owner === undefined
        ? `The ${blobs.describe(location)}, does not hold the files of this installation. Correct blobUrl, or restore the bucket from a backup.`
        : `The ${blobs.describe(location)}, belongs to another installation. Correct blobUrl: each installation needs a bucket or a prefix of its own.`,
    );
  }
  if (!isClaimed) await installationValues.set(claimedBlobs, blobs.name);
}

/** The blob store that was claimed for the installation. */
const claimedBlobs = 'install.blobs';

function noData({ database, location }: Stores): ValiseError {
  const make = 'make one with "valise serve" or "valise account add"';
  return new ValiseError(
    'data_missing',
    location.databaseUrl === undefined
      ? `There is no Valise data in ${location.dataDir}. Name the folder with --data, or ${make}.`
      : `There is no Valise installation in ${database.describe(location)}. Correct databaseUrl, or ${make}.`,
  );
}

function noDatabaseForFiles({ database, blobs, location }: Stores): ValiseError {
  const { dataDir, databaseUrl, blobUrl } = location;
  return new ValiseError(
    'data_unsafe',
    databaseUrl === undefined && blobUrl === undefined
      ? `${dataDir} holds files but not their database: ${database.label} is missing or empty. Put it back from a backup, or name another folder.`
      : `The ${blobs.describe(location)}, holds the files of an installation, but the database ${database.describe(location)} is missing or empty. Correct databaseUrl or blobUrl, or restore the database from a backup.`,
  );
}

/** A new, empty database would cause the destruction of all keys that it does not know. */
function noDatabaseForKeys(keyDir: string, { database, location }: Stores): ValiseError {
  if (location.databaseUrl !== undefined) {
    return new ValiseError(
      'data_unsafe',
      `${keyDir} holds the keys of an installation, but ${database.describe(location)} is empty. Correct databaseUrl, or restore the database from a backup. For a new installation, name another key folder with --key-dir.`,
    );
  }
  return new ValiseError(
    'data_unsafe',
    `${keyDir} holds the keys of an installation, but its database is not in ${location.dataDir}: ${database.label} is missing or empty. Is the volume mounted? Mount it, or restore the data from a backup. For a new installation, name another key folder with --key-dir.`,
  );
}

/** How many changes of the keyring the database does not know; more than 0 when it is too old. */
export async function countUnknownChanges({
  keys,
  keyLedger,
}: Pick<Installation, 'keys' | 'keyLedger'>): Promise<number> {
  // The keyring was read when the installation was opened, so this cannot see a change in progress.
  return Math.max(0, keys.changes - (await keyLedger.changes()));
}

/**
 * Throws when the database is older than its keys: it was restored from a backup, or has lost its newest
 * changes. It would delete files and keys that it does not know.
 */
export async function refuseOlderDatabase(installation: Installation): Promise<void> {
  const { database, location } = installation.stores;
  const unknown = await countUnknownChanges(installation);
  if (unknown === 0) return;
  throw new ValiseError(
    'data_unsafe',
    `${database.describe(location)} is older than its keys: it does not know the last ${unknown} changes of the keyring. If it is not the newest, put that one back. If it was restored from a backup, or nothing newer is left, run: valise recover --accept-older-database`,
  );
}
