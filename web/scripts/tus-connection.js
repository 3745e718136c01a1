/* global btoa, fetch, TextEncoder, XMLHttpRequest */
// The requests of a resumable upload (tus 1.0).

const version = { 'Tus-Resumable': '1.0.0' };

/** The server refused a request. */
export class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string | undefined} code the server's error code
   */
  constructor(status, code) {
    super(`The server answered ${status}`);
    this.status = status;
    this.code = code;
  }
}

/**
 * What tells a file from another of the same name and size, as far as a page can see.
 * @param {File} file
 */
export function fingerprintOf(file) {
  return String(file.lastModified);
}

/**
 * Forgets an upload. One that could not be reached is forgotten by the server in time.
 * @param {string} url
 */
export async function terminate(url) {
  await fetch(url, { method: 'DELETE', headers: version }).catch(() => undefined);
}

/**
 * Each request rejects with a `Refusal`, or with another error when the connection broke.
 * @typedef {object} TusConnection
 * @property {(file: File, signal: AbortSignal) => Promise<string>} begin resolves with the url of a new upload
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
 * @param {string} endpoint
 * @returns {TusConnection}
 */
export function createTusConnection(endpoint) {
  return {
    async begin(file, signal) {
      const answer = await fetch(endpoint, {
        signal,
        method: 'POST',
        headers: {
          ...version,
          'Upload-Length': String(file.size),
          'Upload-Metadata': metadataOf(file),
        },
      });
      const url = answer.headers.get('location');
      if (answer.status !== 201 || url === null) {
        throw new Refusal(answer.status, codeIn(await answer.text()));
      }
      return url;
    },

    async findOffset(url, signal) {
      const answer = await fetch(url, { signal, method: 'HEAD', headers: version });
      if (answer.status === 404) return undefined;
      // This answer has no body with a code; only a locked page refuses this way.
      if (!answer.ok)
        throw new Refusal(answer.status, answer.status === 403 ? 'code_needed' : undefined);
      return Number(answer.headers.get('upload-offset'));
    },

    sendPiece,
  };
}

/**
 * By XMLHttpRequest: `fetch` does not say how much has left.
 * @param {Piece} piece
 * @param {AbortSignal} signal
 * @returns {Promise<number>}
 */
function sendPiece({ url, offset, content, onProgress }, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PATCH', url);
    for (const [name, value] of Object.entries(version)) request.setRequestHeader(name, value);
    request.setRequestHeader('Upload-Offset', String(offset));
    request.setRequestHeader('Content-Type', 'application/offset+octet-stream');
    request.upload.addEventListener('progress', ({ loaded }) => {
      onProgress(loaded);
    });
    request.addEventListener('load', () => {
      if (request.status === 204) resolve(Number(request.getResponseHeader('upload-offset')));
      else reject(new Refusal(request.status, codeIn(request.responseText)));
    });
    for (const end of ['error', 'abort']) {
      request.addEventListener(end, () => {
        reject(new Error('The request broke off'));
      });
    }
    signal.addEventListener('abort', () => {
      request.abort();
    });
    request.send(content);
  });
}

/** @param {File} file */
function metadataOf(file) {
  const metadata = { filename: file.name, filetype: file.type, fingerprint: fingerprintOf(file) };
  return Object.entries(metadata)
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
