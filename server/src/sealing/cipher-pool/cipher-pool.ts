import type { OpenedRun, OpenerOptions, SealedRun } from '../crypto/opener.ts';
import { createOpener, openRun } from '../crypto/opener.ts';
import { createPlainHash } from '../crypto/plain-hash.ts';
import type {
  FilledBuffer,
  InPlaceSealer,
  InPlaceSealerOptions,
  SealedBuffer,
} from '../crypto/sealer.ts';
import { createInPlaceSealer } from '../crypto/sealer.ts';

/** Encrypts and decrypts large data, so that the caller stays free meanwhile. */
export interface CipherPool {
  /** Without a hash; `startHash` starts one with a hash. */
  sealStream(options: InPlaceSealerOptions): SealStream;
  /** Whether a hash can be saved, and continue in another process. */
  readonly savesHashes: boolean;
  /**
   * Without options, a hash that ends with its process. A saved one that cannot continue returns no digest.
   * Options are for a pool that saves hashes.
   */
  startHash(options?: { saved?: Buffer | undefined }): RunningHash;
  openStream(options: OpenerOptions): OpenStream;
  /** Ends all streams. Nothing may be started afterwards. */
  close(): Promise<void>;
}

/** One segment being sealed. Buffers may be passed before the ones before them are done. */
export interface SealStream {
  /** Takes over the buffer until the promise has settled; resolves with it, sealed. */
  seal(buffer: FilledBuffer): Promise<SealedBuffer>;
  /** Releases the segment. Must be called once, after its last buffer or when no more will come. */
  end(): void;
}

/** A SHA-256 over the plaintext of segments that are sealed one after another. */
export interface RunningHash {
  /** Whether it cannot continue: it was forgotten, or its thread has ended. */
  readonly isLost: boolean;
  /** Continues the hash over the segment: the last buffer returns the result. One segment at a time. */
  sealStream(options: InPlaceSealerOptions): SealStream;
  /** Must be called when no segment will follow; may be called twice. */
  forget(): void;
}

/** One segment being opened. */
export interface OpenStream {
  /** Takes over the run's memory. */
  open(run: SealedRun): Promise<OpenedRun>;
  /** Releases the segment. Must be called once. */
  end(): void;
}

/** Works in the calling thread: best for small data. */
export const inlineCipherPool: CipherPool = {
  sealStream: (options) => sealingWith(createInPlaceSealer(options)),
  savesHashes: false,
  startHash(options) {
    if (options !== undefined) throw new Error('This pool saves no hashes');
    const hash = createPlainHash();
    let isLost = false;
    return {
      get isLost() {
        return isLost;
      },
      sealStream(options) {
        if (isLost) throw new Error('This hash was forgotten');
        return sealingWith(createInPlaceSealer(options, hash));
      },
      forget() {
        isLost = true;
      },
    };
  },
  openStream(options) {
    const opener = createOpener(options);
    return { open: (run) => promiseOf(() => openRun(opener, run)), end: () => undefined };
  },
  close: () => Promise.resolve(),
};

function sealingWith(seal: InPlaceSealer): SealStream {
  return { seal: (buffer) => promiseOf(() => seal(buffer)), end: () => undefined };
}

function promiseOf<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve) => {
    resolve(work());
  });
}
