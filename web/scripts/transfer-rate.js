// The rate of the upload, and the time left. Only time in which bytes could be sent counts: a pause and a
// lost connection say nothing about the speed, and neither do bytes that had arrived before.

/** The rate follows changes of the connection, without jumping with every piece. */
const windowMs = 10_000;
/** Less says more about buffers than about the connection. */
const leastMs = 1000;

/** A few seconds say little about hours: as many times longer may the time left be that is told. */
const mostTimesAhead = 60;
/** After this long, any time is told. */
const sureAfterMs = 10_000;

/** @typedef {ReturnType<typeof createTransferRate>} TransferRate */

/**
 * `now` tells the time in milliseconds on a clock that never jumps.
 * @param {() => number} now
 */
export function createTransferRate(now) {
  /** @type {{ at: number, bytes: number }[]} */
  let samples = [];
  let startedAt = 0;

  return {
    /**
     * Bytes leave from here on; what came before says nothing about the speed.
     * @param {number} bytes
     */
    start(bytes) {
      startedAt = now();
      samples = [{ at: startedAt, bytes }];
    },

    /** Nothing is sent until the next start. */
    stop() {
      samples = [];
    },

    /** @param {number} bytes */
    advance(bytes) {
      const at = now();
      samples.push({ at, bytes });
      while (samples.length > 2 && at - (samples[1]?.at ?? at) >= windowMs) samples.shift();
    },

    /**
     * The rate, and how long so many bytes take with it. Undefined until it means something.
     * @param {number} bytesLeft
     */
    estimate(bytesLeft) {
      const first = samples.at(0);
      const last = samples.at(-1);
      if (first === undefined || last === undefined) return undefined;
      if (last.at - first.at < leastMs || last.bytes <= first.bytes) return undefined;
      const bytesPerSecond = (last.bytes - first.bytes) / ((last.at - first.at) / 1000);
      const secondsLeft = bytesLeft / bytesPerSecond;
      const measuredMs = last.at - startedAt;
      const isFar = secondsLeft * 1000 > measuredMs * mostTimesAhead;
      return isFar && measuredMs < sureAfterMs ? undefined : { bytesPerSecond, secondsLeft };
    },
  };
}
