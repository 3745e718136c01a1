import { ValiseError, ValiseProblem, ValiseUnreachable } from './problem.ts';

const shortestMs = 250;
const longestMs = 20_000;
/** A line that breaks and is there again at once is worth no word. */
const silentMs = 1000;

/** Something failed, and is tried again for so long. */
export interface Waiting {
  error: ValiseError;
  leftSeconds: number;
}

/** How long one piece of work is repeated without success, and how long it waits between tries. */
export class Patience {
  readonly #forMs: number;
  readonly #signal: AbortSignal | undefined;
  readonly #onWait: ((waiting: Waiting) => void) | undefined;
  #since: number | undefined;
  #turn = 0;
  #isTold = false;

  constructor(forSeconds: number, signal?: AbortSignal, onWait?: (waiting: Waiting) => void) {
    this.#forMs = forSeconds * 1000;
    this.#signal = signal;
    this.#onWait = onWait;
  }

  /** Something went well: the time begins anew with the next failure. */
  reset(): void {
    this.#since = undefined;
    this.#turn = 0;
    this.#isTold = false;
  }

  /**
   * Resolves when it is time for another try, and throws the error where there is none. `isRepeatable`: to do the work
   * twice is the same as doing it once.
   */
  async afterFailure(error: unknown, isRepeatable: boolean): Promise<void> {
    this.#signal?.throwIfAborted();
    if (!mayRepeat(error, isRepeatable)) throw error;
    await this.pause(error);
  }

  /** The same for an error that another try may mend, whatever it says of itself. */
  async pause(error: unknown): Promise<void> {
    const now = performance.now();
    this.#since ??= now;
    const left = this.#forMs - (now - this.#since);
    const asked = error instanceof ValiseProblem ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    if (left <= 0 || asked > left) throw error;
    const backOff = Math.min(longestMs, shortestMs * 2 ** this.#turn);
    this.#turn += 1;
    const pauseMs = Math.min(left, Math.max(asked, backOff * (0.5 + chance() / 2)));
    const isLong = now + pauseMs - this.#since >= silentMs;
    if (isLong && !this.#isTold && error instanceof ValiseError) {
      this.#isTold = true;
      this.#onWait?.({ error, leftSeconds: left / 1000 });
    }
    await sleep(pauseMs, this.#signal);
  }
}

function mayRepeat(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof ValiseUnreachable) return isRepeatable;
  if (!(error instanceof ValiseProblem)) return false;
  return error.retry === 'later' || (error.retry === 'same_key' && isRepeatable);
}

/** Clients that failed together come back apart. */
function chance(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn / 2 ** 32;
}

/** Rejects with the reason of the signal when it fires. */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => {
    resolve(undefined);
  }, ms);
  const stop = (): void => {
    reject(signal?.reason as Error);
  };
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
