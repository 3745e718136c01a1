import { join } from 'node:path';
import type { DerivedKeys } from '../sealing/crypto/secrets.ts';
import { IntegrityError } from '../sealing/crypto/primitives.ts';
import type { BucketKeys, Keyring } from '../sealing/crypto/key-wrap.ts';
import { openKeyring, sealKeyring } from '../sealing/crypto/key-wrap.ts';
import type { Randomness } from '../domain/model/ids.ts';
import type { KeyLedger } from '../domain/expiry/key-ledger.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { Keeping } from './bucket-key-ring.ts';
import { replaceFile } from './durable-file.ts';
import { keyFault } from './key-fault.ts';
import { readPrivateFile } from './private-path.ts';

/** Whose the keyring is, and who must know of a change before it is made. */
export interface Claim {
  installation: string;
  ledger: KeyLedger;
}

/** The keyring file, in the hands of the one process that may change it. */
export class KeyringFile implements Keeping {
  readonly #dir: string;
  readonly #derived: DerivedKeys;
  readonly #randomness: Randomness;
  /** As this process last read or wrote it. */
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

  /** From now on each change is announced first, and names the installation. */
  claim(claim: Claim): void {
    this.#claim = claim;
  }

  /**
   * The file is not the one that this process knows after a change of its own whose sync failed, or
   * when another process wrote it. It is taken as it is, unless keys would be lost with it.
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

/** Throws `key_wrong` when the bytes do not open with the root key of the same folder. */
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
