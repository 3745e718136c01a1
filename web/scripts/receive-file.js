// Receives a file in as many requests as it takes. What arrives goes to a sink at once, so that nothing
// but the sink decides how much memory a download needs.

/**
 * Where the bytes of a file go, in their order.
 * @typedef {object} Sink
 * @property {number} bytes how many bytes it has taken
 * @property {(piece: Uint8Array<ArrayBuffer>) => Promise<void>} write
 * @property {() => Promise<void>} restart forgets what it has taken
 */

/** The page is no longer what it was: the files have expired, or a code is needed. */
export class Changed extends Error {}

/** The sink takes no more, for example because the disk is full. */
export class NotSaved extends Error {}

const longestWaitMs = 30_000;

/**
 * Resolves when the sink has the whole file. A lost connection is tried again until the signal aborts it.
 * The server answers a pressed button with the address that counts as a download, and that is the one that
 * is resumed.
 * @param {string} action
 * @param {Sink} sink
 * @param {object} surroundings
 * @param {typeof fetch} surroundings.fetch
 * @param {AbortSignal} surroundings.signal
 * @param {(ms: number) => Promise<unknown>} surroundings.wait resolves earlier where a new try has a chance
 * @param {(bytes: number, total: number) => void} surroundings.onStart
 * @param {(bytes: number, total: number) => void} surroundings.onProgress
 * @param {() => void} surroundings.onInterrupted
 */
export async function receiveFile(action, sink, surroundings) {
  const { signal, wait, onInterrupted } = surroundings;
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
    if (response.status === 404 || response.status === 403) throw new Changed();
    if (!response.ok) throw new Error(`The server answered ${response.status}`);
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
      onInterrupted();
      await wait(Math.min(longestWaitMs, 500 * 2 ** failures));
      signal.throwIfAborted();
    }
  }
}
