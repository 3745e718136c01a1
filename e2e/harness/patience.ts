/**
 * How long a test waits for what always happens before it says that it does not. It guards against a wait without end,
 * and measures nothing: machines can be busy, and what works is never waited for that long.
 */
export const usualPatienceMs = 120_000;
