import { readCpuSeconds, readPeakRssBytes } from './process-meter.ts';
import type { ServerProcess } from './server-process.ts';

/** What one client got done. */
export interface Trial {
  /** Bytes moved, calls answered, files taken; 1 where only the time counts. */
  work: number;
  seconds: number;
  /** Processor time of the client; one that comes near `seconds` was itself the limit. */
  clientCpuSeconds?: number;
  /** How long half of the calls took at most, the slowest of twenty, and of a hundred. */
  p50Seconds?: number;
  p95Seconds?: number;
  p99Seconds?: number;
  /** Processor time of the longest task of a page's main thread. */
  longestTaskSeconds?: number;
  /** Processor time of what was measured, where no server lives on to be asked for it. */
  cpuSeconds?: number;
  /** Memory at rest, of all its processes and of the largest, of a server that only lived for this trial. */
  idleRssBytes?: number;
  largestRssBytes?: number;
}

export interface Contestant {
  name: string;
  /** What works for it from the first trial to the last; it is stopped after that. */
  server?: ServerProcess;
  /** Whether a trial makes the server do other things too, whose processor time is not to be told apart. */
  hasOtherWork?: boolean;
  /** One trial. The first rounds, from 0 on, only warm up. */
  run(round: number): Promise<Trial>;
  /** Leaves the machine, after a trial, as the next one should find it. Not measured. */
  tidy?(round: number): Promise<void>;
}

/** Everything measured of one contestant, a trial for each round. */
export interface Side {
  name: string;
  idleRssBytes: number | undefined;
  peakRssBytes: number | undefined;
  trials: Trial[];
}

interface Rounds {
  warmUps: number;
  /** Those that count. */
  rounds: number;
}

/**
 * Warms everybody up, then lets them run one at a time. The order turns around with each round, so
 * that nobody always comes first or always finds the other's leavings. Stops the servers at the end.
 */
export async function contest(
  contestants: readonly Contestant[],
  { warmUps, rounds }: Rounds,
  report: (round: number, name: string, trial: Trial) => void,
): Promise<Side[]> {
  const trials = new Map<Contestant, Trial[]>();
  for (const contestant of contestants) {
    trials.set(contestant, []);
    for (let round = 0; round < warmUps; round += 1) await measure(contestant, round);
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const contestant of round % 2 === 1 ? contestants : contestants.toReversed()) {
      const trial = await measure(contestant, warmUps - 1 + round);
      trials.get(contestant)?.push(trial);
      report(round, contestant.name, trial);
    }
  }
  const sides: Side[] = [];
  for (const contestant of contestants) {
    const { name, server } = contestant;
    const idleRssBytes = server?.idleRssBytes ?? trials.get(contestant)?.at(-1)?.idleRssBytes;
    const peakRssBytes = server === undefined ? undefined : await readPeakRssBytes(server.pid);
    sides.push({ name, idleRssBytes, peakRssBytes, trials: trials.get(contestant) ?? [] });
  }
  const servers = new Set(contestants.flatMap(({ server }) => server ?? []));
  for (const server of servers) await server.stop();
  return sides;
}

async function measure(contestant: Contestant, round: number): Promise<Trial> {
  const { server, hasOtherWork } = contestant;
  const pid = hasOtherWork === true ? undefined : server?.pid;
  const before = pid === undefined ? 0 : await readCpuSeconds(pid);
  const trial = await contestant.run(round);
  const used = pid === undefined ? {} : { cpuSeconds: (await readCpuSeconds(pid)) - before };
  await contestant.tidy?.(round);
  return { ...trial, ...used };
}
