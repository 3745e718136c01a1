import { join } from 'node:path';

import type { KeyLedger } from '../domain/expiry/spent-keys.ts';
import type { Randomness } from '../domain/model/ids.ts';
import { systemFault, ValiseError } from '../domain/model/valise-error.ts';
import { replaceFile } from '../platform/durable-files.ts';
import type { BucketKeys, Keyring, DerivedKeys } from '../sealing/crypto/secrets.ts';
import { openKeyring, sealKeyring } from '../sealing/crypto/secrets.ts';
import { IntegrityError } from '../sealing/crypto/sealed-format.ts';
import type { Keeping } from './key-ring.ts';
import { readPrivateFile } from './key-folder.ts';

/** The owner of the keyring, and the ledger that records a change before it is made. */
export interface Claim {
  installation: string;
  ledger: KeyLedger;
}

/** The keyring file, as the one process that may change it uses it. */
export class KeyringFile implements Keeping {
  readonly #dir: string;
  readonly #derived: DerivedKeys;
  readonly #randomness: Randomness;
  /** The content that this process last read or wrote. */
  #sealed: Buffer;
  #keyring: Keyring;
  #claim: Claim | undefined;

  constructor(dir: string, derived: DerivedKeys, sealed: Buffer, randomness: Randomness) {
    this.#dir = dir;
    this.#derived = derived;
    this.#randomness = randomness;
    this.#sealed = sealed;
    this.#keyring = unsealKeyring(dir, derived, sealed);
  }

  get keyring(): Keyring {
    return this.#keyring;
  }

  /** After this, each change is announced first, and names the installation. */
  claim(claim: Claim): void {
    this.#claim = claim;
  }

  /**
   * The file differs from what this process last wrote after a failed sync, or when another process
   * wrote it. Its content is accepted unless keys would be lost.
   */
  async reload(needed: BucketKeys): Promise<BucketKeys> {
    try {
      const sealed = await readPrivateFile(keyringPath(this.#dir));
      if (!sealed.equals(this.#sealed)) {
        const keyring = unsealKeyring(this.#dir, this.#derived, sealed);
        refuseLoss(keyring, this.#keyring, needed);
        this.#sealed = sealed;
        this.#keyring = keyring;
      }
      return this.#keyring.keys;
    } catch (error) {
      throw keyFault(error);
    }
  }

  async persist(keys: BucketKeys, before: BucketKeys): Promise<void> {
    const { installation, changes } = this.#keyring;
    const known = installation === undefined ? new Map() : before;
    const made = [...keys.keys()].filter((bucket) => !known.has(bucket));
    const keyring: Keyring = {
      keys,
      installation: this.#claim?.installation ?? installation,
      changes: (await this.#claim?.ledger.announce(changes, made)) ?? changes,
    };
    const sealed = sealKeyring(this.#derived.keyring, keyring, this.#randomness);
    try {
      await replaceFile(keyringPath(this.#dir), sealed);
    } catch (error) {
      throw keyFault(error);
    }
    this.#sealed = sealed;
    this.#keyring = keyring;
  }
}

export function rootKeyPath(dir: string): string {
  return join(dir, 'root.key');
}

export function keyringPath(dir: string): string {
  return join(dir, 'keyring.sealed');
}

/** Throws `key_wrong` if the root key of the same folder does not open the bytes. */
export function unsealKeyring(dir: string, derived: DerivedKeys, sealed: Buffer): Keyring {
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
