import { statSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';

import type { DerivedKeys } from '../crypto/derived-keys.ts';
import { deriveKeys } from '../crypto/derived-keys.ts';
import { IntegrityError } from '../crypto/integrity-error.ts';
import { keyCheck } from '../crypto/key-check.ts';
import type { BucketKeys } from '../crypto/keyring-sealing.ts';
import { openKeyring, sealKeyring } from '../crypto/keyring-sealing.ts';
import { keyBytes } from '../crypto/secret-key.ts';
import type { Randomness } from '../domain/ids.ts';
import type { KeyBucket, KeyRing } from '../domain/key-ring.ts';
import { ValiseError } from '../domain/valise-error.ts';
import { createBucketKeyRing } from './bucket-key-ring.ts';
import { createFile, makeFolder, replaceFile } from './durable-file.ts';
import type { EnsureElsewhere } from './following-key-ring.ts';
import { createFollowingKeyRing } from './following-key-ring.ts';
import {
  identityOf,
  readPrivateFile,
  readPrivateFileSync,
  refuseOpenFolder,
} from './private-path.ts';
import { systemErrorCode } from './system-error-code.ts';

const rootKeyPattern = /^[0-9a-f]{64}\n$/;

/**
 * The folder that holds the root key and the keyring, outside of the data and its backups. One
 * process at a time may change it; who opens it only to read, or follows it, may do so meanwhile.
 */
export class KeyFolder {
  /** One key for each use; nothing else is made from the root key. */
  readonly derived: DerivedKeys;
  readonly keyRing: KeyRing;

  private constructor(derived: DerivedKeys, keyRing: KeyRing) {
    this.derived = derived;
    this.keyRing = keyRing;
  }

  /** Whether there is anything here that `create` would refuse to replace. */
  static async exists(dir: string): Promise<boolean> {
    return (await isThere(rootKeyPath(dir))) || (await isThere(keyringPath(dir)));
  }

  /** Makes a new root key and an empty keyring. Never replaces one: files would be lost with it. */
  static async create(dir: string, randomness: Randomness): Promise<KeyFolder> {
    if (await KeyFolder.exists(dir)) throw alreadyThere(dir);
    await makeFolder(dir);
    await refuseOpenFolder(dir);
    const rootKey = randomness.bytes(keyBytes);
    const derived = deriveKeys(rootKey);
    const sealed = sealKeyring(derived.keyring, new Map(), randomness);
    try {
      await createFile(keyringPath(dir), sealed);
      await createFile(rootKeyPath(dir), `${rootKey.toString('hex')}\n`);
    } catch (error) {
      throw systemErrorCode(error) === 'EEXIST' ? alreadyThere(dir, error) : error;
    }
    return new KeyFolder(derived, keepKeyring(dir, derived, sealed, randomness));
  }

  /** Throws `key_missing`, `key_exposed` or `key_wrong`, and never makes a key. */
  static async open(dir: string, randomness: Randomness): Promise<KeyFolder> {
    const derived = await readDerivedKeys(dir);
    const sealed = await readPrivateFile(keyringPath(dir));
    return new KeyFolder(derived, keepKeyring(dir, derived, sealed, randomness));
  }

  /** Opens it beside the one process that changes it, which makes keys on our behalf. Throws as `open`. */
  static async follow(
    dir: string,
    randomness: Randomness,
    ensureElsewhere: EnsureElsewhere,
  ): Promise<KeyFolder> {
    const derived = await readDerivedKeys(dir);
    const look = watchKeyring(dir, derived);
    return new KeyFolder(derived, createFollowingKeyRing({ look, ensureElsewhere, randomness }));
  }

  /** What the database keeps, so that another install's root key and keyring are noticed too. */
  keyCheck(installId: string): Buffer {
    return keyCheck(this.derived.check, installId);
  }
}

async function readDerivedKeys(dir: string): Promise<DerivedKeys> {
  await refuseOpenFolder(dir);
  return deriveKeys(parseRootKey(dir, await readPrivateFile(rootKeyPath(dir))));
}

/** The ring of the process that may change it. */
function keepKeyring(
  dir: string,
  derived: DerivedKeys,
  found: Buffer,
  randomness: Randomness,
): KeyRing {
  /** The keyring file as this process knows it. */
  let known = found;

  async function persist(keys: BucketKeys): Promise<void> {
    if (!(await readPrivateFile(keyringPath(dir))).equals(known)) {
      // Another process, or a change of our own that may not last because its sync failed. Writing
      // over it could lose keys; a restart reads what is really there.
      throw new Error('The keyring on disk is not the one this process knows');
    }
    const sealed = sealKeyring(derived.keyring, keys, randomness);
    await replaceFile(keyringPath(dir), sealed);
    known = sealed;
  }

  return createBucketKeyRing({ keys: unsealKeyring(dir, derived, found), persist, randomness });
}

/** Reads the keyring again whenever it was replaced, and to be sure before a bucket counts as gone. */
function watchKeyring(dir: string, derived: DerivedKeys): (needed?: KeyBucket) => BucketKeys {
  const path = keyringPath(dir);

  function read(): { keys: BucketKeys; identity: string } {
    const { content, identity } = readPrivateFileSync(path);
    return { keys: unsealKeyring(dir, derived, content), identity };
  }

  let known = read();
  return (needed) => {
    const isReplaced = identityOf(statSync(path)) !== known.identity;
    if (isReplaced || (needed !== undefined && !known.keys.has(needed))) known = read();
    return known.keys;
  };
}

function rootKeyPath(dir: string): string {
  return join(dir, 'root.key');
}

function keyringPath(dir: string): string {
  return join(dir, 'keyring.sealed');
}

function parseRootKey(dir: string, content: Buffer): Buffer {
  const text = content.toString('latin1');
  if (rootKeyPattern.test(text)) return Buffer.from(text.trimEnd(), 'hex');
  throw new ValiseError(
    'key_wrong',
    `${rootKeyPath(dir)} does not hold a root key: 64 hexadecimal digits and a line end. Put it back from its safekeeping copy.`,
  );
}

function unsealKeyring(dir: string, derived: DerivedKeys, sealed: Buffer): BucketKeys {
  try {
    return openKeyring(derived.keyring, sealed);
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    throw new ValiseError(
      'key_wrong',
      `${keyringPath(dir)} does not open with ${rootKeyPath(dir)}. One of them is damaged or belongs to another installation: put both back from the same safekeeping copy.`,
      { cause: error },
    );
  }
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
