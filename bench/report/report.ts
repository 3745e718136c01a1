import type { Case, Scale, Unit } from '../cases/case.ts';
import type { Side, Trial } from '../contest.ts';
import type { Machine } from '../machine.ts';
import type { Spread } from '../statistics.ts';
import { median, pairedRatio, spread } from '../statistics.ts';

/** Everything a run found out: what `--json` writes, and what tables, bars and plots show. */
export interface Report {
  startedAt: string;
  machine: Machine;
  scale: Scale;
  cases: CaseReport[];
}

export interface CaseReport {
  name: string;
  title: string;
  unit: Unit;
  /** The first is what the others are held against. */
  sides: SideReport[];
}

/** What was not measured of a side is left out. */
export interface SideReport {
  name: string;
  /** Units a second. */
  rate: Spread;
  /** How many times as fast as this one the first side is. */
  firstToThis?: Spread;
  p50Seconds?: number;
  p95Seconds?: number;
  p99Seconds?: number;
  /** Of the longest task of a page's main thread, in any trial. */
  longestTaskSeconds?: number;
  /** The server's processor seconds for each unit of work, median. */
  cpuSecondsPerUnit?: number;
  /** The share of the time in which the client was on a processor, median. */
  clientBusy?: number;
  idleRssBytes?: number;
  /** Memory at rest of its largest process. */
  largestRssBytes?: number;
  peakRssBytes?: number;
  trials: Trial[];
}

export function rateOf({ work, seconds }: Trial): number {
  return work / seconds;
}

export function reportCase({ name, title, unit }: Case, sides: readonly Side[]): CaseReport {
  const [first] = sides;
  return { name, title, unit, sides: sides.map((side) => reportSide(side, first ?? side)) };
}

function reportSide({ name, trials, idleRssBytes, peakRssBytes }: Side, first: Side): SideReport {
  const rates = trials.map(rateOf);
  const measured = {
    p50Seconds: medianOf(trials, ({ p50Seconds }) => p50Seconds),
    p95Seconds: medianOf(trials, ({ p95Seconds }) => p95Seconds),
    p99Seconds: medianOf(trials, ({ p99Seconds }) => p99Seconds),
    longestTaskSeconds: mostOf(trials, ({ longestTaskSeconds }) => longestTaskSeconds),
    cpuSecondsPerUnit: medianOf(trials, ({ cpuSeconds, work }) => perUnit(cpuSeconds, work)),
    clientBusy: medianOf(trials, ({ clientCpuSeconds, seconds }) =>
      perUnit(clientCpuSeconds, seconds),
    ),
    idleRssBytes,
    largestRssBytes: medianOf(trials, ({ largestRssBytes }) => largestRssBytes),
    peakRssBytes,
  };
  const isFirst = name === first.name;
  return {
    name,
    rate: spread(rates),
    ...(isFirst ? {} : { firstToThis: pairedRatio(first.trials.map(rateOf), rates) }),
    ...withoutGaps(measured),
    trials,
  };
}

function perUnit(amount: number | undefined, units: number): number | undefined {
  return amount === undefined ? undefined : amount / units;
}

function medianOf(
  trials: readonly Trial[],
  read: (trial: Trial) => number | undefined,
): number | undefined {
  const values = trials.flatMap((trial) => read(trial) ?? []);
  return values.length === 0 ? undefined : median(values);
}

function mostOf(
  trials: readonly Trial[],
  read: (trial: Trial) => number | undefined,
): number | undefined {
  const values = trials.flatMap((trial) => read(trial) ?? []);
  return values.length === 0 ? undefined : Math.max(...values);
}

function withoutGaps<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as never;
}

/** A side of a case; its first one unless named. Undefined where it was not measured. */
export function findSide(report: Report, caseName: string, side?: string): SideReport | undefined {
  const sides = report.cases.find(({ name }) => name === caseName)?.sides;
  return side === undefined ? sides?.[0] : sides?.find(({ name }) => name === side);
}
