import { day, hour, minute, second } from '../model/clock.ts';
import type { Randomness } from '../model/ids.ts';

/** After so long without a success a message is given up, and its webhook parked. */
export const giveUpMs = 3 * day;

/** What passes before each further attempt to send a message; the last one, again and again. */
const pauses = [
  ...[5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute],
  ...[hour, 3 * hour, 6 * hour, 6 * hour, 12 * hour, 12 * hour, 12 * hour, 18 * hour],
] as const;

/** No receiver is left alone for longer: who works again is soon found to. */
export const longestRestMs = hour;

/** How long a message waits that failed so often, and more or less that. */
export function pauseAfter(attempts: number, randomness: Randomness): number {
  const pauseMs = pauses[Math.min(attempts, pauses.length) - 1] ?? pauses[0];
  const jitter = randomness.bytes(1).readUInt8() / 256;
  return Math.round(pauseMs * (0.9 + jitter / 5));
}

/** How long a whole webhook rests whose receiver took nothing in so many rounds. */
export function restAfter(rounds: number, randomness: Randomness): number {
  return Math.min(longestRestMs, pauseAfter(rounds, randomness));
}
