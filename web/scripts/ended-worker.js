/* global caches, self */
// Takes the place of a service worker in browsers that have one, where the application can no longer be installed:
// removes what it kept, and itself.

/** @typedef {Event & { waitUntil(done: Promise<unknown>): void }} LifeEvent */
/**
 * @typedef {object} WorkerScope
 * @property {ServiceWorkerRegistration} registration
 * @property {() => Promise<void>} skipWaiting
 * @property {(name: 'install' | 'activate', tell: (event: LifeEvent) => void) => void} addEventListener
 */

const scope = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));

async function end() {
  for (const name of await caches.keys()) await caches.delete(name);
  await scope.registration.unregister();
}

scope.addEventListener('install', (event) => {
  event.waitUntil(scope.skipWaiting());
});
scope.addEventListener('activate', (event) => {
  event.waitUntil(end());
});
