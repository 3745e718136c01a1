/* global clearTimeout, setTimeout, window */
// When a transfer that was stopped is tried again.

/**
 * `lost`: the connection. `busy`: the server answered that it cannot go on now.
 * @typedef {'lost' | 'busy'} WaitReason
 */

/** A later retry may succeed: another tab sends, the rate limit is reached, the server starts. */
const passingStatuses = [408, 409, 423, 429, 500, 502, 503, 504];

/** @param {number} status */
export function isPassing(status) {
  return passingStatuses.includes(status);
}

/**
 * How long the server asks to wait.
 * @param {string | null} seconds its header `Retry-After`
 */
export function readRetryAfter(seconds) {
  return /^\d{1,5}$/.test(seconds ?? '') ? Number(seconds) * 1000 : 0;
}

/**
 * Resolves after the time, when the browser is online again, or when the signal is aborted.
 * @param {number} delayMs `Infinity` for no end by itself
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
export function waitOrOnline(delayMs, signal) {
  return new Promise((resolve) => {
    const timer = delayMs === Infinity ? undefined : setTimeout(end, delayMs);
    window.addEventListener('online', end, { once: true });
    signal?.addEventListener('abort', end, { once: true });

    function end() {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      resolve();
    }
  });
}
