import type { Contestant } from '../contest.ts';
import type { HostKind } from '../file-host.ts';
import type { TestFile } from '../test-file.ts';
import type { Certificate } from '../certificate.ts';

/** How much is done in a trial. */
export interface Scale {
  /** The file that goes up and down. */
  sizeBytes: number;
  rounds: number;
  /** How long a trial with calls lasts. */
  loadSeconds: number;
  connections: number;
  /** How many small files a trial uploads. */
  smallFiles: number;
  /** How many drops the fullest of the filled stores holds. */
  storedDrops: number;
}

/** What the cases share. */
export interface Bench {
  scale: Scale;
  /** Valise first, then those references that can be had. */
  hosts: readonly HostKind[];
  /** A file of random bytes, made on first use. */
  testFile: (sizeBytes: number) => Promise<TestFile>;
  /** Made on first use. */
  certificate: () => Promise<Certificate>;
  /** A new folder for one server, which is removed when the case is over. */
  newDir: (name: string) => Promise<string>;
  /** Valise's data with so many drops of others in it, made on first use and kept. */
  filledStore: (drops: number) => Promise<string>;
}

/** What the work of a trial is counted in; `time` where a trial does one thing and only its time counts. */
export type Unit = 'bytes' | 'calls' | 'files' | 'time';

/** One measurement: the first contestant is what the others are held against. */
export interface Case {
  name: string;
  title: string;
  unit: Unit;
  /**
   * How many rounds warm up before one counts; 1 unless said. More where a request is so short a part
   * of the work that the engine would compile the code for it in the middle of the rounds that count.
   */
  warmUps?: number;
  start(bench: Bench): Promise<Contestant[]>;
}
