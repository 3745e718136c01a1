import type { CaseReport, Report, SideReport } from './report.ts';
import { formatCost, formatRange, formatRate, formatSize } from './units.ts';

type Row = readonly string[];

const head: Row = [
  'case',
  'server',
  'median',
  'range',
  'server CPU',
  'client busy',
  'RSS idle',
  'RSS peak',
  'Valise ÷ reference',
];

/** The table for people who watch. */
export function renderText(report: Report): string {
  const rows = [head, ...report.cases.flatMap(caseRows)];
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${describe(report).join('\n')}\n\n${lines.join('\n')}\n`;
}

/** The same for a document. */
export function renderMarkdown(report: Report): string {
  const rows = [head, head.map(() => '---'), ...report.cases.flatMap(caseRows)];
  const lines = rows.map((row) => `| ${row.join(' | ')} |`);
  return `${describe(report).join('  \n')}\n\n${lines.join('\n')}\n`;
}

function describe({ startedAt, machine, settings }: Report): string[] {
  const memory = `${(machine.memoryBytes / 1024 ** 3).toFixed(0)} GiB`;
  const programs = [machine.node, machine.curl, machine.nginx ?? 'no nginx'];
  return [
    `${startedAt.slice(0, 10)}, ${machine.cores} × ${machine.processor}, ${memory}, ${machine.system}, load before: ${machine.loadBefore.toFixed(1)}`,
    programs.join(', '),
    `${formatSize(settings.sizeBytes)} of random bytes; calls over ${settings.connections} connections for ${settings.loadSeconds} s; ${settings.rounds} rounds`,
  ];
}

function caseRows({ title, unit, sides, ratio }: CaseReport): Row[] {
  return sides.map((side, index): Row => {
    const first = index === 0;
    return [first ? title : '', side.name, ...figures(unit, side), first ? formatRatio(ratio) : ''];
  });
}

function figures(unit: CaseReport['unit'], side: SideReport): Row {
  const { rate, cpuSecondsPerUnit, clientBusy, idleRssBytes, peakRssBytes } = side;
  return [
    formatRate(unit, rate.median),
    formatRange(unit, rate),
    formatCost(unit, cpuSecondsPerUnit),
    `${(clientBusy * 100).toFixed(0)} %`,
    `${(idleRssBytes / 1024 ** 2).toFixed(0)} MiB`,
    `${(peakRssBytes / 1024 ** 2).toFixed(0)} MiB`,
  ];
}

function formatRatio(ratio: CaseReport['ratio']): string {
  if (ratio === undefined) return 'no reference';
  const [middle, low, high] = [ratio.median, ratio.low, ratio.high].map((n) => n.toFixed(2));
  return `${middle ?? ''} (${low ?? ''} – ${high ?? ''})`;
}
