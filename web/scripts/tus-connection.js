/* global btoa, crypto, fetch, TextEncoder, XMLHttpRequest */
// The requests of a resumable upload (tus 1.0).

import { folderOf } from './file-folder.js';
import { readRetryAfter } from './waiting.js';

const version = { 'Tus-Resumable': '1.0.0' };

/** The server refused a request. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string | undefined} code the server's error code
   * @param {number} [retryAfterMs] how long the server asks to wait
   */
  constructor(status, code, retryAfterMs = 0) {
    super(`The server answered ${status}`);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The code of a file that was moved or changed since it was chosen: it can never be read again. */
const vanished = 'unreadable';

export function vanishedFile() {
  return new Refusal(0, vanished);
}

/** @param {unknown} error */
export function isVanished(error) {
  return error instanceof Refusal && error.code === vanished;
}

/**
 * What tells a file from another of the same name and size, as far as a page can see.
 * @param {File} file
 */
export function fingerprintOf(file) {
  return String(file.lastModified);
}

/**
 * The metadata by which the server knows an upload again, and its place among the others. A file keeps them for as long
 * as the page is open.
 * @type {WeakMap<File, { key: string, order: string }>}
 */
const known = new WeakMap();
let lastPlace = 0;

/**
 * A file that goes on in the place of one that was chosen in an earlier visit.
 * @param {File} file
 * @param {{ key: string, order: string }} place
 */
export function takePlace(file, place) {
  known.set(file, place);
}

/** @param {File} file */
export function placeOf(file) {
  let place = known.get(file);
  if (place === undefined) {
    // Files of an earlier visit come first.
    lastPlace = Math.max(lastPlace + 1, Date.now());
    place = { key: randomKey(), order: String(lastPlace) };
    known.set(file, place);
  }
  return place;
}

function randomKey() {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(
    '-',
  );
}

/**
 * Forgets an upload. One that could not be reached is forgotten by the server in time.
 * @param {string} url
 */
export async function terminate(url) {
  await fetch(url, { method: 'DELETE', headers: version }).catch(() => undefined);
}

/**
 * Sends the picture of an upload that is whole. Resolves with the status of the answer.
 * @param {string} endpoint
 * @param {string} id
 * @param {Blob} picture
 */
export async function sendPicture(endpoint, id, picture) {
  const url = `${endpoint.replace(/tus$/, 'pictures')}/${id}`;
  const headers = { 'Content-Type': picture.type };
  return (await fetch(url, { method: 'PUT', headers, body: picture })).status;
}

/**
 * Each request rejects with a `Refusal`, or with another error when the connection broke.
 * @typedef {object} TusConnection
 * @property {(creation: Creation, signal: AbortSignal) => Promise<{ url: string, offset: number }>} begin
 *   resolves with the upload, and how much has arrived; the one from before, where its answer was lost
 * @property {(url: string, signal: AbortSignal) => Promise<number | undefined>} findOffset how much has
 *   arrived; undefined when the server does not know the upload
 * @property {(piece: Piece, signal: AbortSignal) => Promise<number>} sendPiece resolves with how much has
 *   arrived then
 */

/**
 * `onProgress` is called with the bytes that have left.
 * @typedef {{ url: string, offset: number, content: Blob, onProgress: (sentBytes: number) => void }} Piece
 */

/**
 * `content` is sent with the creation, where there is any.
 * @typedef {{ file: File, content: Blob | undefined, onProgress: (sentBytes: number) => void }} Creation
 */

/**
 * @param {string} endpoint
 * @returns {TusConnection}
 */
export function createTusConnection(endpoint) {
  return {
    async begin({ file, content, onProgress }, signal) {
      const headers = { 'Upload-Length': String(file.size), 'Upload-Metadata': metadataOf(file) };
      const brought = content === undefined || content.size === 0 ? undefined : content;
      const sent = { method: 'POST', url: endpoint, headers, content: brought, onProgress };
      const answer = await send(sent, signal);
      const url = answer.getResponseHeader('location');
      if (answer.status !== 201 || url === null) throw refusalIn(answer);
      return { url, offset: offsetIn(answer) };
    },

    async findOffset(url, signal) {
      const answer = await fetch(url, { signal, method: 'HEAD', headers: version });
      if (answer.status === 404) return undefined;
      // This answer has no body with a code; only a locked page refuses this way.
      if (!answer.ok)
        throw new Refusal(
          answer.status,
          answer.status === 403 ? 'code_needed' : undefined,
          readRetryAfter(answer.headers.get('retry-after')),
        );
      return Number(answer.headers.get('upload-offset'));
    },

    async sendPiece({ url, offset, content, onProgress }, signal) {
      const headers = { 'Upload-Offset': String(offset) };
      const answer = await send({ method: 'PATCH', url, headers, content, onProgress }, signal);
      if (answer.status !== 204) throw refusalIn(answer);
      return offsetIn(answer);
    },
  };
}

/** @param {XMLHttpRequest} answer */
function offsetIn(answer) {
  return Number(answer.getResponseHeader('upload-offset'));
}

/** @param {XMLHttpRequest} answer */
function refusalIn(answer) {
  const askedMs = readRetryAfter(answer.getResponseHeader('retry-after'));
  return new Refusal(answer.status, codeIn(answer.responseText), askedMs);
}

/**
 * By XMLHttpRequest: `fetch` does not say how much has left.
 * @param {object} options
 * @param {string} options.method
 * @param {string} options.url
 * @param {Record<string, string>} options.headers
 * @param {Blob | undefined} options.content
 * @param {(sentBytes: number) => void} options.onProgress
 * @param {AbortSignal} signal
 * @returns {Promise<XMLHttpRequest>}
 */
function send({ method, url, headers, content, onProgress }, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries({ ...version, ...headers }))
      request.setRequestHeader(name, value);
    if (content !== undefined) {
      request.setRequestHeader('Content-Type', 'application/offset+octet-stream');
      request.upload.addEventListener('progress', ({ loaded }) => {
        onProgress(loaded);
      });
    }
    request.addEventListener('load', () => {
      resolve(request);
    });
    for (const end of ['error', 'abort']) {
      request.addEventListener(end, () => {
        reject(new Error('The request broke off'));
      });
    }
    signal.addEventListener('abort', () => {
      request.abort();
    });
    request.send(content ?? null);
  });
}

/** @param {File} file */
function metadataOf(file) {
  const folder = folderOf(file);
  const described = { filename: file.name, filetype: file.type, fingerprint: fingerprintOf(file) };
  return Object.entries({ ...described, ...(folder === '' ? {} : { folder }), ...placeOf(file) })
    .map(([key, value]) => `${key} ${base64Of(value)}`)
    .join(',');
}

/**
 * The error code in the body of an answer. What stands between us and the server answers in its own
 * format, and then there is none.
 * @param {string} text
 * @returns {string | undefined}
 */
export function codeIn(text) {
  try {
    /** @type {unknown} */
    const body = JSON.parse(text);
    if (!(body instanceof Object) || !('error' in body)) return undefined;
    return typeof body.error === 'string' ? body.error : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} text */
function base64Of(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
