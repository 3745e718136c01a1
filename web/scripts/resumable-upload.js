/* global AbortController */
// Uploads one file: a small one in one request, a large one piece by piece. After a lost connection it retries with
// back-off: it asks the server how much has arrived, and sends the rest.

import { Refusal, vanishedFile } from './tus-connection.js';
import { isPassing } from './waiting.js';

/** @import { TusConnection } from './tus-connection.js' */
/** @import { WaitReason } from './waiting.js' */

const smallestPieceBytes = 16 * 1024 * 1024;
const mostPieces = 1000;
const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/** A file up to this size is sent with the request that creates its upload. */
const smallBytes = 1024 * 1024;

/** @param {File} file */
export function isSmall(file) {
  return file.size <= smallBytes;
}

/** @typedef {ReturnType<typeof createUpload>} Upload */

/**
 * `url` is set to go on with an upload that was begun. `onBegin` gets the url of a new one, `onStart` the
 * offset where it goes on, `onProgress` how far it is; `onWait` is called before it retries, with the reason.
 * `wait` resolves after the time, or earlier when its signal is aborted.
 * @param {object} options
 * @param {TusConnection} options.connection
 * @param {(delayMs: number, signal: AbortSignal) => Promise<void>} options.wait
 * @param {File} options.file
 * @param {string | undefined} options.url
 * @param {(url: string) => void} options.onBegin
 * @param {(offset: number) => void} options.onStart
 * @param {(offset: number) => void} options.onProgress
 * @param {(reason: WaitReason) => void} options.onWait
 */
export function createUpload(options) {
  const { connection, wait, file, onBegin, onStart, onProgress, onWait } = options;
  const pieceBytes = Math.max(smallestPieceBytes, Math.ceil(file.size / mostPieces));
  let url = options.url;
  let requests = new AbortController();
  let waiting = new AbortController();
  let isPaused = false;
  let isStopped = false;
  /** Whether the file is no longer wanted. */
  let isLeft = false;
  /** Whether the server may have an upload whose url is unknown. */
  let mayHaveBegun = false;
  let delayMs = firstDelayMs;
  let confirmedBytes = 0;

  /**
   * The server has so much. Each progress makes the next retry early again.
   * @param {number} offset
   */
  function confirm(offset) {
    if (offset > confirmedBytes) delayMs = firstDelayMs;
    confirmedBytes = offset;
    onProgress(offset);
  }

  function isHeld() {
    return isInterrupted() || isLeft;
  }

  function isInterrupted() {
    return isPaused || isStopped;
  }

  /** The offset of the upload. An expired one starts again: the page itself may still be open. */
  async function findStart() {
    if (url !== undefined) {
      const offset = await connection.findOffset(url, requests.signal);
      if (offset !== undefined) {
        onStart(offset);
        return { url, offset };
      }
      url = undefined;
    }
    return await begin();
  }

  /** A small file arrives with this request. Repeated after a lost answer, it finds the same upload. */
  async function begin() {
    let hasStarted = false;
    function start() {
      if (!hasStarted) onStart(0);
      hasStarted = true;
    }
    mayHaveBegun = true;
    const creation = {
      file,
      content: isSmall(file) ? file : undefined,
      onProgress(/** @type {number} */ sentBytes) {
        start();
        onProgress(sentBytes);
      },
    };
    const begun = await connection.begin(creation, requests.signal);
    start();
    url = begun.url;
    onBegin(url);
    return begun;
  }

  /** Resolves with the url of the upload once it is complete; undefined when it was interrupted. */
  async function sendRest() {
    requests = new AbortController();
    const { signal } = requests;
    const start = await findStart();
    let { offset } = start;
    confirm(offset);
    while (offset < file.size && !isHeld()) {
      const from = offset;
      const piece = {
        url: start.url,
        offset: from,
        content: file.slice(from, from + pieceBytes),
        onProgress: (/** @type {number} */ sentBytes) => {
          onProgress(from + sentBytes);
        },
      };
      offset = await connection.sendPiece(piece, signal);
      confirm(offset);
    }
    return offset === file.size && !isLeft ? start.url : undefined;
  }

  /** @param {number} ms */
  async function rest(ms) {
    waiting = new AbortController();
    await wait(ms, waiting.signal);
  }

  return {
    /** Resolves with the upload's id once the whole file has arrived; undefined when stopped. */
    async finish() {
      for (;;) {
        if (isStopped || (isLeft && (url !== undefined || !mayHaveBegun))) return undefined;
        if (isPaused) {
          await rest(Infinity);
          continue;
        }
        try {
          const whole = await sendRest();
          if (whole !== undefined) return whole.slice(whole.lastIndexOf('/') + 1);
        } catch (error) {
          if (isInterrupted()) continue;
          if (error instanceof Refusal && !isPassing(error.status)) throw error;
          await refuseUnreadable(file);
          const isRefused = error instanceof Refusal;
          onWait(isRefused ? 'busy' : 'lost');
          await rest(Math.max(delayMs, isRefused ? error.retryAfterMs : 0));
          delayMs = Math.min(2 * delayMs, longestDelayMs);
        }
      }
    },

    pause() {
      isPaused = true;
      requests.abort();
    },

    resume() {
      isPaused = false;
      waiting.abort();
    },

    /** The uploaded bytes stay for a later visit. */
    stop() {
      isStopped = true;
      requests.abort();
      waiting.abort();
    },

    /** The file is not wanted any more. An upload that may have begun is found out first, so that it can be removed. */
    leave() {
      isLeft = true;
      if (url === undefined && mayHaveBegun) return;
      requests.abort();
      waiting.abort();
    },
  };
}

/** @param {File} file */
async function refuseUnreadable(file) {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    throw vanishedFile();
  }
}
