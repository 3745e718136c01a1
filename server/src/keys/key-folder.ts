import { statSync } from 'node:fs';

import type { Randomness } from '../domain/model/ids.ts';
import type { KeyBucket, KeyRing } from '../domain/model/key-ring.ts';
import { ValiseError, systemErrorCode } from '../domain/model/valise-error.ts';
import { createFile, makeFolders } from '../platform/durable-files.ts';
import type { OpenedKeyring } from '../sealing/crypto/keyring-format.ts';
import {
  findRingKey,
  newProtection,
  openKeyring,
  sealKeyring,
  sealSlot,
} from '../sealing/crypto/keyring-format.ts';
import { IntegrityError, keyBytes } from '../sealing/crypto/sealed-format.ts';
import type { DerivedKeys } from '../sealing/crypto/secrets.ts';
import { deriveKeys, keyCheck } from '../sealing/crypto/secrets.ts';
import type { EnsureElsewhere } from './key-ring.ts';
import { createBucketKeyRing, createFollowingKeyRing } from './key-ring.ts';
import type { ChangeSlots, Claim, RootKey } from './keyring-file.ts';
import { KeyringFile, keyringPath } from './keyring-file.ts';
import {
  identityOf,
  isThere,
  readPrivateFile,
  readPrivateFileSync,
  refuseOpenFolder,
} from './private-files.ts';
import type { RootKeySource } from './root-key.ts';
import { rootKeyFile, rootKeyPath } from './root-key.ts';

/** How this process uses the keyring. */
interface Holder {
  opened: () => OpenedKeyring;
  claim: (claim: Claim) => void;
  storeAgain: () => Promise<void>;
  upgrade: () => Promise<void>;
  addRootKey: (rootKey: Buffer) => Promise<void>;
  retireRootKeys: (kept?: Buffer) => Promise<void>;
}

/** What a worker needs of the process that owns the keyring. */
export interface KeyKeeper {
  /** Opens the keyring, whatever the root key is. */
  ringKey: Buffer;
  ensureElsewhere: EnsureElsewhere;
}

/**
 * The folder that holds the keyring, and the root key unless that comes from elsewhere, outside of the data
 * and its backups. Changes of several processes follow one another.
 */
export class KeyFolder {
  /** One key for each purpose, derived from the secret of the installation. */
  readonly derived: DerivedKeys;
  readonly keyRing: KeyRing;
  readonly #holder: Holder;

  private constructor(keyRing: KeyRing, holder: Holder) {
    this.derived = deriveKeys(holder.opened().keyring.secret);
    this.keyRing = keyRing;
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
    const secret = randomness.bytes(keyBytes);
    const empty = { secret, keys: new Map(), installation: undefined, changes: 0 };
    const sealed = sealKeyring(newProtection(bytes, randomness), empty, randomness);
    try {
      await createFile(keyringPath(dir), sealed);
      if (isFile) await createFile(rootKeyPath(dir), formatRootKey(bytes));
    } catch (error) {
      throw systemErrorCode(error) === 'EEXIST' ? alreadyThere(dir, error) : error;
    }
    return KeyFolder.#keep(dir, { bytes, label: source.label }, sealed, randomness);
  }

  /** Throws `key_missing`, `key_exposed` or `key_wrong`, and never creates a key. */
  static async open(
    dir: string,
    randomness: Randomness,
    source: RootKeySource = rootKeyFile(dir),
  ): Promise<KeyFolder> {
    await refuseOpenFolder(dir);
    const rootKey = { bytes: await source.read(), label: source.label };
    const sealed = await readPrivateFile(keyringPath(dir));
    return KeyFolder.#keep(dir, rootKey, sealed, randomness);
  }

  /** Opens the folder for a process that may change it. */
  static #keep(dir: string, rootKey: RootKey, sealed: Buffer, randomness: Randomness): KeyFolder {
    const keeping = new KeyringFile(dir, rootKey, sealed, randomness);
    const ring = createBucketKeyRing({ keys: keeping.keyring.keys, keeping, randomness });
    async function changeSlots(change: ChangeSlots): Promise<void> {
      keeping.changeSlots(change);
      try {
        await ring.storeAgain();
      } finally {
        keeping.changeSlots(undefined);
      }
    }
    return new KeyFolder(ring, {
      opened: () => keeping,
      claim(claim) {
        keeping.claim(claim);
      },
      storeAgain: () => ring.storeAgain(),
      async upgrade() {
        if (keeping.isOutdated) await ring.storeAgain();
      },
      addRootKey: (added) =>
        changeSlots(({ ringKey, slots }) => [...slots, sealSlot(added, ringKey, randomness)]),
      retireRootKeys: (kept = keeping.rootKey) =>
        changeSlots(({ slots }) => slots.filter((slot) => findRingKey(kept, slot) !== undefined)),
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
    return new KeyFolder(ring, {
      opened,
      claim: () => undefined,
      storeAgain: refuse,
      upgrade: refuse,
      addRootKey: refuse,
      retireRootKeys: refuse,
    });
  }

  /** The installation that the keys belong to; undefined for a keyring that was never claimed. */
  get installation(): string | undefined {
    return this.#holder.opened().keyring.installation;
  }

  /** The number of the newest change of the keyring. */
  get changes(): number {
    return this.#holder.opened().keyring.changes;
  }

  /** Whether files may have been encrypted with these keys. */
  get isInUse(): boolean {
    const { installation, keys } = this.#holder.opened().keyring;
    return installation !== undefined || keys.size > 0;
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

  /** The value that the database stores to detect the keys of another installation. */
  keyCheck(installId: string): Buffer {
    return keyCheck(this.derived.check, installId);
  }
}

/** Reads the keyring again when it was replaced, and once more before a bucket counts as destroyed. */
function watchKeyring(dir: string, ringKey: Buffer): (needed?: KeyBucket) => OpenedKeyring {
  const path = keyringPath(dir);

  function read(): { opened: OpenedKeyring; identity: string } {
    const { content, identity } = readPrivateFileSync(path);
    try {
      return { opened: openKeyring(ringKey, content), identity };
    } catch (error) {
      if (!(error instanceof IntegrityError)) throw error;
      const message = `${path} is not the keyring that this server was started with.`;
      throw new ValiseError('key_wrong', message, { cause: error });
    }
  }

  let known = read();
  return (needed) => {
    const isReplaced = identityOf(statSync(path)) !== known.identity;
    const isMissing = needed !== undefined && !known.opened.keyring.keys.has(needed);
    if (isReplaced || isMissing) known = read();
    return known.opened;
  };
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
