/* global Event, EventTarget, File, FormData, Request, Response, URL */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepShare, namesShare, takeShare } from './share-store.js';
import { createWorkerAnswers } from './worker-answers.js';
import { endWorker, startWorker } from './worker-life.js';

/** @import { Caches } from './share-store.js' */

const origin = 'https://valise.example';
const shell = {
  version: 'one',
  page: '/app/offline?lang=en',
  assets: ['/assets/valise.css', '/assets/logo'],
  shareTarget: '/app/share',
};

/** What a browser keeps, by the names of its caches. */
function createCaches() {
  /** @type {Map<string, Map<string, Response>>} */
  const kept = new Map();
  /** @param {RequestInfo | URL} asked */
  const addressOf = (asked) =>
    new URL(asked instanceof Request ? asked.url : String(asked), origin).href;

  /** @param {Map<string, Response>} content */
  const cacheOver = (content) => ({
    /** @type {Request[]} */
    asked: [],
    /** @param {Request[]} requests */
    addAll(requests) {
      for (const request of requests) {
        this.asked.push(request);
        content.set(addressOf(request), new Response(`kept ${new URL(request.url).pathname}`));
      }
      return Promise.resolve();
    },
    /**
     * @param {string} address
     * @param {Response} response
     */
    put(address, response) {
      content.set(addressOf(address), response);
      return Promise.resolve();
    },
    /** @param {string} address */
    match: (address) => Promise.resolve(content.get(addressOf(address))?.clone()),
  });
  const caches = {
    /** @param {string} name */
    open(name) {
      /** @type {Map<string, Response>} */
      const content = kept.get(name) ?? new Map();
      kept.set(name, content);
      return Promise.resolve(cacheOver(content));
    },
    /** @param {string} name */
    delete: (name) => Promise.resolve(kept.delete(name)),
    /** @param {string} name */
    has: (name) => Promise.resolve(kept.has(name)),
    keys: () => Promise.resolve([...kept.keys()]),
  };
  return { kept, caches: /** @type {Caches} */ (/** @type {unknown} */ (caches)) };
}

/**
 * A request as the worker sees it; Node makes none that opens a page.
 * @param {string} path
 * @param {{ method?: string, mode?: string, form?: FormData }} [about]
 */
function ask(path, { method = 'GET', mode = 'navigate', form = new FormData() } = {}) {
  const url = new URL(path, origin).href;
  const request = { url, method, mode, formData: () => Promise.resolve(form) };
  return /** @type {Request} */ (/** @type {unknown} */ (request));
}

/** @param {Partial<Parameters<typeof createWorkerAnswers>[0]>} [parts] */
function createWorker(parts = {}) {
  const browser = createCaches();
  const worker = createWorkerAnswers({
    ...{ shell, caches: browser.caches, origin, now: () => 1_000_000, newId: () => 'id' },
    fetch: () => Promise.reject(new TypeError('no line')),
    ...parts,
  });
  return { ...browser, worker };
}

const online = () => Promise.resolve(new Response('from the server'));

test('a page is the server’s while it answers, and nothing of it is kept', async () => {
  const { worker, kept } = createWorker({ fetch: online });
  await worker.keep();
  for (const path of ['/app/', '/app/sent', '/app/inbox/1']) {
    assert.equal(await (await worker.answer(ask(path)))?.text(), 'from the server');
  }
  assert.deepEqual(
    [...kept].map(([name, content]) => [name, [...content.keys()]]),
    [['valise-offline-one', [shell.page, ...shell.assets].map((path) => origin + path)]],
  );
});

test('an answer that the browser has asked for already is not asked for again', async () => {
  const { worker } = createWorker();
  const early = Promise.resolve(new Response('early'));
  assert.equal(await (await worker.answer(ask('/app/'), early))?.text(), 'early');
});

