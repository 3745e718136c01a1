import { setTimeout as sleep } from 'node:timers/promises';

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
