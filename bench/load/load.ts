import { join } from 'node:path';
import { runProgram } from '../run-program.ts';

/** A request to repeat. In its texts `{n}` stands for the number of the repetition. */
export interface LoadRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers: Readonly<Record<string, string>>;
  /** Random bytes between two texts. */
  body?: { before: string; randomBytes: number; after: string };
}

export interface LoadPlan {
  /** The server, for example `http://127.0.0.1:8080`. */
  url: string;
  request: LoadRequest;
  connections: number;
  /** When to stop: after some seconds, or after some answers. */
  until: { seconds: number } | { answers: number };
  /** The number of the first repetition; 0 unless said. */
  firstNumber?: number;
}

export interface LoadResult {
  answers: number;
  seconds: number;
  /** Processor time of the client itself. */
  cpuSeconds: number;
  p50Seconds: number;
  p95Seconds: number;
  p99Seconds: number;
}

/** Has a client process ask one thing over and over. */
export async function load(plan: LoadPlan): Promise<LoadResult> {
  const client = join(import.meta.dirname, 'load-client.ts');
  const { stdout } = await runProgram(process.execPath, [client, JSON.stringify(plan)]);
  return JSON.parse(stdout) as LoadResult;
}
