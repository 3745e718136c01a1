import { setImmediate as nextTurn } from 'node:timers/promises';

/** The processor time of this thread for some work, in milliseconds: what others do on the machine does not count. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The least of several measurements, or the first below a limit: neither code that is not compiled yet nor
 * collected garbage counts.
 */
export async function leastOf(
  tries: number,
  enough: number,
  measure: () => Promise<number>,
): Promise<number> {
  let least = Infinity;
  for (let count = 0; count < tries && least >= enough; count += 1) {
    least = Math.min(least, await measure());
  }
  return least;
}

/** The longest turn of the event loop while some work runs, in milliseconds of this thread's processor time. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  const state = { isDone: false };
  const running = work().finally(() => (state.isDone = true));
  let longest = 0;
  while (!state.isDone) longest = Math.max(longest, await processorMs(() => nextTurn()));
  await running;
  return longest;
}
