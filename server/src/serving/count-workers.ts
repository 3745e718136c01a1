import { availableParallelism } from 'node:os';
import type { Config } from '../config/settings.ts';

/** Beyond this, processes wait for each other at the database's one writer, and cost memory. */
const mostByDefault = 8;

/** How many processes take requests; 1 means that the server is one process. */
export function countWorkers({ workers }: Pick<Config, 'workers'>): number {
  return workers ?? Math.min(availableParallelism(), mostByDefault);
}
