import type { SentConfig } from '../config/worker-config.ts';
import type { HubAnswers } from '../coordination/cluster.ts';
import type { WorkAnswers } from '../coordination/process-coordination.ts';
import type { KeyBucket } from '../domain/model/key-ring.ts';
import type { ServerHealth } from '../health/readiness.ts';
import type { MetricSnapshot } from '../metrics/snapshot.ts';
import type { TlsIdentity } from '../platform/tls-identity.ts';

/** All that a worker is given. */
export interface WorkerOptions {
  /** Counts from 1; a worker that replaces another has its number. */
  number: number;
  dataDir: string;
  config: SentConfig;
  /** What opens the keyring, in base64: no worker reads the root key. */
  ringKey: string;
  tls: TlsIdentity | undefined;
  /** The descriptor of the socket in the main process. */
  passedSocket?: number | undefined;
}

/** What a worker answers to the main process. */
export interface WorkerAnswers extends WorkAnswers {
  /** Starts to serve requests; answers with the address. */
  begin(workerOptions: WorkerOptions): Promise<string>;
  /** Answered at once, as long as the event loop runs. */
  ping(nothing: null): void;
  /** What it has measured since it began; nothing where metrics are off. */
  metrics(nothing: null): MetricSnapshot[];
  useTls(identity: TlsIdentity): Promise<void>;
  /** Refuses new requests once this is answered; calls `hasClosed` when the running ones have ended. */
  close(nothing: null): Promise<void>;
  /** Cuts the running requests. */
  cutOff(nothing: null): void;
}

/** What the main process answers to its workers. */
export interface MainAnswers extends HubAnswers {
  ensureBucket(bucket: KeyBucket): Promise<void>;
  health(nothing: null): ServerHealth;
  hasClosed(nothing: null): void;
}

export interface HeartbeatTimes {
  /** How often the other process is pinged. */
  everyMs: number;
  /** How long a ping may stay unanswered before the process counts as silent. */
  silentMs: number;
  /** And before it counts as hung. */
  hungMs: number;
}

/** The times for the setting `workerTimeout`. */
export function heartbeatTimes(workerTimeoutMs: number): HeartbeatTimes {
  return {
    everyMs: workerTimeoutMs / 10,
    silentMs: workerTimeoutMs / 2,
    hungMs: workerTimeoutMs,
  };
}

interface Watched {
  /** Resolves when the other process has answered. */
  ping(): Promise<unknown>;
  onSilent(): void;
  /** It was silent, and has answered. */
  onHeard(): void;
  onHung(): void;
}

/**
 * Pings another process to check that its event loop runs. Pauses of this process itself do not count
 * against the other one.
 */
export function watchHeartbeat(
  { everyMs, silentMs, hungMs }: HeartbeatTimes,
  watched: Watched,
): { stop(): void } {
  let unansweredMs = 0;
  let isAsked = false;
  let lastLookAt = performance.now();

  function hear(): void {
    isAsked = false;
    if (unansweredMs >= silentMs && unansweredMs < hungMs) watched.onHeard();
    unansweredMs = 0;
  }

  function look(): void {
    const now = performance.now();
    const before = unansweredMs;
    if (isAsked) unansweredMs += Math.min(now - lastLookAt, 2 * everyMs);
    lastLookAt = now;
    if (before < silentMs && unansweredMs >= silentMs) watched.onSilent();
    if (before < hungMs && unansweredMs >= hungMs) watched.onHung();
    if (isAsked) return;
    isAsked = true;
    // The end of a process is reported elsewhere; there is nothing to watch any more.
    watched.ping().then(hear, () => undefined);
  }

  const timer = setInterval(look, everyMs).unref();
  return {
    stop() {
      clearInterval(timer);
    },
  };
}
