import type { Clock } from '../domain/model/clock.ts';
import { minute, second } from '../domain/model/clock.ts';
import type { ValiseError } from '../domain/model/valise-error.ts';

interface Dependencies {
  clock: Pick<Clock, 'monotonic'>;
  log: {
    info(facts: object, text: string): void;
    error(facts: object, text: string): void;
  };
}

const lookMs = 5 * second;
/** Nobody was refused for so long: the outage is over. */
const quietMs = 10 * second;
const repeatMs = minute;

/**
 * Logs the first refusal of an outage with its reason, then a count each minute, and the total when the
 * outage is over: a line for each request would fill the log.
 */
export function createRefusalLog({ clock, log }: Dependencies) {
  let refused = 0;
  let startedAt = 0;
  let lastRefusalAt = 0;
  let lastLineAt = 0;
  let timer: NodeJS.Timeout | undefined;

  function look(): void {
    const now = clock.monotonic();
    const facts = { refused, seconds: Math.round((lastRefusalAt - startedAt) / second) };
    if (now - lastRefusalAt >= quietMs) {
      clearInterval(timer);
      timer = undefined;
      log.info(facts, 'requests are not refused any more');
    } else if (now - lastLineAt >= repeatMs) {
      lastLineAt = now;
      log.error(facts, 'requests are still refused');
    }
  }

  return {
    note(error: ValiseError): void {
      lastRefusalAt = clock.monotonic();
      refused += 1;
      if (timer !== undefined) return;
      refused = 1;
      startedAt = lastRefusalAt;
      lastLineAt = lastRefusalAt;
      log.error({ err: error }, 'requests are refused');
      timer = setInterval(look, lookMs).unref();
    },
  };
}
