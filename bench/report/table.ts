import type { Unit } from '../cases/case.ts';
import type { Row } from './layout.ts';
import type { CaseReport, Report, SideReport } from './report.ts';
import {
  formatCost,
  formatMebibytes,
  formatRange,
  formatRate,
  formatSize,
  formatTime,
} from './units.ts';

export const figuresHead: Row = [
  'case',
  'server',
  'median',
  'range',
  'p50',
  'p95',
  'p99',
  'server CPU',
  'client busy',
  'RSS idle',
  'RSS peak',
  'first ÷ this',
];

/** A row for each side of each case. */
export function figuresRows(report: Report): Row[] {
  return report.cases.flatMap(({ title, unit, sides }: CaseReport) =>
    sides.map((side, index) => [index === 0 ? title : '', side.name, ...figures(unit, side)]),
  );
}

/** What the figures must be read with, in lines. */
export function describeRun({ startedAt, machine, scale }: Report): string[] {
  const memory = formatSize(Math.round(machine.memoryBytes / 1024 ** 3) * 1024 ** 3);
  return [
    `${startedAt.slice(0, 10)}, ${machine.cores} × ${machine.processor}, ${memory}, ${machine.system}, load before: ${machine.loadBefore.toFixed(1)}`,
    [machine.node, machine.curl, ...machine.references].join(', '),
    `${formatSize(scale.sizeBytes)} of random bytes; calls over ${scale.connections} connections for ${scale.loadSeconds} s; ${scale.smallFiles.toLocaleString('en')} small files; ${scale.rounds} rounds`,
  ];
}

function figures(unit: Unit, side: SideReport): Row {
  return [
    formatRate(unit, side.rate.median),
    formatRange(unit, side.rate),
    where(side.p50Seconds, formatTime),
    where(side.p95Seconds, formatTime),
    where(side.p99Seconds, formatTime),
    where(side.cpuSecondsPerUnit, (seconds) => formatCost(unit, seconds)),
    where(side.clientBusy, (share) => `${(share * 100).toFixed(0)} %`),
    where(side.idleRssBytes, formatMebibytes),
    where(side.peakRssBytes, formatMebibytes),
    where(
      side.firstToThis,
      ({ median, low, high }) => `${median.toFixed(2)} (${low.toFixed(2)} – ${high.toFixed(2)})`,
    ),
  ];
}

/** Nothing for what was not measured. */
function where<Value>(value: Value | undefined, format: (value: Value) => string): string {
  return value === undefined ? '' : format(value);
}
