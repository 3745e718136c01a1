import type { Stats } from 'node:fs';
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { lstat, open } from 'node:fs/promises';

import type { Randomness } from '../domain/model/ids.ts';
import type { KeyBucket, KeyRing } from '../domain/model/key-ring.ts';
import { ValiseError, systemErrorCode } from '../domain/model/valise-error.ts';
import { createFile, makeFolders } from '../platform/durable-files.ts';
import { keyBytes } from '../sealing/crypto/sealed-format.ts';
import type { DerivedKeys, Keyring } from '../sealing/crypto/secrets.ts';
import { deriveKeys, keyCheck, sealKeyring } from '../sealing/crypto/secrets.ts';
import type { EnsureElsewhere } from './key-ring.ts';
import { createBucketKeyRing, createFollowingKeyRing } from './key-ring.ts';
import type { Claim } from './keyring-file.ts';
import { KeyringFile, keyringPath, rootKeyPath, unsealKeyring } from './keyring-file.ts';

const rootKeyPattern = /^[0-9a-f]{64}\n$/;

/** How this process uses the keyring. */
interface Holder {
  keyring: () => Keyring;
  claim: (claim: Claim) => void;
  storeAgain: () => Promise<void>;
}

/**
 * The folder that holds the root key and the keyring, outside of the data and its backups. One
 * process at a time may change it. Others may read or follow it at the same time.
 */
export class KeyFolder {
  /** One key for each purpose, derived from the root key. */
  readonly derived: DerivedKeys;
  readonly keyRing: KeyRing;
  readonly #holder: Holder;

  private constructor(derived: DerivedKeys, keyRing: KeyRing, holder: Holder) {
    this.derived = derived;
    this.keyRing = keyRing;
    this.#holder = holder;
  }

  /** Whether the folder contains a key or a keyring, which `create` would refuse to replace. */
  static async exists(dir: string): Promise<boolean> {
    return (await isThere(rootKeyPath(dir))) || (await isThere(keyringPath(dir)));
  }

  /** Creates a root key and an empty keyring. It never replaces a key, because its files could not be read any more. */
  static async create(dir: string, randomness: Randomness): Promise<KeyFolder> {
    if (await KeyFolder.exists(dir)) throw alreadyThere(dir);
    await makeFolders(dir);
    await refuseOpenFolder(dir);
    const rootKey = randomness.bytes(keyBytes);
    const derived = deriveKeys(rootKey);
    const empty = { keys: new Map(), installation: undefined, changes: 0 };
    const sealed = sealKeyring(derived.keyring, empty, randomness);
    try {
      await createFile(keyringPath(dir), sealed);
      await createFile(rootKeyPath(dir), `${rootKey.toString('hex')}\n`);
    } catch (error) {
      throw systemErrorCode(error) === 'EEXIST' ? alreadyThere(dir, error) : error;
    }
    return KeyFolder.#keep(dir, derived, sealed, randomness);
  }

  /** Throws `key_missing`, `key_exposed` or `key_wrong`, and never creates a key. */
  static async open(dir: string, randomness: Randomness): Promise<KeyFolder> {
    const derived = await readDerivedKeys(dir);
    const sealed = await readPrivateFile(keyringPath(dir));
    return KeyFolder.#keep(dir, derived, sealed, randomness);
  }

  /** Opens the folder for the one process that may change it. */
  static #keep(
    dir: string,
    derived: DerivedKeys,
    sealed: Buffer,
    randomness: Randomness,
  ): KeyFolder {
    const keeping = new KeyringFile(dir, derived, sealed, randomness);
    const ring = createBucketKeyRing({ keys: keeping.keyring.keys, keeping, randomness });
    return new KeyFolder(derived, ring, {
      keyring: () => keeping.keyring,
      claim(claim) {
        keeping.claim(claim);
      },
      storeAgain: () => ring.storeAgain(),
    });
  }

  /**
   * Opens the folder next to the process that changes it, which creates keys on request. Throws as `open`.
   */
  static async follow(
    dir: string,
    randomness: Randomness,
    ensureElsewhere: EnsureElsewhere,
  ): Promise<KeyFolder> {
    const derived = await readDerivedKeys(dir);
    const keyring = watchKeyring(dir, derived);
    const look = (needed?: KeyBucket) => keyring(needed).keys;
    const ring = createFollowingKeyRing({ look, ensureElsewhere, randomness });
    return new KeyFolder(derived, ring, {
      keyring,
      claim: () => undefined,
      storeAgain: () => Promise.reject(new Error('This process must not change the keyring')),
    });
  }

  /** The installation that the keys belong to; undefined for a keyring that was never claimed. */
  get installation(): string | undefined {
    return this.#holder.keyring().installation;
  }

  /** The number of the newest change of the keyring. */
  get changes(): number {
    return this.#holder.keyring().changes;
  }

  /** Whether files may have been encrypted with these keys. */
  get isInUse(): boolean {
    const { installation, keys } = this.#holder.keyring();
    return installation !== undefined || keys.size > 0;
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

  /** The value that the database stores to detect the root key or keyring of another installation. */
  keyCheck(installId: string): Buffer {
    return keyCheck(this.derived.check, installId);
  }
}

