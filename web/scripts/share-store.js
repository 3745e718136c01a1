/* global Blob, File, Response */
// What other applications shared, from the service worker that takes it to the Send page that it opens. It is kept in a
// cache of its own, in the browser alone, for as long as that takes.

/**
 * The parts of the browser's caches that are used here.
 * @typedef {Pick<CacheStorage, 'open' | 'delete' | 'keys' | 'has'>} Caches
 */
/** @typedef {{ files: File[], text: string }} Share */

const prefix = 'valise-share-';
const fragment = '#shared-';
/** Longer than a page takes to open, even one that waits for the line. */
const lifetimeMs = 10 * 60_000;

/**
 * Keeps what a form shares. Resolves with the fragment of the address of the page that is to take it.
 * @param {Caches} caches
 * @param {FormData} form
 * @param {{ now: number, id: string }} mark `id`: one that no other site can know
 */
export async function keepShare(caches, form, { now, id }) {
  const key = `${now}-${id}`;
  const cache = await caches.open(prefix + key);
  const files = form.getAll('file').filter((each) => each instanceof Blob);
  for (const [at, file] of files.entries()) {
    const headers = {
      'content-type': file.type === '' ? 'application/octet-stream' : file.type,
      'valise-name': encodeURIComponent(file.name),
      'valise-time': String(file.lastModified),
    };
    await cache.put(`/app/share/${at}`, new Response(file, { headers }));
  }
  await cache.put('/app/share/text', new Response(textOf(form)));
  return fragment + key;
}

/**
 * Each thing once: many applications repeat the address in the text.
 * @param {FormData} form
 */
function textOf(form) {
  const parts = ['title', 'text', 'url'].map((name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  });
  return parts
    .filter((part, at) => {
      const others = parts.filter((_, other) => other !== at);
      const isRepeated = others.some((other) => other.includes(part) && other !== part);
      return part !== '' && !isRepeated && parts.indexOf(part) === at;
    })
    .join('\n');
}

/** @param {string} hash the fragment of an address */
export function namesShare(hash) {
  return hash.startsWith(fragment);
}

/**
 * Takes what was shared with the page of this address, once. Undefined where nothing is there for it, or no longer.
 * @param {Caches} caches
 * @param {string} hash
 * @param {number} now
 * @returns {Promise<Share | undefined>}
 */
export async function takeShare(caches, hash, now) {
  await endOldShares(caches, now);
  const name = prefix + hash.slice(fragment.length);
  if (!namesShare(hash) || !(await caches.has(name))) return undefined;
  const cache = await caches.open(name);
  const files = [];
  for (let at = 0; ; at += 1) {
    const kept = await cache.match(`/app/share/${at}`);
    if (kept === undefined) break;
    files.push(await fileIn(kept));
  }
  const text = (await (await cache.match('/app/share/text'))?.text()) ?? '';
  await caches.delete(name);
  return { files, text };
}

/** @param {Response} kept */
async function fileIn(kept) {
  const { headers } = kept;
  return new File([await kept.blob()], decodeURIComponent(headers.get('valise-name') ?? ''), {
    type: headers.get('content-type') ?? '',
    lastModified: Number(headers.get('valise-time')),
  });
}

/**
 * Deletes what no page took in time.
 * @param {Pick<CacheStorage, 'delete' | 'keys'>} caches
 * @param {number} now
 */
export async function endOldShares(caches, now) {
  for (const name of await caches.keys()) {
    const keptAt = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : now;
    // Not a number, or later than now: no share that was kept here.
    if (!(now - keptAt <= lifetimeMs && keptAt <= now)) await caches.delete(name);
  }
}
