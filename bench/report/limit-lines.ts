import { downloadParts, uploadParts } from '../parts/part-names.ts';
import { findLimit } from './limit.ts';
import type { Report } from './report.ts';
import { findSide } from './report.ts';
import { formatCost, formatRate } from './units.ts';

/** What the parts allow, beside what was reached: a line for each direction that was measured. */
export function limitLines(report: Report): string[] {
  return (['upload', 'download'] as const).flatMap((direction) => {
    const limit = findLimit(report, direction);
    if (limit === undefined) return [];
    const parts = direction === 'upload' ? uploadParts : downloadParts;
    const costs = parts.map((part) => {
      const cost = findSide(report, 'parts', part)?.cpuSecondsPerUnit ?? 0;
      return `${part} ${formatCost('bytes', cost).replace(' s/GiB', '')}`;
    });
    const reached = findSide(report, direction)?.rate.median;
    const beside =
      reached === undefined
        ? ''
        : `; Valise reaches ${formatRate('bytes', reached)}, ${(reached / limit.bytesPerSecond).toFixed(2)} of it`;
    const { slowest, coresBytesPerSecond } = limit;
    const most =
      slowest.bytesPerSecond < coresBytesPerSecond
        ? `, but ${slowest.part} alone takes no more than ${formatRate('bytes', slowest.bytesPerSecond)}`
        : '';
    return [
      `The parts of ${direction === 'upload' ? 'an upload' : 'a download'} cost ${costs.join(' + ')} = ${formatCost('bytes', limit.cpuSecondsPerByte)}, which ${report.machine.cores} cores can do at ${formatRate('bytes', coresBytesPerSecond)}${most}${beside}.`,
    ];
  });
}
