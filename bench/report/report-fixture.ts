import type { Unit } from '../cases/case.ts';
import type { Side } from '../contest.ts';
import type { CaseReport, Report } from './report.ts';
import { reportCase } from './report.ts';

const mebibyte = 1024 ** 2;

/** A side whose trials took these seconds each. */
export function sampleSide(name: string, work: number, seconds: readonly number[]): Side {
  const trials = seconds.map((each) => ({
    work,
    seconds: each,
    clientCpuSeconds: each / 2,
    cpuSeconds: 3,
  }));
  return { name, idleRssBytes: 60 * mebibyte, peakRssBytes: 90 * mebibyte, trials };
}

export function sampleCase(name: string, unit: Unit, sides: readonly Side[]): CaseReport {
  return reportCase({ name, title: `the ${name}`, unit, start: () => Promise.resolve([]) }, sides);
}

/** A run on a small machine. */
export function sampleReport(...cases: CaseReport[]): Report {
  return {
    startedAt: '2026-01-02T03:04:05.000Z',
    machine: {
      processor: 'Test (arm64)',
      cores: 2,
      memoryBytes: 8 * 1024 ** 3,
      system: 'Linux 6',
      loadBefore: 0.04,
      node: 'Node 26.0.0',
      curl: 'curl 8.0.0',
      references: ['nginx/1.0', 'no @tus/server'],
    },
    scale: {
      sizeBytes: 1024 ** 3,
      rounds: 3,
      loadSeconds: 5,
      connections: 16,
      smallFiles: 1000,
      storedDrops: 100_000,
    },
    cases,
  };
}
