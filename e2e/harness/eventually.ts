import { setTimeout as sleep } from 'node:timers/promises';
import { usualPatienceMs } from './patience.ts';

const pauseMs = 100;

/** Asks again and again until `find` has an answer. For what the server does by itself, soon. */
export async function eventually<Found>(
  what: string,
  find: () => Promise<Found | undefined> | Found | undefined,
  timeoutMs = usualPatienceMs,
): Promise<Found> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`Did not happen in ${timeoutMs} ms: ${what}`);
    await sleep(pauseMs);
  }
}
