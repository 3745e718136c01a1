import { createHash } from 'node:crypto';

/** A SHA-256 over the plaintext of a file, in the thread that seals it. */
export interface PlainHash {
  update(plain: Uint8Array): void;
  /** Of all bytes so far. More may follow. */
  digest(): Buffer;
  /** What any process needs to continue; undefined where this hash cannot be saved. Contains plaintext. */
  save(): Buffer | undefined;
}

export function createPlainHash(): PlainHash {
  const hash = createHash('sha256');
  return {
    update(plain) {
      hash.update(plain);
    },
    digest: () => hash.copy().digest(),
    save: () => undefined,
  };
}

/** Starts a hash, or continues a saved one; undefined when another version of the program saved it. */
export type StartSavableHash = (saved?: Uint8Array) => PlainHash | undefined;

/**
 * Loads an implementation whose state can be saved, which that of Node cannot. It takes about eight times
 * the processor time, and is used where another server may get the next piece of an upload (decision 0009).
 */
export async function loadSavableHash(): Promise<StartSavableHash> {
  const { createSHA256 } = await import('hash-wasm');
  const engine = await createSHA256();

  function isKnown(saved: Uint8Array): boolean {
    try {
      engine.load(saved);
      return true;
    } catch {
      return false;
    }
  }

  return (saved) => {
    if (saved !== undefined && !isKnown(saved)) return undefined;
    let state = saved ?? engine.init().save();
    return {
      // All hashes of a thread use one engine in turn.
      update(plain) {
        state = engine.load(state).update(plain).save();
      },
      digest: () => Buffer.from(engine.load(state).digest('binary')),
      save: () => Buffer.from(state),
    };
  };
}
