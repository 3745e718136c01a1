import { readCpuSeconds, readPeakRssBytes } from './process-meter.ts';
import type { ServerProcess } from './server-process.ts';

/** What one client got done. */
export interface Trial {
  /** Bytes moved, or calls answered. */
  work: number;
  seconds: number;
  /** Processor time of the client; one that comes near `seconds` was itself the limit. */
  clientCpuSeconds: number;
}

export interface Contestant {
  server: ServerProcess;
  /** One trial. Round 0 is the one that only warms up. */
  run(round: number): Promise<Trial>;
  /** Leaves the machine, after a trial, as the next one should find it. Not measured. */
  tidy?(round: number): Promise<void>;
}

export interface MeasuredTrial extends Trial {
  /** Processor time of all processes of the server. */
  cpuSeconds: number;
}

/** Everything measured of one contestant, a trial for each round. */
export interface Side {
  name: string;
  idleRssBytes: number;
  peakRssBytes: number;
  trials: MeasuredTrial[];
}

/**
 * Warms everybody up, then lets them run one at a time. The order turns around with each round, so
 * that nobody always comes first or always finds the other's leavings. Stops the servers at the end.
 */
export async function contest(
  contestants: readonly Contestant[],
  rounds: number,
  report: (round: number, name: string, trial: MeasuredTrial) => void,
): Promise<Side[]> {
  const trials = new Map<Contestant, MeasuredTrial[]>();
  for (const contestant of contestants) {
    trials.set(contestant, []);
    await measure(contestant, 0);
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const contestant of round % 2 === 1 ? contestants : contestants.toReversed()) {
      const trial = await measure(contestant, round);
      trials.get(contestant)?.push(trial);
      report(round, contestant.server.name, trial);
    }
  }
  return await Promise.all(
    contestants.map(async (contestant) => {
      const { name, pid, idleRssBytes } = contestant.server;
      const peakRssBytes = await readPeakRssBytes(pid);
      await contestant.server.stop();
      return { name, idleRssBytes, peakRssBytes, trials: trials.get(contestant) ?? [] };
    }),
  );
}

async function measure(contestant: Contestant, round: number): Promise<MeasuredTrial> {
  const { pid } = contestant.server;
  const before = await readCpuSeconds(pid);
  const trial = await contestant.run(round);
  const cpuSeconds = (await readCpuSeconds(pid)) - before;
  await contestant.tidy?.(round);
  return { ...trial, cpuSeconds };
}
