import type { Bar } from './bars.ts';
import { bars, isReached } from './bars.ts';
import type { Row } from './layout.ts';
import type { Report } from './report.ts';

export const barsHead: Row = ['what', 'measured', 'bar', 'reached', 'stretch', 'reached'];

/** A row for each bar, whether it was measured or not. */
export function barsRows(report: Report): Row[] {
  return bars.map((bar) => {
    const value = bar.measure(report);
    return [
      bar.title,
      value === undefined ? 'not measured' : bar.format(value),
      ...verdict(bar, bar.bar, value),
      ...verdict(bar, bar.stretch, value),
    ];
  });
}

function verdict({ format }: Bar, goal: Bar['bar'], value: number | undefined): Row {
  if (goal === undefined) return ['', ''];
  const wanted = 'atLeast' in goal ? `≥ ${format(goal.atLeast)}` : `≤ ${format(goal.atMost)}`;
  if (value === undefined) return [wanted, ''];
  return [wanted, isReached(value, goal) ? 'yes' : 'no'];
}
