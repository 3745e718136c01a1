import type { Randomness } from '../domain/model/ids.ts';
import type { KeyBucket, KeyRing } from '../domain/model/key-ring.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { KeyringStorage } from '../domain/ports/keyring-storage.ts';
import { createFile, makeFolders } from '../platform/durable-files.ts';
import type { OpenedKeyring } from '../sealing/crypto/keyring-format.ts';
import {
  findRingKey,
  newProtection,
  sealKeyring,
  sealSlot,
} from '../sealing/crypto/keyring-format.ts';
import { keyBytes } from '../sealing/crypto/sealed-format.ts';
import type { DerivedKeys } from '../sealing/crypto/secrets.ts';
import { deriveKeys, keyCheck } from '../sealing/crypto/secrets.ts';
import { createFileKeyringStorage, keyringPath } from './file-keyring-storage.ts';
import type { EnsureElsewhere } from './key-ring.ts';
import { createBucketKeyRing, createFollowingKeyRing } from './key-ring.ts';
import { isThere, readPrivateFile, refuseOpenFolder } from './private-files.ts';
import type { RootKeySource } from './root-key.ts';
import { rootKeyFile, rootKeyPath } from './root-key.ts';
import { openSeenChanges } from './seen-changes.ts';
import { createSharedKeyRing } from './shared-key-ring.ts';
import type { ChangeSlots, Claim, KeyringParts } from './stored-keyring.ts';
import { StoredKeyring } from './stored-keyring.ts';
import { watchKeyring } from './watch-keyring.ts';

/** How this process uses the keyring. */
interface Holder {
  opened: () => OpenedKeyring;
  changes: () => number;
  isSeen: () => boolean;
  claim: (claim: Claim) => void;
  storeAgain: () => Promise<void>;
  upgrade: () => Promise<void>;
  addRootKey: (rootKey: Buffer) => Promise<void>;
  retireRootKeys: (kept?: Buffer) => Promise<void>;
  setRowsBoundAt: (at: number | undefined) => Promise<void>;
  close: () => Promise<void>;
}

/** What a worker needs of the process that owns the keyring. */
export interface KeyKeeper {
  /** Opens the keyring, whatever the root key is. */
  ringKey: Buffer;
  ensureElsewhere: EnsureElsewhere;
}

/** A keyring that several nodes share, and the key folder of this one. */
export interface SharedKeyring {
  storage: KeyringStorage;
  dir: string;
  randomness: Randomness;
  source: RootKeySource;
}

/**
 * The keys of an installation. The folder holds the keyring, unless several nodes share it, and the root key,
 * unless that comes from elsewhere, outside of the data and its backups. Changes of several processes follow
 * one another.
 */
export class KeyFolder {
  /** One key for each purpose, derived from the secret of the installation. */
  readonly derived: DerivedKeys;
  readonly keyRing: KeyRing;
  /** Whether other nodes use the same keyring. */
  readonly isShared: boolean;
  readonly #holder: Holder;
  #rowsBoundAt: number | undefined;

  private constructor(keyRing: KeyRing, isShared: boolean, holder: Holder) {
    this.derived = deriveKeys(holder.opened().keyring.secret);
    this.keyRing = keyRing;
    this.isShared = isShared;
    this.#holder = holder;
  }

  /** Whether the folder contains a key or a keyring, which `create` would refuse to replace. */
  static async exists(dir: string): Promise<boolean> {
    return (await isThere(rootKeyPath(dir))) || (await isThere(keyringPath(dir)));
  }

  /**
   * Creates an empty keyring, and the root key where that is a file. It never replaces a key, because its
   * files could not be read any more.
   */
  static async create(
    dir: string,
    randomness: Randomness,
    source: RootKeySource = rootKeyFile(dir),
  ): Promise<KeyFolder> {
    if (await KeyFolder.exists(dir)) throw alreadyThere(dir);
    const isFile = source.kind === 'file';
    const bytes = isFile ? randomness.bytes(keyBytes) : await source.read();
    await makeFolders(dir);
    await refuseOpenFolder(dir);
    const storage = createFileKeyringStorage(dir);
    const sealed = sealNewKeyring(bytes, randomness);
    if (!(await storage.create(sealed))) throw alreadyThere(dir);
    if (isFile) await createFile(rootKeyPath(dir), formatRootKey(bytes));
    const opener = { rootKey: { bytes, label: source.label } };
    return KeyFolder.#keep({ storage, opener, sealed, randomness });
  }