test('without a line, a page says so, and has its looks', async () => {
  const { worker } = createWorker();
  await worker.keep();
  const lost = Promise.reject(new TypeError('no line'));
  assert.equal(await (await worker.answer(ask('/app/sent'), lost))?.text(), 'kept /app/offline');
  const sheet = await worker.answer(ask('/assets/valise.css', { mode: 'no-cors' }));
  assert.equal(await sheet?.text(), 'kept /assets/valise.css');
});

test('before anything was kept, the browser says that there is no line', async () => {
  const { worker } = createWorker();
  await assert.rejects(async () => worker.answer(ask('/app/')), /no line/);
  await assert.rejects(async () => worker.answer(ask('/assets/logo', { mode: 'no-cors' })));
});

test('everything else goes to the server as if there were no worker', () => {
  const { worker } = createWorker();
  const others = [
    ask('/app/send/1', { mode: 'cors' }),
    ask('/app/inbox/count', { mode: 'cors' }),
    ask('/assets/app.css', { mode: 'no-cors' }),
    ask('/app/send/1', { method: 'POST' }),
    ask('/app/share', { method: 'POST', mode: 'cors' }),
    ask('/app/upload/x/tus', { method: 'PATCH', mode: 'cors' }),
    ask('/app/send', { method: 'HEAD', mode: 'cors' }),
    ask('https://other.example/app/'),
    ask('https://other.example/app/share', { method: 'POST' }),
  ];
  for (const request of others) {
    assert.equal(worker.answer(request), undefined, `${request.method} ${request.url}`);
  }
});

test('what the page needs is asked for without cookies', async () => {
  const { caches } = createCaches();
  const cache = await caches.open('valise-offline-one');
  const { worker } = createWorker({
    caches: /** @type {Caches} */ ({ ...caches, open: () => Promise.resolve(cache) }),
  });
  await worker.keep();
  const { asked } = /** @type {{ asked: Request[] }} */ (/** @type {unknown} */ (cache));
  assert.equal(asked.length, 3);
  for (const { credentials } of asked) assert.equal(credentials, 'omit');
});

test('a new version takes the place of the old one, and leaves what was just shared', async () => {
  const { worker, kept, caches } = createWorker();
  await worker.keep();
  await caches.open('valise-share-999999-new');
  await caches.open('valise-share-1-old');
  const next = createWorker({ shell: { ...shell, version: 'two' }, caches }).worker;
  await next.keep();
  await next.sweep();
  assert.deepEqual([...kept.keys()].sort(), ['valise-offline-two', 'valise-share-999999-new']);
});

/**
 * @param {Record<string, string>} fields
 * @param {readonly File[]} [files]
 */
function formOf(fields, files = []) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append('file', file);
  return form;
}

test('files that are shared come to the Send page as they were, once', async () => {
  const { worker, kept, caches } = createWorker();
  const files = [
    new File(['one'], 'Über uns & mehr.txt', { type: 'text/plain', lastModified: 5 }),
    new File(['two'], 'b.bin', { lastModified: 6 }),
  ];
  const form = formOf({ title: '', text: 'Look', url: 'https://example.com/' }, files);
  const answer = await worker.answer(ask('/app/share', { method: 'POST', form }));
  assert.equal(answer?.status, 303);
  const { pathname, hash } = new URL(answer.headers.get('location') ?? '');
  assert.equal(pathname, '/app/send');
  assert.ok(namesShare(hash));

  const share = await takeShare(caches, hash, 1_000_100);
  assert.deepEqual(
    share?.files.map(({ name, lastModified }) => [name, lastModified]),
    [
      ['Über uns & mehr.txt', 5],
      ['b.bin', 6],
    ],
  );
  assert.equal(await share.files[0]?.text(), 'one');
  assert.equal(share.files[0]?.type, 'text/plain');
  assert.equal(share.text, 'Look\nhttps://example.com/');
  assert.deepEqual([...kept.keys()], []);
  assert.equal(await takeShare(caches, hash, 1_000_200), undefined);
});

