import type { RetryPolicy } from './s3-errors.ts';
import { isSilence, silenceError, statusOf, withRetries } from './s3-errors.ts';

/** How long others are refused before one request finds out whether the store answers again. */
const pauseMs = 5_000;

/**
 * Knows whether the store answers anybody. Once it does not, requests are refused at once rather than after the
 * full time each: what waits in line and what cleans up would otherwise add up to minutes.
 */
export class Silence {
  #heardAt = -Infinity;
  #silentAt: number | undefined;

  /** Makes a request, as often as the policy allows. */
  async request<Result>(
    policy: RetryPolicy,
    attempt: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    this.#refuse();
    return await withRetries(policy, () => this.#listen(attempt), signal);
  }

  /** One request is let through every few seconds, to find out. */
  #refuse(): void {
    if (this.#silentAt === undefined) return;
    const now = performance.now();
    if (now - this.#silentAt < pauseMs) throw silenceError();
    this.#silentAt = now;
  }

  async #listen<Result>(attempt: () => Promise<Result>): Promise<Result> {
    const begunAt = performance.now();
    try {
      const result = await attempt();
      this.#noteAnswer();
      return result;
    } catch (error) {
      if (statusOf(error) !== undefined) this.#noteAnswer();
      // If others were answered meanwhile, the fault is that of one connection.
      else if (isSilence(error) && this.#heardAt < begunAt) this.#silentAt = performance.now();
      throw error;
    }
  }

  #noteAnswer(): void {
    this.#heardAt = performance.now();
    this.#silentAt = undefined;
  }
}
