/* global clearTimeout, setTimeout, window */

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
