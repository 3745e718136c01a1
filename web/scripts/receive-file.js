// Receives a file in as many requests as it takes. What arrives goes to a sink at once, so that nothing
// but the sink decides how much memory a download needs.

import { isPassing, readRetryAfter } from './waiting.js';

/** @import { WaitReason } from './waiting.js' */

/**
 * Where the bytes of a file go, in their order.
 * @typedef {object} Sink
 * @property {number} bytes how many bytes it has taken
 * @property {(piece: Uint8Array<ArrayBuffer>) => Promise<void>} write
 * @property {() => Promise<void>} restart forgets what it has taken
 */

/** The page is no longer what it was: for example, the files have expired, or a code is needed. */
export class Changed extends Error {}

/** The server cannot serve the file now. */
class Busy extends Error {
  /** @param {Response} response */
  constructor(response) {
    super(`The server answered ${response.status}`);
    this.retryAfterMs = readRetryAfter(response.headers.get('retry-after'));
  }
}

/** The sink takes no more, for example because the disk is full. */
export class NotSaved extends Error {}

const longestWaitMs = 30_000;

/**
 * Resolves when the sink has the whole file. After a lost connection, and where the server is busy, it tries
 * again until the signal aborts it. The server answers a pressed button with the address that counts as a
 * download, and that is the one that is resumed.
 * @param {string} action
 * @param {Sink} sink
 * @param {object} surroundings
 * @param {typeof fetch} surroundings.fetch
 * @param {AbortSignal} surroundings.signal
 * @param {(ms: number) => Promise<unknown>} surroundings.wait resolves earlier where a new try has a chance
 * @param {(bytes: number, total: number) => void} surroundings.onStart
 * @param {(bytes: number, total: number) => void} surroundings.onProgress
 * @param {(reason: WaitReason) => void} surroundings.onWait
 */
export async function receiveFile(action, sink, surroundings) {
  const { signal, wait, onWait } = surroundings;
  /** @type {{ url: string, etag: string | null } | undefined} */
  let known;
  let failures = 0;

  async function tryOnce() {
    /** @type {Record<string, string>} */
    const headers = {};
    if (known !== undefined && known.etag !== null && sink.bytes > 0) {
      headers['range'] = `bytes=${sink.bytes}-`;
      headers['if-range'] = known.etag;
    }
    const method = known === undefined ? 'POST' : 'GET';
    const response = await surroundings.fetch(known?.url ?? action, {
      method,
      headers,
      cache: 'no-store',
      signal,
    });
    if (isPassing(response.status)) throw new Busy(response);
    if (!response.ok) throw new Changed();
    if (response.status !== 206) await sink.restart();
    known = { url: response.url, etag: response.headers.get('etag') };
    const total = sink.bytes + Number(response.headers.get('content-length'));
    surroundings.onStart(sink.bytes, total);
    const reader = response.body?.getReader();
    if (reader === undefined) return;
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      try {
        await sink.write(piece.value);
      } catch (cause) {
        await reader.cancel();
        throw new NotSaved('The sink failed', { cause });
      }
      surroundings.onProgress(sink.bytes, total);
    }
    if (sink.bytes < total) throw new Error('The answer ended early');
  }

  for (;;) {
    const before = sink.bytes;
    try {
      await tryOnce();
      return;
    } catch (error) {
      if (signal.aborted || error instanceof Changed || error instanceof NotSaved) throw error;
      failures = sink.bytes > before ? 1 : failures + 1;
      const isBusy = error instanceof Busy;
      onWait(isBusy ? 'busy' : 'lost');
      const delayMs = Math.min(longestWaitMs, 500 * 2 ** failures);
      await wait(Math.max(delayMs, isBusy ? error.retryAfterMs : 0));
      signal.throwIfAborted();
    }
  }
}
