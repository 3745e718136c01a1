import { downloadParts, uploadParts } from '../parts/part-names.ts';
import type { Report } from './report.ts';
import { findSide } from './report.ts';

/** The most that a transfer can reach on a machine, by what its parts cost when done alone. */
export interface Limit {
  /** Processor seconds for a byte, of all parts together. */
  cpuSecondsPerByte: number;
  bytesPerSecond: number;
}

/**
 * As if all cores did nothing but these parts, shared out evenly, and nothing between them; and no
 * quicker than the slowest part, since one stream goes through each in order.
 */
export function findLimit(report: Report, direction: 'upload' | 'download'): Limit | undefined {
  const names = direction === 'upload' ? uploadParts : downloadParts;
  const parts = names.flatMap((name) => findSide(report, 'parts', name) ?? []);
  const costs = parts.flatMap(({ cpuSecondsPerUnit }) => cpuSecondsPerUnit ?? []);
  if (costs.length < names.length) return undefined;
  const cpuSecondsPerByte = costs.reduce((sum, cost) => sum + cost, 0);
  const slowest = Math.min(...parts.map(({ rate }) => rate.median));
  const together = report.machine.cores / cpuSecondsPerByte;
  return { cpuSecondsPerByte, bytesPerSecond: Math.min(together, slowest) };
}
