import { performance } from 'node:perf_hooks';
import type { Clock } from '../domain/model/clock.ts';

/** The machine's own clocks. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};
