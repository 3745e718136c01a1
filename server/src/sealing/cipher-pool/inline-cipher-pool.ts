import { createHash } from 'node:crypto';

import { openRun, createOpener } from '../crypto/opener.ts';
import type { PlaceSealer } from '../crypto/sealer.ts';
import { createPlaceSealer } from '../crypto/sealer.ts';
import type { RunningHash, SealStream, CipherPool } from './cipher-pool.ts';

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
