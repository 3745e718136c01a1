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
