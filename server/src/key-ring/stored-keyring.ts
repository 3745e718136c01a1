import type { KeyLedger } from '../domain/expiry/spent-keys.ts';
import type { Randomness } from '../domain/model/ids.ts';
import { systemFault, ValiseError } from '../domain/model/valise-error.ts';
import type { KeyringStorage } from '../domain/ports/keyring-storage.ts';
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
import type { SeenChanges } from './seen-changes.ts';

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

/** What opens a keyring: a worker has the ring key of the process that started it, and no root key. */
export type Opener = { rootKey: RootKey } | { rootKey?: never; ringKey: Buffer };

export type ChangeSlots = (protection: Protection) => readonly Buffer[];

export interface KeyringParts {
  storage: KeyringStorage;
  opener: Opener;
  /** The content of the storage. */
  sealed: Buffer;
  randomness: Randomness;
  /** Where other nodes change the keyring too: how far this one has seen it change. */
  seen?: SeenChanges | undefined;
  /** Whether other nodes may destroy keys. */
  isShared?: boolean;
}

/**
 * How far the number jumps when a keyring is accepted that is older than what this node has seen: other
 * nodes may have seen some more changes.
 */
const acceptanceJump = 1000;

/** A stored keyring, as a process uses it that may change it. */
export class StoredKeyring implements Keeping {
  readonly #parts: KeyringParts;
  /** The content that this process last read or wrote. */
  #sealed: Buffer;
  #opened: OpenedKeyring;
  #claim: Claim | undefined;
  #changeSlots: ChangeSlots | undefined;
  #changeRowsBoundAt: { to: number | undefined } | undefined;

  constructor(parts: KeyringParts) {
    this.#parts = parts;
    this.#sealed = parts.sealed;
    this.#opened = this.#unseal(parts.sealed);
  }

  get keyring(): Keyring {
    return this.#opened.keyring;
  }

  get protection(): Protection {
    return this.#opened.protection;
  }

  /** The root key that this process opened the keyring with. */
  get rootKey(): Buffer {
    const { rootKey } = this.#parts.opener;
    if (rootKey === undefined) throw new Error('This process has no root key');
    return rootKey.bytes;
  }

  /** Whether it has an earlier format, which the next change replaces. */
  get isOutdated(): boolean {
    return isFirstVersion(this.#sealed);
  }

  /** The number of the newest change that this node knows of. */
  get changes(): number {
    return Math.max(this.keyring.changes, this.#parts.seen?.changes ?? 0);
  }

  /** After this, each change is announced first, and names the installation. */
  claim(claim: Claim): void {
    this.#claim = claim;
  }

  /** The next change also changes which root keys open the keyring. */
  changeSlots(change: ChangeSlots | undefined): void {
    this.#changeSlots = change;
  }

  /** The next change also says since when the rows of people have their MACs. */
  changeRowsBoundAt(change: { to: number | undefined } | undefined): void {
    this.#changeRowsBoundAt = change;
  }

  /** Reads again what other nodes may have changed. */
  async refresh(): Promise<BucketKeys> {
    const { storage } = this.#parts;
    const sealed = await storage.read();
    if (sealed === undefined) {
      throw new ValiseError('key_missing', `The keyring in ${storage.label} is missing.`);
    }
    this.#adopt(sealed, new Map());
    await this.#note();
    return this.keyring.keys;
  }

  /**
   * The stored keyring differs from what this process last wrote after a failed write, or when another process
   * wrote it. Its content is accepted unless keys would be lost.
   */
  async change(needed: BucketKeys, next: (found: BucketKeys) => BucketKeys): Promise<BucketKeys> {
    const made: { sealed: Buffer; opened: OpenedKeyring }[] = [];
    try {
      await this.#parts.storage.change(async (found) => {
        this.#adopt(found, needed);
        const changed = await this.#make(next(this.keyring.keys));
        made.push(changed);
        return changed.sealed;
      });
    } catch (error) {
      throw keyFault(error);
    }
    for (const { sealed, opened } of made) {
      this.#sealed = sealed;
      this.#opened = opened;
    }
    this.#changeSlots = undefined;
    this.#changeRowsBoundAt = undefined;
    await this.#note();
    return this.keyring.keys;
  }

  async #make(keys: BucketKeys): Promise<{ sealed: Buffer; opened: OpenedKeyring }> {
    const { secret, keys: before, installation, changes, rowsBoundAt } = this.keyring;
    const known = installation === undefined ? new Map() : before;
    const made = [...keys.keys()].filter((bucket) => !known.has(bucket));
    const from = this.changes > changes ? this.changes + acceptanceJump : changes;
    const keyring: Keyring = {
      secret,
      keys,
      installation: this.#claim?.installation ?? installation,
      changes: (await this.#claim?.ledger.announce(from, made)) ?? changes,
      rowsBoundAt: this.#changeRowsBoundAt === undefined ? rowsBoundAt : this.#changeRowsBoundAt.to,
    };
    const { ringKey, slots } = this.protection;
    const protection = { ringKey, slots: this.#changeSlots?.(this.protection) ?? slots };
    const sealed = sealKeyring(protection, keyring, this.#parts.randomness);
    return { sealed, opened: { keyring, protection } };
  }

  #adopt(sealed: Buffer, needed: BucketKeys): void {
    if (sealed.equals(this.#sealed)) return;
    const opened = this.#reopen(sealed);
    refuseLoss(opened.keyring, this.keyring, this.#parts.isShared === true ? new Map() : needed);
    this.#sealed = sealed;
    this.#opened = opened;
  }

  /** The root key may have been replaced since, but not the ring key, unless another process converted the keyring. */
  #reopen(sealed: Buffer): OpenedKeyring {
    try {
      return openKeyring(this.protection.ringKey, sealed);
    } catch (error) {
      if (!(error instanceof IntegrityError)) throw error;
      return this.#unseal(sealed);
    }
  }

  #unseal(sealed: Buffer): OpenedKeyring {
    const { opener, storage, randomness, isShared } = this.#parts;
    try {
      return opener.rootKey === undefined
        ? openKeyring(opener.ringKey, sealed)
        : openKeyringWithRootKey(opener.rootKey.bytes, sealed, randomness);
    } catch (error) {
      if (!(error instanceof IntegrityError)) throw error;
      const key = opener.rootKey?.label ?? 'the key that this server was started with';
      const reason = `${storage.label} does not open with ${key}. One of them is damaged, from before a rotation, or belongs to another installation:`;
      throw new ValiseError(
        'key_wrong',
        isShared === true
          ? `${reason} correct databaseUrl, or give this node the root key of the others.`
          : `${reason} put both back from the same safekeeping copy.`,
        { cause: error },
      );
    }
  }

  async #note(): Promise<void> {
    const { installation, changes } = this.keyring;
    if (installation !== undefined) await this.#parts.seen?.note(installation, changes);
  }
}

function refuseLoss(found: Keyring, known: Keyring, needed: BucketKeys): void {
  const isSameOwner = [undefined, found.installation].includes(known.installation);
  const holdsAll = [...needed].every(([bucket, key]) => found.keys.get(bucket)?.equals(key));
  if (isSameOwner && holdsAll && found.changes >= known.changes) return;
  throw new ValiseError('key_wrong', 'The stored keyring is not the one this process knows');
}

const retryAfterSeconds = 30;

/**
 * The error for a request that needs a new key when the storage fails. An operator may repair it while the
 * server runs, so the client is told to try again.
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
