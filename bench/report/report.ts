import type { Case, Unit } from '../cases/case.ts';
import type { MeasuredTrial, Side } from '../contest.ts';
import type { Machine } from '../machine.ts';
import type { Spread } from '../statistics.ts';
import { median, pairedRatio, spread } from '../statistics.ts';

/** Everything a run found out: what `--json` writes, and what the table shows. */
export interface Report {
  startedAt: string;
  machine: Machine;
  settings: { sizeBytes: number; rounds: number; loadSeconds: number; connections: number };
  cases: CaseReport[];
}

export interface CaseReport {
  name: string;
  title: string;
  unit: Unit;
  sides: SideReport[];
  /** How many times as fast as the reference Valise is. */
  ratio?: Spread;
}

export interface SideReport {
  name: string;
  /** Units a second. */
  rate: Spread;
  /** The server's processor seconds for each unit of work, median. */
  cpuSecondsPerUnit: number;
  /** The share of the time in which the client was on a processor, median. */
  clientBusy: number;
  idleRssBytes: number;
  peakRssBytes: number;
  trials: MeasuredTrial[];
}

export function rateOf({ work, seconds }: MeasuredTrial): number {
  return work / seconds;
}

export function reportCase({ name, title, unit }: Case, sides: readonly Side[]): CaseReport {
  const [ours, theirs] = sides;
  const report = { name, title, unit, sides: sides.map(reportSide) };
  if (ours === undefined || theirs === undefined) return report;
  return { ...report, ratio: pairedRatio(ours.trials.map(rateOf), theirs.trials.map(rateOf)) };
}

function reportSide({ name, trials, idleRssBytes, peakRssBytes }: Side): SideReport {
  return {
    name,
    rate: spread(trials.map(rateOf)),
    cpuSecondsPerUnit: median(trials.map(({ cpuSeconds, work }) => cpuSeconds / work)),
    clientBusy: median(trials.map(({ clientCpuSeconds, seconds }) => clientCpuSeconds / seconds)),
    idleRssBytes,
    peakRssBytes,
    trials,
  };
}