  /** Throws `key_missing`, `key_exposed` or `key_wrong`, and never creates a key. */
  static async open(
    dir: string,
    randomness: Randomness,
    source: RootKeySource = rootKeyFile(dir),
  ): Promise<KeyFolder> {
    await refuseOpenFolder(dir);
    const opener = { rootKey: { bytes: await source.read(), label: source.label } };
    const sealed = await readPrivateFile(keyringPath(dir));
    return KeyFolder.#keep({
      storage: createFileKeyringStorage(dir),
      opener,
      sealed,
      randomness,
    });
  }

  /**
   * Creates the keyring that the nodes of a new installation share, or opens the one that another node has
   * just created.
   */
  static async createShared(shared: SharedKeyring): Promise<KeyFolder> {
    const { storage, dir, randomness, source } = shared;
    await makeFolders(dir);
    const { installation } = await openSeenChanges(dir, { isReadOnly: true });
    if (installation !== undefined) throw noKeyring(shared);
    if (source.kind === 'file' && !(await isThere(rootKeyPath(dir)))) {
      await createFile(rootKeyPath(dir), formatRootKey(randomness.bytes(keyBytes)));
    }
    await storage.create(sealNewKeyring(await source.read(), randomness));
    return await KeyFolder.openShared(shared);
  }

  /** Opens the keyring that this node shares with others. Throws as `open`. */
  static async openShared(
    shared: SharedKeyring,
    { isReadOnly = false }: { isReadOnly?: boolean } = {},
  ): Promise<KeyFolder> {
    const { storage, dir, randomness, source } = shared;
    const bytes = await readSharedRootKey(shared);
    if (!isReadOnly) await makeFolders(dir);
    await refuseOpenFolder(dir);
    const seen = await openSeenChanges(dir, { isReadOnly });
    const sealed = await storage.read();
    if (sealed === undefined) throw noKeyring(shared);
    const opener = { rootKey: { bytes, label: source.label } };
    return KeyFolder.#keep({ storage, opener, sealed, randomness, seen, isShared: true });
  }

  /** Opens the shared keyring in a worker. Throws as `open`. */
  static async joinShared(
    storage: KeyringStorage,
    randomness: Randomness,
    ringKey: Buffer,
  ): Promise<KeyFolder> {
    const sealed = await storage.read();
    if (sealed === undefined) throw new ValiseError('key_missing', `There is no ${storage.label}.`);
    return KeyFolder.#keep({ storage, opener: { ringKey }, sealed, randomness, isShared: true });
  }

  /** Opens the keyring for a process that may change it. */
  static #keep(parts: KeyringParts): KeyFolder {
    const { storage, randomness, seen, isShared = false } = parts;
    const stored = new StoredKeyring(parts);
    const ring = createBucketKeyRing({ keys: stored.keyring.keys, keeping: stored, randomness });
    const shared = isShared
      ? createSharedKeyRing({ ring, scrub: () => storage.scrub() })
      : undefined;
    async function changeSlots(change: ChangeSlots): Promise<void> {
      stored.changeSlots(change);
      try {
        await ring.storeAgain();
      } finally {
        stored.changeSlots(undefined);
      }
    }
    return new KeyFolder(shared ?? ring, isShared, {
      opened: () => stored,
      changes: () => stored.changes,
      isSeen: () => seen?.installation !== undefined,
      claim(claim) {
        stored.claim(claim);
      },
      storeAgain: () => ring.storeAgain(),
      async upgrade() {
        if (stored.isOutdated) await ring.storeAgain();
      },
      addRootKey: (added) =>
        changeSlots(({ ringKey, slots }) => [...slots, sealSlot(added, ringKey, randomness)]),
      retireRootKeys: (kept = stored.rootKey) =>
        changeSlots(({ slots }) => slots.filter((slot) => findRingKey(kept, slot) !== undefined)),
      async setRowsBoundAt(at) {
        stored.changeRowsBoundAt({ to: at });
        try {
          await ring.storeAgain();
        } finally {
          stored.changeRowsBoundAt(undefined);
        }
      },
      async close() {
        shared?.close();
        await storage.close();
      },
    });
  }

  /**
   * Opens the folder next to the process that owns it, which creates keys on request. Throws as `open`.
   */
  static async follow(
    dir: string,
    randomness: Randomness,
    { ringKey, ensureElsewhere }: KeyKeeper,
  ): Promise<KeyFolder> {
    await refuseOpenFolder(dir);
    const opened = watchKeyring(dir, ringKey);
    const look = (needed?: KeyBucket) => opened(needed).keyring.keys;
    const ring = createFollowingKeyRing({ look, ensureElsewhere, randomness });
    const refuse = () => Promise.reject(new Error('This process must not change the keyring'));
    return new KeyFolder(ring, false, {
      opened,
      changes: () => opened().keyring.changes,
      isSeen: () => false,
      claim: () => undefined,
      storeAgain: refuse,
      upgrade: refuse,
      addRootKey: refuse,
      retireRootKeys: refuse,
      setRowsBoundAt: refuse,
      close: () => Promise.resolve(),
    });
  }

  /** The installation that the keys belong to; undefined for a keyring that was never claimed. */
  get installation(): string | undefined {
    return this.#holder.opened().keyring.installation;
  }

  /** The number of the newest change of the keyring, as far as this node has seen it. */
  get changes(): number {
    return this.#holder.changes();
  }

  /** Whether files may have been encrypted with these keys. */
  get isInUse(): boolean {
    const { installation, keys } = this.#holder.opened().keyring;
    return installation !== undefined || keys.size > 0 || this.#holder.isSeen();
  }

  /** What a worker is given in place of the root key. */
  get ringKey(): Buffer {
    return this.#holder.opened().protection.ringKey;
  }

  /** How many root keys open the keyring: two while one is being replaced. */
  get rootKeyCount(): number {
    return this.#holder.opened().protection.slots.length;
  }

  /** Whether this root key is one of those. */
  opensWith(rootKey: Buffer): boolean {
    const { slots } = this.#holder.opened().protection;
    return slots.some((slot) => findRingKey(rootKey, slot) !== undefined);
  }

  /** After this, each change of the keyring is announced to the ledger first, and names the installation. */
  claim(claim: Claim): void {
    this.#holder.claim(claim);
  }

  /**
   * Writes the keyring under the next number. A database that does not know that number is older than
   * the keyring. The first write also names the installation that owns it.
   */
  async advance(): Promise<void> {
    await this.#holder.storeAgain();
  }

  /** Converts a keyring of an earlier format. To be called before `claim`, so that its number stays the same. */
  async upgrade(): Promise<void> {
    await this.#holder.upgrade();
  }

  /** Lets one more root key open the keyring. */
  async addRootKey(rootKey: Buffer): Promise<void> {
    await this.#holder.addRootKey(rootKey);
  }

  /** From then on one root key alone opens the keyring: unless another is named, the one that opened this folder. */
  async retireOtherRootKeys(kept?: Buffer): Promise<void> {
    await this.#holder.retireRootKeys(kept);
  }

  /**
   * When every row of people had its MAC; undefined while a row without one may be rightful. Known from the
   * next look at the keyring on, and for good.
   */
  get rowsBoundAt(): number | undefined {
    this.#rowsBoundAt ??= this.#holder.opened().keyring.rowsBoundAt;
    return this.#rowsBoundAt;
  }

  /** Undefined for a database from before there were such MACs. */
  async setRowsBoundAt(at: number | undefined): Promise<void> {
    await this.#holder.setRowsBoundAt(at);
    this.#rowsBoundAt = at;
  }

  async close(): Promise<void> {
    await this.#holder.close();
  }

  /** The value that the database stores to detect the keys of another installation. */
  keyCheck(installId: string): Buffer {
    return keyCheck(this.derived.check, installId);
  }
}

