import { setTimeout as sleep } from 'node:timers/promises';

/** For what other processes see soon. */
export async function eventually(attempt: () => Promise<void>): Promise<void> {
  const giveUpAt = performance.now() + 400;
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
