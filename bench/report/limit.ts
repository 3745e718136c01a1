import { downloadParts, uploadParts } from '../parts/part-names.ts';
import type { Report } from './report.ts';
import { findSide } from './report.ts';

/** The most that a transfer can reach on a machine, by what its parts cost when done alone. */
export interface Limit {
  /** Processor seconds for a byte, of all parts together. */
  cpuSecondsPerByte: number;
  /** All cores, with nothing else to do. */
  coresBytesPerSecond: number;
  slowest: { part: string; bytesPerSecond: number };
  /** The lesser of the two. */
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
  const [slowest] = parts
    .map(({ name, rate }) => ({ part: name, bytesPerSecond: rate.median }))
    .sort((one, other) => one.bytesPerSecond - other.bytesPerSecond);
  if (slowest === undefined) return undefined;
  const coresBytesPerSecond = report.machine.cores / cpuSecondsPerByte;
  const bytesPerSecond = Math.min(coresBytesPerSecond, slowest.bytesPerSecond);
  return { cpuSecondsPerByte, coresBytesPerSecond, slowest, bytesPerSecond };
}
