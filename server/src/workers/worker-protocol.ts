import type { SentConfig } from '../config/worker-config.ts';
import type { HubAnswers } from '../coordination/cluster.ts';
import type { WorkAnswers } from '../coordination/process-coordination.ts';
import type { KeyBucket } from '../domain/model/key-ring.ts';
import type { ServerHealth } from '../health/readiness.ts';
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

export interface HeartbeatTimes {
  /** How often the other process is asked. */
  everyMs: number;
  /** How long it may leave a question unanswered before it counts as silent. */
  silentMs: number;
  /** And before it counts as hung. */
  hungMs: number;
}

/** The times that belong to the setting `workerTimeout`. */
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
 * Asks another process again and again whether it still runs its event loop. Time in which this
 * process stood still itself is not held against the other one.
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
    // A process that is gone has ended in front of everybody; there is nothing to watch any more.
    watched.ping().then(hear, () => undefined);
  }

  const timer = setInterval(look, everyMs).unref();
  return {
    stop() {
      clearInterval(timer);
    },
  };
}