async function readDerivedKeys(dir: string): Promise<DerivedKeys> {
  await refuseOpenFolder(dir);
  return deriveKeys(parseRootKey(dir, await readPrivateFile(rootKeyPath(dir))));
}

/** Reads the keyring again when it was replaced, and once more before a bucket counts as destroyed. */
function watchKeyring(dir: string, derived: DerivedKeys): (needed?: KeyBucket) => Keyring {
  const path = keyringPath(dir);

  function read(): { keyring: Keyring; identity: string } {
    const { content, identity } = readPrivateFileSync(path);
    return { keyring: unsealKeyring(dir, derived, content), identity };
  }

  let known = read();
  return (needed) => {
    const isReplaced = identityOf(statSync(path)) !== known.identity;
    if (isReplaced || (needed !== undefined && !known.keyring.keys.has(needed))) known = read();
    return known.keyring;
  };
}

function parseRootKey(dir: string, content: Buffer): Buffer {
  const text = content.toString('latin1');
  if (rootKeyPattern.test(text)) return Buffer.from(text.trimEnd(), 'hex');
  throw new ValiseError(
    'key_wrong',
    `${rootKeyPath(dir)} does not hold a root key: 64 hexadecimal digits and a line end. Put it back from its safekeeping copy.`,
  );
}

function alreadyThere(dir: string, cause?: unknown): ValiseError {
  return new ValiseError(
    'data_unsafe',
    `${dir} holds a key or a keyring already, and it is never replaced. If no file was ever stored with it, remove the folder and try again.`,
    { cause },
  );
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

const othersMask = 0o077;

/** Throws `key_missing` or `key_exposed` unless the folder exists and only its owner may use it. */
async function refuseOpenFolder(path: string): Promise<void> {
  const folder = await openInPlace(path, constants.O_DIRECTORY);
  try {
    refuseExposed(await folder.stat(), path, '700');
  } finally {
    await folder.close();
  }
}

/** The bytes of a file that only its owner may use; throws as `refuseOpenFolder` does. */
export async function readPrivateFile(path: string): Promise<Buffer> {
  const file = await openInPlace(path, 0);
  try {
    refuseExposed(await file.stat(), path, '600');
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** The synchronous variant. `identity` changes when the file is replaced. */
function readPrivateFileSync(path: string): { content: Buffer; identity: string } {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const found = fstatSync(file);
      refuseExposed(found, path, '600');
      return { content: readFileSync(file), identity: identityOf(found) };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw explain(error, path);
  }
}

/** Replacing a file changes its inode and its change time. */
function identityOf({ ino, ctimeMs, size }: Stats): string {
  return `${ino} ${ctimeMs} ${size}`;
}

/** A symbolic link would let a user with write access elsewhere choose the key. */
async function openInPlace(path: string, flags: number): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | flags);
  } catch (error) {
    throw explain(error, path);
  }
}

function refuseExposed(found: Stats, path: string, mode: string): void {
  if ((found.mode & othersMask) === 0) return;
  throw new ValiseError(
    'key_exposed',
    `${path} can be used by others than its owner. If nobody can have read it, run: chmod ${mode} ${path}`,
  );
}

function explain(error: unknown, path: string): unknown {
  const code = systemErrorCode(error);
  if (code === 'ENOENT') {
    return new ValiseError(
      'key_missing',
      `${path} is missing. Put it back from its safekeeping copy: without it no file can be read, and a new one would not open them.`,
      { cause: error },
    );
  }
  if (code === 'ELOOP' || code === 'ENOTDIR') {
    return new ValiseError(
      'key_exposed',
      `${path} must stand where it is named, and must not be a link. Move the real one there, or name its real place.`,
      { cause: error },
    );
  }
  return error;
}
