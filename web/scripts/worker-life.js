// When a browser has our service worker: from the first page of a signed-in person to the page for signing in.

/** Below it is what the worker may answer. */
const scope = '/app/';

/**
 * The parts of the browser that are used here. It has neither where a page could be listened in on.
 * @typedef {object} Browser
 * @property {Pick<ServiceWorkerContainer, 'register' | 'getRegistration'>} [serviceWorker]
 * @property {Pick<CacheStorage, 'keys' | 'delete'>} [caches]
 */

/**
 * Its address names the language of what it shows: another language is another worker.
 * @param {Browser} browser
 * @param {string} language
 */
export async function startWorker({ serviceWorker }, language) {
  await serviceWorker?.register(`/app/worker.js?lang=${encodeURIComponent(language)}`, {
    scope,
    updateViaCache: 'none',
  });
}

/**
 * Removes the worker, and all that it keeps.
 * @param {Browser} browser
 */
export async function endWorker({ serviceWorker, caches }) {
  const registration = await serviceWorker?.getRegistration(scope);
  await registration?.unregister();
  if (caches === undefined) return;
  for (const name of await caches.keys()) await caches.delete(name);
}
