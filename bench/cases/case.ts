import type { Contestant } from '../contest.ts';
import type { TestFile } from '../test-file.ts';

/** What the cases share. */
export interface Bench {
  /** How long one trial with calls lasts. */
  loadSeconds: number;
  connections: number;
  /** The file that goes up and down, made on first use. */
  testFile(): Promise<TestFile>;
  /** The program to start; undefined when there is none to be had. */
  nginx: string | undefined;
  /** A new folder for one server. */
  newDir(name: string): Promise<string>;
}

/** What the work of a trial is counted in. */
export type Unit = 'bytes' | 'calls';

/** One measurement of Valise beside a reference. */
export interface Case {
  name: string;
  title: string;
  unit: Unit;
  /** Starts Valise, which comes first, and the reference unless that cannot be had. */
  start(bench: Bench): Promise<Contestant[]>;
}
