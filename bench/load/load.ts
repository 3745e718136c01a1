import { join } from 'node:path';
import { runProgram } from '../run-program.ts';

export interface LoadOrder {
  url: string;
  headers: Readonly<Record<string, string>>;
  connections: number;
  seconds: number;
}

export interface LoadResult {
  answers: number;
  seconds: number;
  /** Processor time of the client itself. */
  cpuSeconds: number;
}

/** Has a client process ask one thing over and over. */
export async function load(order: LoadOrder): Promise<LoadResult> {
  const client = join(import.meta.dirname, 'load-client.ts');
  const { stdout } = await runProgram(process.execPath, [client, JSON.stringify(order)]);
  return JSON.parse(stdout) as LoadResult;
}
