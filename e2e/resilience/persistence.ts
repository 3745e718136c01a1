import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from '../harness/exchange.ts';

/** What is answered while a node is dying or an engine is away: the same request later succeeds. */
const passing = [409, 502, 503, 504];
const pauseMs = 100;

/** Repeats requests that were not acknowledged, as a client behind a balancer does. */
export class Persistence {
  readonly #patienceMs: number;
  /** How many requests had to be repeated. */
  repeated = 0;

  /** `patienceMs` is longer than any outage. */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Asks until the status is one of those that are wanted; any other than a passing one fails the test. */
  async until(wanted: readonly number[], ask: () => Promise<Answer>): Promise<Answer> {
    const giveUpAt = Date.now() + this.#patienceMs;
    for (;;) {
      const answer = await ask().catch((error: unknown) => String(error));
      if (typeof answer !== 'string' && wanted.includes(answer.status)) return answer;
      const told = typeof answer === 'string' ? answer : `${answer.status} ${answer.text()}`;
      const isPassing = typeof answer === 'string' || passing.includes(answer.status);
      assert.ok(isPassing, told);
      assert.ok(Date.now() < giveUpAt, `not within ${this.#patienceMs} ms: ${told}`);
      this.repeated += 1;
      await sleep(pauseMs);
    }
  }
}
