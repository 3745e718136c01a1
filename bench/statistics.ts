/** Where the middle of some measurements lies, and how far they lie apart. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new RangeError('No values, no median');
  return (lower + upper) / 2;
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

/** The smallest value that at least so many per cent of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
  if (value === undefined) throw new RangeError('No values, no percentile');
  return value;
}

/**
 * How many times `ours` is `theirs`, measured round by round: two trials of one round share the
 * machine's mood, so their ratio is steadier than a ratio of two medians.
 */
export function pairedRatio(ours: readonly number[], theirs: readonly number[]): Spread {
  if (ours.length !== theirs.length) throw new RangeError('Ratios need pairs');
  return spread(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}
