/* global caches, fetch, self */
// The service worker of the pages below `/app/`. It shows that there is no line, and takes what other applications
// share. It keeps nothing else: no page of a person, and no answer to a script (decision 0119).

import { createWorkerAnswers } from './worker-answers.js';

/** @import { Shell } from './worker-answers.js' */

/** @typedef {Event & { waitUntil(done: Promise<unknown>): void }} LifeEvent */
/**
 * @typedef {Event & {
 *   request: Request,
 *   preloadResponse: Promise<Response | undefined>,
 *   respondWith(answer: Promise<Response>): void
 * }} AskEvent
 */
/**
 * The scope of a worker, of which the types of pages know nothing.
 * @typedef {object} WorkerScope
 * @property {Shell} valiseShell
 * @property {ServiceWorkerRegistration} registration
 * @property {Location} location
 * @property {Crypto} crypto
 * @property {() => Promise<void>} skipWaiting
 * @property {{ (name: 'install' | 'activate', tell: (event: LifeEvent) => void): void, (name: 'fetch', tell: (event: AskEvent) => void): void }} addEventListener
 */

const scope = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));
const answers = createWorkerAnswers({
  shell: scope.valiseShell,
  caches,
  fetch: (request) => fetch(request),
  origin: scope.location.origin,
  now: () => Date.now(),
  newId: () => scope.crypto.randomUUID(),
});

scope.addEventListener('install', (event) => {
  // No page relies on what an earlier worker keeps.
  event.waitUntil(answers.keep().then(() => scope.skipWaiting()));
});
scope.addEventListener('activate', (event) => {
  const { navigationPreload } = scope.registration;
  event.waitUntil(Promise.all([answers.sweep(), navigationPreload.enable()]));
});
scope.addEventListener('fetch', (event) => {
  const answer = answers.answer(event.request, event.preloadResponse);
  if (answer !== undefined) event.respondWith(answer);
});
