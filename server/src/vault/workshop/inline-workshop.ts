import { openRun } from '../../crypto/open-run.ts';
import { createOpener } from '../../crypto/opener.ts';
import { createPlaceSealer } from '../../crypto/seal-in-place.ts';
import type { Workshop } from './workshop.ts';

/** Does everything at once, in the thread that asks: best for what is small. */
export const inlineWorkshop: Workshop = {
  startSealing(options) {
    const seal = createPlaceSealer(options);
    return { seal: (load) => promiseOf(() => seal(load)), end: () => undefined };
  },
  startOpening(options) {
    const opener = createOpener(options);
    return { open: (run) => promiseOf(() => openRun(opener, run)), end: () => undefined };
  },
  close: () => Promise.resolve(),
};

function promiseOf<Result>(work: () => Result): Promise<Result> {
  return new Promise((resolve) => {
    resolve(work());
  });
}
