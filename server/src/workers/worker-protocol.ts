import type { SentConfig } from '../config/worker-config.ts';
import type { HubAnswers } from '../coordination/cluster.ts';
import type { WorkAnswers } from '../coordination/own-work.ts';
import type { KeyBucket } from '../domain/model/key-ring.ts';
import type { ServerHealth } from '../health/server-health.ts';
import type { TlsIdentity } from '../platform/tls-identity.ts';

/** All that a worker is told of the world. */
export interface WorkerOptions {
  /** Counts from 1; a worker that takes the place of another has its number. */
  number: number;
  dataDir: string;
  config: SentConfig;
  tls: TlsIdentity | undefined;
  /** The number that it has in the process that started the workers. */
  passedSocket?: number | undefined;
}

/** What a worker does for the process that started it. */
export interface WorkerAnswers extends WorkAnswers {
  /** Takes requests; answers with where. */
  begin(workerOptions: WorkerOptions): Promise<string>;
  /** Answered at once, as long as the event loop runs. */
  ping(nothing: null): void;
  useTls(identity: TlsIdentity): Promise<void>;
  /** Takes no new requests once this is answered; says `hasClosed` when those under way have ended. */
  close(nothing: null): Promise<void>;
  /** Cuts off the requests that are still under way. */
  cutOff(nothing: null): void;
}

/** What the process that started the workers does for them. */
export interface MainAnswers extends HubAnswers {
  ensureBucket(bucket: KeyBucket): Promise<void>;
  health(nothing: null): ServerHealth;
  hasClosed(nothing: null): void;
}
