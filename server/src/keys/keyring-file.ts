import { join } from 'node:path';

import type { KeyLedger } from '../domain/expiry/spent-keys.ts';
import type { Randomness } from '../domain/model/ids.ts';
import { systemFault, ValiseError } from '../domain/model/valise-error.ts';
import { takeKeyringLock } from '../locks/server-lock.ts';
import { replaceFile } from '../platform/durable-files.ts';
import type {
  BucketKeys,
  Keyring,
  OpenedKeyring,
  Protection,
} from '../sealing/crypto/keyring-format.ts';
import {
  isFirstVersion,
  openKeyring,
  openKeyringWithRootKey,
  sealKeyring,
} from '../sealing/crypto/keyring-format.ts';
import { IntegrityError } from '../sealing/crypto/sealed-format.ts';
import type { Keeping } from './key-ring.ts';
import { readPrivateFile } from './private-files.ts';

/** The owner of the keyring, and the ledger that records a change before it is made. */
export interface Claim {
  installation: string;
  ledger: KeyLedger;
}

export interface RootKey {
  bytes: Buffer;
  /** Its source, for messages. */
  label: string;
}

export type ChangeSlots = (protection: Protection) => readonly Buffer[];

/** The keyring file, as a process uses it that may change it. */
export class KeyringFile implements Keeping {
  readonly #dir: string;
  readonly #rootKey: RootKey;
  readonly #randomness: Randomness;
  /** The content that this process last read or wrote. */
  #sealed: Buffer;
  #opened: OpenedKeyring;
  #claim: Claim | undefined;
  #changeSlots: ChangeSlots | undefined;

  constructor(dir: string, rootKey: RootKey, sealed: Buffer, randomness: Randomness) {
    this.#dir = dir;
    this.#rootKey = rootKey;
    this.#randomness = randomness;
    this.#sealed = sealed;
    this.#opened = unsealKeyring(dir, rootKey, sealed, randomness);
  }

  get keyring(): Keyring {
    return this.#opened.keyring;
  }

  /** The root key that this process opened the file with. */
  get rootKey(): Buffer {
    return this.#rootKey.bytes;
  }

  get protection(): Protection {
    return this.#opened.protection;
  }

  /** Whether the file has an earlier format, which the next change replaces. */
  get isOutdated(): boolean {
    return isFirstVersion(this.#sealed);
  }

  /** After this, each change is announced first, and names the installation. */
  claim(claim: Claim): void {
    this.#claim = claim;
  }

  /** The next change also changes which root keys open the keyring. */
  changeSlots(change: ChangeSlots | undefined): void {
    this.#changeSlots = change;
  }

  /** No other process changes the file meanwhile. */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const lock = await takeKeyringLock(this.#dir);
    try {
      return await work();
    } finally {
      lock.release();
    }
  }

  /**
   * The file differs from what this process last wrote after a failed sync, or when another process
   * wrote it. Its content is accepted unless keys would be lost.
   */
  async reload(needed: BucketKeys): Promise<BucketKeys> {
    try {
      const sealed = await readPrivateFile(keyringPath(this.#dir));
      if (!sealed.equals(this.#sealed)) {
        const opened = this.#open(sealed);
        refuseLoss(opened.keyring, this.keyring, needed);
        this.#sealed = sealed;
        this.#opened = opened;
      }
      return this.keyring.keys;
    } catch (error) {
      throw keyFault(error);
    }
  }

  /** The root key may have been replaced since, but not the ring key, unless another process converted the file. */
  #open(sealed: Buffer): OpenedKeyring {
    try {
      return openKeyring(this.protection.ringKey, sealed);
    } catch (error) {
      if (!(error instanceof IntegrityError)) throw error;
      return unsealKeyring(this.#dir, this.#rootKey, sealed, this.#randomness);
    }
  }

  async persist(keys: BucketKeys, before: BucketKeys): Promise<void> {
    const { secret, installation, changes } = this.keyring;
    const known = installation === undefined ? new Map() : before;
    const made = [...keys.keys()].filter((bucket) => !known.has(bucket));
    const keyring: Keyring = {
      secret,
      keys,
      installation: this.#claim?.installation ?? installation,
      changes: (await this.#claim?.ledger.announce(changes, made)) ?? changes,
    };
    const { ringKey, slots } = this.protection;
    const protection = { ringKey, slots: this.#changeSlots?.(this.protection) ?? slots };
    const sealed = sealKeyring(protection, keyring, this.#randomness);
    try {
      await replaceFile(keyringPath(this.#dir), sealed);
    } catch (error) {
      throw keyFault(error);
    }
    this.#sealed = sealed;
    this.#opened = { keyring, protection };
    this.#changeSlots = undefined;
  }
}

export function keyringPath(dir: string): string {
  return join(dir, 'keyring.sealed');
}

/** Throws `key_wrong` if the root key does not open the bytes. */
function unsealKeyring(
  dir: string,
  { bytes, label }: RootKey,
  sealed: Buffer,
  randomness: Randomness,
): OpenedKeyring {
  try {
    return openKeyringWithRootKey(bytes, sealed, randomness);
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    throw new ValiseError(
      'key_wrong',
      `${keyringPath(dir)} does not open with ${label}. One of them is damaged, from before a rotation, or belongs to another installation: put both back from the same safekeeping copy.`,
      { cause: error },
    );
  }
}

function refuseLoss(found: Keyring, known: Keyring, needed: BucketKeys): void {
  const isSameOwner = [undefined, found.installation].includes(known.installation);
  const holdsAll = [...needed].every(([bucket, key]) => found.keys.get(bucket)?.equals(key));
  if (isSameOwner && holdsAll) return;
  throw new ValiseError('key_wrong', 'The keyring on disk is not the one this process knows');
}

const retryAfterSeconds = 30;

/**
 * The error for a request that needs a new key when the key folder fails. An operator may repair the
 * folder while the server runs, so the client is told to try again.
 */
export function keyFault(error: unknown): Error {
  const broken = 'The keys cannot be stored at the moment. Please try again later.';
  if (error instanceof ValiseError && error.code.startsWith('key_')) {
    return new ValiseError('unavailable', broken, { retryAfterSeconds, cause: error });
  }
  return systemFault(error, {
    noRoom: 'The server has no room left for the keys of new files.',
    broken,
  });
}
