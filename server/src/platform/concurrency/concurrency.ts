import { setTimeout as sleep } from 'node:timers/promises';

/** Admits a limited number of users at a time, in the order of asking. */
export class Semaphore {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #users = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether the next user need not wait. */
  get isFree(): boolean {
    return this.#users < this.#limit;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when the caller is admitted, with the function that must be called once when it is done. */
  async acquire(): Promise<() => void> {
    if (this.isFree) this.#users += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => {
      // The place passes to the user that has waited longest: no other can take it in between.
      const next = this.#waiting.shift();
      if (next === undefined) this.#users -= 1;
      else next();
    };
  }

  async run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const release = await this.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }
}

/** Admits one user at a time, in the order of asking. */
export class Mutex extends Semaphore {
  constructor() {
    super(1);
  }
}

interface Backoff {
  firstMs: number;
  maxMs: number;
}

/** How long to wait after so many failures: twice as long after each, up to a limit. */
export function backoffMs(failures: number, { firstMs, maxMs }: Backoff): number {
  return Math.min(firstMs * 2 ** (failures - 1), maxMs);
}

/** Tries until there is a result. Undefined when there is none after `timeoutMs`. */
export async function retry<Result>(
  attempt: () => Promise<Result | undefined>,
  { timeoutMs, ...backoff }: Backoff & { timeoutMs: number },
): Promise<Result | undefined> {
  const giveUpAt = performance.now() + timeoutMs;
  for (let failures = 1; ; failures += 1) {
    const result = await attempt();
    if (result !== undefined || performance.now() >= giveUpAt) return result;
    await sleep(backoffMs(failures, backoff));
  }
}

/** Resolves when the work has ended, or after so long; rejects when it fails before. The work goes on. */
export async function settledWithin(ms: number, work: Promise<void>): Promise<void> {
  const waiting = new AbortController();
  const late = sleep(ms, undefined, { signal: waiting.signal }).catch(() => undefined);
  try {
    await Promise.race([work, late]);
  } finally {
    waiting.abort();
  }
}
