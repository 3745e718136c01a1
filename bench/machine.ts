import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import { runProgram } from './run-program.ts';

/** What a figure must be read with. */
export interface Machine {
  processor: string;
  cores: number;
  memoryBytes: number;
  system: string;
  /** How many programs wanted a core over the minute before; near 0 on a quiet machine. */
  loadBefore: number;
  node: string;
  curl: string;
  /** The references by name and version; those that could not be had say so. */
  references: string[];
}

export async function describeMachine(references: string[]): Promise<Machine> {
  const { stdout: curlVersion } = await runProgram('curl', ['--version']);
  return {
    processor: `${cpus()[0]?.model ?? 'unknown'} (${arch()})`,
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${type()} ${release()}`,
    loadBefore: loadavg()[0] ?? 0,
    node: `Node ${process.versions.node}`,
    curl: curlVersion.split(' ').slice(0, 2).join(' '),
    references,
  };
}
