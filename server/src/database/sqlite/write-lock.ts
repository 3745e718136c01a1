import { setTimeout as sleep } from 'node:timers/promises';

import type { SqliteConnection } from './sqlite-connection.ts';
import { databaseBusy } from './sqlite-error.ts';

/** Lends one thing to one user at a time, in the order of asking. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();
  #users = 0;

  /** Whether nobody has it or waits for it. */
  get isFree(): boolean {
    return this.#users === 0;
  }

  /** Resolves when it is the caller's turn, with what ends that turn. */
  async acquire(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#last = promise;
    this.#users += 1;
    await before;
    return () => {
      this.#users -= 1;
      resolve(undefined);
    };
  }
}

const longestPauseMs = 2;

/**
 * Takes the turn and begins a transaction in it; resolves with what ends the turn. While another
 * process writes, the turn is given back: SQLite itself would wait with everything standing still.
 * Throws `unavailable` when that takes longer than a connection may wait.
 */
export async function beginWithRetry(
  connection: SqliteConnection,
  mutex: Mutex,
): Promise<() => void> {
  const giveUpAt = performance.now() + connection.busyTimeoutMs;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const release = await mutex.acquire();
    let hasBegun = false;
    try {
      hasBegun = connection.tryBegin();
      if (hasBegun) return release;
    } finally {
      if (!hasBegun) release();
    }
    if (performance.now() >= giveUpAt) throw databaseBusy();
    await sleep(pauseMs);
  }
}
