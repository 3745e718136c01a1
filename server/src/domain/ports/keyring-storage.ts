/**
 * Where the sealed keyring of an installation is stored: a file, or a row that all nodes share. It knows
 * nothing of the content.
 */
export interface KeyringStorage {
  /** Its location, for messages. */
  readonly label: string;
  /** Undefined where there is none. */
  read(): Promise<Buffer | undefined>;
  /** Stores the first one. Resolves with false where there is one already, which stays. */
  create(sealed: Buffer): Promise<boolean>;
  /**
   * Replaces the keyring by what `work` makes of it, alone among all processes that share it. Resolves once
   * that would survive a power cut. Where `work` rejects, nothing was replaced; when anything else fails, it
   * is unknown whether it was. Throws `key_missing` where there is none.
   */
  change(work: (sealed: Buffer) => Promise<Buffer>): Promise<void>;
  /** Removes what is left of keyrings that were replaced, as far as the storage can. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}
