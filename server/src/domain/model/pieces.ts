import { setImmediate as nextTurn } from 'node:timers/promises';

/** How much text is read between two pauses: some milliseconds of work, whatever stands there. */
export const pieceLength = 16_384;

/** Work on text that others wrote, with a pause wherever it has taken long enough for one turn of the event loop. */
export type InPieces<Result> = Generator<undefined, Result>;

/** For programs that serve nobody else meanwhile. */
export function finish<Result>(work: InPieces<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Lets the event loop turn at each pause, so that others are served meanwhile. */
export async function finishInTurns<Result>(work: InPieces<Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}
