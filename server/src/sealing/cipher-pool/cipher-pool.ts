import { createHash } from 'node:crypto';

import type { OpenedRun, OpenerOptions, SealedRun } from '../crypto/opener.ts';
import { createOpener, openRun } from '../crypto/opener.ts';
import type { Load, PlaceSealer, PlaceSealerOptions, SealedLoad } from '../crypto/sealer.ts';
import { createPlaceSealer } from '../crypto/sealer.ts';

/** Where sealing and opening of much data is done, so that whoever asks stays free meanwhile. */
export interface CipherPool {
  /** Nothing is hashed: for that, a hash starts the sealing. */
  sealStream(options: PlaceSealerOptions): SealStream;
  startHash(): RunningHash;
  openStream(options: OpenerOptions): OpenStream;
  /** Ends what is under way. Nothing may be started afterwards. */
  close(): Promise<void>;
}

/** One segment being sealed. Loads may be handed over before the ones before them are done. */
export interface SealStream {
  /** Takes the load's memory over until the promise has settled; comes back with it, sealed. */
  seal(load: Load): Promise<SealedLoad>;
  /** Forgets the segment. Must be called once, after its last load or when no more will come. */
  end(): void;
}

/** A SHA-256 over the plaintext of segments that are sealed one after another. */
export interface RunningHash {
  /** One that is lost, or was forgotten, can go on over nothing. */
  readonly state: 'fresh' | 'begun' | 'lost';
  /** Goes on over what is sealed: the last load tells what it has come to. One segment at a time. */
  sealStream(options: PlaceSealerOptions): SealStream;
  /** Must be called when no segment will follow; may be called twice. */
  forget(): void;
}

/** One segment being opened. */
export interface OpenStream {
  /** Takes the run's memory over. */
  open(run: SealedRun): Promise<OpenedRun>;
  /** Forgets the segment. Must be called once. */
  end(): void;
}

/** Does everything at once, in the thread that asks: best for what is small. */
export const inlineCipherPool: CipherPool = {
  sealStream: (options) => sealingWith(createPlaceSealer(options)),
  startHash() {
    const hash = createHash('sha256');
    let state: RunningHash['state'] = 'fresh';
    return {
      get state() {
        return state;
      },
      sealStream(options) {
        if (state === 'lost') throw new Error('This hash was forgotten');
        state = 'begun';
        return sealingWith(createPlaceSealer(options, hash));
      },
      forget() {
        state = 'lost';
      },
    };
  },
  openStream(options) {
    const opener = createOpener(options);
    return { open: (run) => promiseOf(() => openRun(opener, run)), end: () => undefined };
  },
  close: () => Promise.resolve(),
};

function sealingWith(seal: PlaceSealer): SealStream {
  return { seal: (load) => promiseOf(() => seal(load)), end: () => undefined };
}

function promiseOf<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve) => {
    resolve(work());
  });
}