function sealNewKeyring(rootKey: Buffer, randomness: Randomness): Buffer {
  const secret = randomness.bytes(keyBytes);
  // Rows that are written with these keys have their MACs from the beginning.
  const empty = {
    secret,
    keys: new Map(),
    installation: undefined,
    changes: 0,
    rowsBoundAt: 0,
  };
  return sealKeyring(newProtection(rootKey, randomness), empty, randomness);
}

async function readSharedRootKey({ source, dir }: SharedKeyring): Promise<Buffer> {
  try {
    return await source.read();
  } catch (error) {
    const isMissing = error instanceof ValiseError && error.code === 'key_missing';
    if (source.kind !== 'file' || !isMissing) throw error;
    throw new ValiseError(
      'key_missing',
      `${rootKeyPath(dir)} is missing. All nodes of an installation have the same root key: copy the file from another node, or from its safekeeping copy.`,
      { cause: error },
    );
  }
}

function noKeyring({ storage, dir }: SharedKeyring): ValiseError {
  return new ValiseError(
    'data_unsafe',
    `${storage.label} is missing, but the installation of ${dir} has one: without it no file can be read. Restore the database from a backup, or name the right one with databaseUrl.`,
  );
}

/** The content of `root.key`. */
export function formatRootKey(bytes: Buffer): string {
  return `${bytes.toString('hex')}\n`;
}

function alreadyThere(dir: string, cause?: unknown): ValiseError {
  return new ValiseError(
    'data_unsafe',
    `${dir} holds a key or a keyring already, and it is never replaced. If no file was ever stored with it, remove the folder and try again.`,
    { cause },
  );
}
