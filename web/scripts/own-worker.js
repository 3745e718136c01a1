/* global caches, document, navigator, window */
// Gives the browser of a signed-in person our service worker, or takes it away.

import { endWorker, startWorker } from './worker-life.js';

/** Browsers have no workers and no caches on plain addresses, and some have none in private windows. */
const browser = {
  ...('serviceWorker' in navigator && { serviceWorker: navigator.serviceWorker }),
  ...('caches' in window && { caches }),
};

/** Pages have a manifest where the operator lets browsers install them. */
export function keepOwnWorker() {
  const isInstallable = document.querySelector('link[rel=manifest]') !== null;
  const done = isInstallable
    ? startWorker(browser, document.documentElement.lang)
    : endWorker(browser);
  // A browser that refuses workers shows the same pages without one.
  done.catch(() => undefined);
}

/** Nobody is signed in. */
export function endOwnWorker() {
  endWorker(browser).catch(() => undefined);
}
