import { setTimeout as sleep } from 'node:timers/promises';

/** For what happens behind an answer, or what other processes see soon. */
export async function eventually(attempt: () => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + 10_000;
  for (;;) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await sleep(2);
    }
  }
}
