import { textTable } from './layout.ts';
import type { CaseReport, Report, SideReport } from './report.ts';
import { findSide } from './report.ts';
import { formatCost, formatMebibytes, formatRate } from './units.ts';

const head = ['case', 'server', 'median', 'change', 'server CPU', 'RSS peak', 'first ÷ this'];

/** What became of an earlier run's figures. Ratios bear comparison between runs, rates less so. */
export function renderComparison(earlier: Report, now: Report): string {
  const rows = now.cases.flatMap((each) =>
    each.sides.flatMap((side) => {
      const before = findSide(earlier, each.name, side.name);
      return before === undefined ? [] : [compareSide(each, before, side)];
    }),
  );
  return `Since ${earlier.startedAt}:\n\n${textTable(head, rows)}`;
}

function compareSide({ name, unit }: CaseReport, before: SideReport, now: SideReport): string[] {
  return [
    name,
    now.name,
    change(before.rate.median, now.rate.median, (rate) => formatRate(unit, rate)),
    `× ${(now.rate.median / before.rate.median).toFixed(2)}`,
    change(before.cpuSecondsPerUnit, now.cpuSecondsPerUnit, (cost) => formatCost(unit, cost)),
    change(before.peakRssBytes, now.peakRssBytes, formatMebibytes),
    change(before.firstToThis?.median, now.firstToThis?.median, (ratio) => ratio.toFixed(2)),
  ];
}

function change(
  before: number | undefined,
  now: number | undefined,
  format: (value: number) => string,
): string {
  return before === undefined || now === undefined ? '' : `${format(before)} → ${format(now)}`;
}
