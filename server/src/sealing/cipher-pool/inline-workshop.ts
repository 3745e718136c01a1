import { createHash } from 'node:crypto';

import { openRun } from '../crypto/open-run.ts';
import { createOpener } from '../crypto/opener.ts';
import type { PlaceSealer } from '../crypto/seal-in-place.ts';
import { createPlaceSealer } from '../crypto/seal-in-place.ts';
import type { RunningHash, Sealing, Workshop } from './workshop.ts';

/** Does everything at once, in the thread that asks: best for what is small. */
export const inlineWorkshop: Workshop = {
  startSealing: (options) => sealingWith(createPlaceSealer(options)),
  startHash() {
    const hash = createHash('sha256');
    let state: RunningHash['state'] = 'fresh';
    return {
      get state() {
        return state;
      },
      startSealing(options) {
        if (state === 'lost') throw new Error('This hash was forgotten');
        state = 'begun';
        return sealingWith(createPlaceSealer(options, hash));
      },
      forget() {
        state = 'lost';
      },
    };
  },
  startOpening(options) {
    const opener = createOpener(options);
    return { open: (run) => promiseOf(() => openRun(opener, run)), end: () => undefined };
  },
  close: () => Promise.resolve(),
};

function sealingWith(seal: PlaceSealer): Sealing {
  return { seal: (load) => promiseOf(() => seal(load)), end: () => undefined };
}

function promiseOf<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve) => {
    resolve(work());
  });
}