test('a share is taken by its own page, and not for long', async () => {
  const { caches, kept } = createCaches();
  const hash = await keepShare(caches, formOf({ text: 'x' }), { now: 1000, id: 'a' });
  assert.equal(await takeShare(caches, '#shared-1000-b', 2000), undefined);
  assert.equal(await takeShare(caches, '#main', 2000), undefined);
  assert.equal(await takeShare(caches, '', 2000), undefined);
  assert.equal(kept.size, 1);
  assert.equal(await takeShare(caches, hash, 1000 + 11 * 60_000), undefined);
  assert.equal(kept.size, 0);
});

test('the text of a share has each part once', async () => {
  const { caches } = createCaches();
  for (const [fields, text] of /** @type {const} */ ([
    [
      { title: 'News', text: 'https://a.example', url: 'https://a.example' },
      'News\nhttps://a.example',
    ],
    [{ title: 'News', text: 'News: https://a.example' }, 'News: https://a.example'],
    [{ text: '  ' }, ''],
    [{}, ''],
  ])) {
    const hash = await keepShare(caches, formOf(fields), { now: 1, id: 'a' });
    assert.equal((await takeShare(caches, hash, 2))?.text, text);
  }
});

test('what cannot be kept is said on the Send page', async () => {
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  const { caches } = createCaches();
  const { worker } = createWorker({
    caches: /** @type {Caches} */ ({ ...caches, open: full }),
  });
  const answer = await worker.answer(ask('/app/share', { method: 'POST' }));
  const { hash } = new URL(answer?.headers.get('location') ?? '');
  assert.ok(namesShare(hash));
  assert.equal(await takeShare(caches, hash, 1), undefined);
});

test('the worker is registered for the pages of people alone, and removed with all that it keeps', async () => {
  /** @type {unknown[]} */
  const calls = [];
  const serviceWorker = /** @type {ServiceWorkerContainer} */ (
    /** @type {unknown} */ ({
      register: (/** @type {unknown[]} */ ...given) => Promise.resolve(calls.push(given)),
      getRegistration: (/** @type {string} */ scope) =>
        Promise.resolve({
          unregister: () => Promise.resolve(calls.push(`unregister ${scope}`)),
        }),
    })
  );
  const { caches, kept } = createCaches();
  await startWorker({ serviceWorker }, 'de');
  await caches.open('valise-offline-one');
  await caches.open('valise-share-1-a');
  await endWorker({ serviceWorker, caches: /** @type {CacheStorage} */ (caches) });
  assert.deepEqual(calls, [
    ['/app/worker.js?lang=de', { scope: '/app/', updateViaCache: 'none' }],
    'unregister /app/',
  ]);
  assert.equal(kept.size, 0);
});

test('a browser without workers and caches is left alone', async () => {
  await startWorker({}, 'en');
  await endWorker({});
});

test('a worker that takes the place of ours removes what it kept, and itself', async (context) => {
  const { caches, kept } = createCaches();
  await caches.open('valise-offline-one');
  await caches.open('valise-share-1-a');
  /** @type {string[]} */
  const calls = [];
  const scope = Object.assign(new EventTarget(), {
    skipWaiting: () => Promise.resolve(calls.push('starts at once')),
    registration: { unregister: () => Promise.resolve(calls.push('unregisters')) },
  });
  Object.assign(globalThis, { self: scope, caches });
  context.after(() => {
    for (const name of ['self', 'caches']) Reflect.deleteProperty(globalThis, name);
  });
  await import('./ended-worker.js');
  for (const name of ['install', 'activate']) {
    /** @type {Promise<unknown>[]} */
    const waited = [];
    const event = Object.assign(new Event(name), {
      waitUntil: (/** @type {Promise<unknown>} */ done) => waited.push(done),
    });
    scope.dispatchEvent(event);
    await Promise.all(waited);
  }
  assert.deepEqual(calls, ['starts at once', 'unregisters']);
  assert.equal(kept.size, 0);
});
