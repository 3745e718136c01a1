/* global Request, Response, URL */
// What the service worker answers, apart from the browser's events: a page where there is no line, and what other
// applications share. Everything else goes to the server as if there were no worker.

import { endOldShares, keepShare } from './share-store.js';

/** @import { Caches } from './share-store.js' */

/**
 * What the server tells the worker: which page to show without a line, and what that page loads.
 * @typedef {{ version: string, page: string, assets: string[], shareTarget: string }} Shell
 */
/**
 * @typedef {object} WorkerParts
 * @property {Shell} shell
 * @property {Caches} caches
 * @property {(request: Request) => Promise<Response>} fetch
 * @property {string} origin
 * @property {() => number} now
 * @property {() => string} newId
 */
/** @typedef {Pick<Request, 'url' | 'method' | 'mode' | 'formData'>} Asked */

const prefix = 'valise-offline-';
const sendPage = '/app/send';

/** @param {WorkerParts} parts */
export function createWorkerAnswers({ shell, caches, fetch, origin, now, newId }) {
  const own = prefix + shell.version;

  /** @param {string} path */
  async function kept(path) {
    const cache = await caches.open(own);
    return await cache.match(new URL(path, origin).href);
  }

  /**
   * @param {Request} request
   * @param {Promise<Response | undefined>} preloaded
   */
  async function answerPage(request, preloaded) {
    try {
      return (await preloaded) ?? (await fetch(request));
    } catch (error) {
      const page = await kept(shell.page);
      if (page === undefined) throw error;
      return page;
    }
  }

  /**
   * @param {Request} request
   * @param {string} path
   */
  async function answerAsset(request, path) {
    try {
      return await fetch(request);
    } catch (error) {
      const asset = await kept(path);
      if (asset === undefined) throw error;
      return asset;
    }
  }

  /**
   * The page that is opened takes it. One that finds nothing says that it was lost.
   * @param {Pick<Request, 'formData'>} request
   */
  async function answerShare(request) {
    const fragment = await keepShare(caches, await request.formData(), {
      now: now(),
      id: newId(),
    }).catch(() => '#shared-lost');
    return Response.redirect(new URL(sendPage + fragment, origin).href, 303);
  }

  return {
    /** Keeps the page and what it loads. Without any person's cookie: it is the same for all. */
    async keep() {
      const cache = await caches.open(own);
      const addresses = [shell.page, ...shell.assets].map((path) => new URL(path, origin).href);
      await cache.addAll(
        addresses.map((href) => new Request(href, { credentials: 'omit', cache: 'no-store' })),
      );
    },

    /** Deletes what an earlier version kept, and what nobody took. */
    async sweep() {
      for (const name of await caches.keys()) {
        if (name.startsWith(prefix) && name !== own) await caches.delete(name);
      }
      await endOldShares(caches, now());
    },

    /**
     * Undefined: the browser asks the server itself.
     * @param {Request} request
     * @param {Promise<Response | undefined>} [preloaded] the answer that the browser has asked for already
     * @returns {Promise<Response> | undefined}
     */
    answer(request, preloaded = Promise.resolve(undefined)) {
      const { pathname, origin: asked } = new URL(request.url);
      if (asked !== origin) return undefined;
      const isPage = request.mode === 'navigate';
      if (request.method === 'POST' && isPage && pathname === shell.shareTarget)
        return answerShare(request);
      if (request.method !== 'GET') return undefined;
      if (isPage) return answerPage(request, preloaded);
      return shell.assets.includes(pathname) ? answerAsset(request, pathname) : undefined;
    },
  };
}
