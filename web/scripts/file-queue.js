// Uploads files in their order, small ones several at once, and reports their total progress.

import { isSmall } from './resumable-upload.js';

/** @import { Upload } from './resumable-upload.js' */
/** @import { WaitReason } from './waiting.js' */

/**
 * A small file takes mostly the time of an answer. More at once would fill what the server allows one link or network.
 */
const smallAtOnce = 3;

/** The upload of one file failed; `cause` says why. */
export class FileFailure extends Error {
  /**
   * @param {File} file
   * @param {unknown} cause
   */
  constructor(file, cause) {
    super(`${file.name} was not uploaded`, { cause });
    this.file = file;
  }
}

/**
 * The callbacks of one upload; offsets count the bytes of its file.
 * @typedef {object} UploadEvents
 * @property {(offset: number) => void} onStart
 * @property {(offset: number) => void} onProgress
 * @property {(reason: WaitReason) => void} onWait
 */

/** @typedef {Pick<Upload, 'finish' | 'pause' | 'resume' | 'stop' | 'leave'>} QueuedUpload */

/**
 * `onStart` is called when a file begins or goes on, `onProgress` when bytes have left; both get the bytes of all files
 * that have arrived or left, and the sum of all, the file and its offset. `onWait` is called when every file that is on
 * its way waits; its reason is `lost` where that of any of them is. `onDone` is called with each file that has arrived
 * as a whole, in the order of the files. With `onRefused`, a file that fails is passed to it, and the others go on;
 * without it, the first failure ends the queue.
 * @param {object} options
 * @param {readonly File[]} options.files
 * @param {(file: File, events: UploadEvents) => QueuedUpload} options.createUpload
 * @param {(sentBytes: number, offset: number) => void} options.onStart
 * @param {(sentBytes: number, allBytes: number, file: File, offset: number) => void} options.onProgress
 * @param {(reason: WaitReason) => void} options.onWait
 * @param {(file: File, id: string) => void} [options.onDone]
 * @param {(file: File, error: unknown) => void} [options.onRefused]
 */
export function createFileQueue(options) {
  const { files, createUpload, onStart, onProgress, onWait, onDone, onRefused } = options;
  const allBytes = files.reduce((sum, { size }) => sum + size, 0);
  /** @type {Map<File, QueuedUpload>} */
  const running = new Map();
  /** @type {Map<File, WaitReason>} */
  const waiting = new Map();
  /** @type {Set<File>} */
  const skipped = new Set();
  /** @type {Map<File, number>} */
  const offsets = new Map();
  /**
   * By file: the id, or undefined for a file that will not arrive.
   * @type {Map<File, string | undefined>}
   */
  const ended = new Map();
  let sentBytes = 0;
  let reported = 0;
  let isPaused = false;
  let isStopped = false;
  /** @type {FileFailure | undefined} */
  let failure;

  /**
   * @param {File} file
   * @param {number} offset
   */
  function count(file, offset) {
    sentBytes += offset - (offsets.get(file) ?? 0);
    offsets.set(file, offset);
  }

  /** @param {File} file */
  function start(file) {
    const upload = createUpload(file, {
      onStart(offset) {
        waiting.delete(file);
        count(file, offset);
        onStart(sentBytes, offset);
      },
      onProgress(offset) {
        count(file, offset);
        onProgress(sentBytes, allBytes, file, offset);
      },
      onWait(reason) {
        waiting.set(file, reason);
        tellIfWaiting();
      },
    });
    running.set(file, upload);
    if (isPaused) upload.pause();
    return upload;
  }

  /** @param {File} file */
  async function run(file) {
    /** @type {string | undefined} */
    let id;
    try {
      id = await start(file).finish();
      if (id === undefined && !skipped.has(file)) stop();
    } catch (error) {
      if (onRefused === undefined) {
        failure ??= new FileFailure(file, error);
        stop();
      } else if (!skipped.has(file)) onRefused(file, error);
    }
    running.delete(file);
    waiting.delete(file);
    end(file, id);
    if (ended.size + running.size === files.length) tellIfWaiting();
  }

  function tellIfWaiting() {
    if (running.size === 0 || waiting.size < running.size) return;
    onWait(Array.from(waiting.values()).includes('lost') ? 'lost' : 'busy');
  }

  /**
   * @param {File} file
   * @param {string | undefined} id
   */
  function end(file, id) {
    ended.set(file, id);
    count(file, file.size);
    for (
      let next = files[reported];
      next !== undefined && ended.has(next);
      next = files[reported]
    ) {
      reported += 1;
      report(next);
    }
  }

  /** @param {File} file */
  function report(file) {
    const id = ended.get(file);
    if (id !== undefined) onDone?.(file, id);
  }

  /** @param {File} file */
  function hasRoomFor(file) {
    if (running.size === 0) return true;
    return running.size < smallAtOnce && [file, ...running.keys()].every(isSmall);
  }

  function stop() {
    isStopped = true;
    for (const upload of running.values()) upload.stop();
  }

  return {
    /**
     * Resolves with the ids of the uploads, in the order of the files; undefined when they were stopped.
     * @returns {Promise<string[] | undefined>}
     */
    async finish() {
      /** @type {Set<Promise<void>>} */
      const runs = new Set();
      for (const file of files) {
        while (!isStopped && !hasRoomFor(file)) await Promise.race(runs);
        if (isStopped) break;
        if (skipped.has(file)) {
          end(file, undefined);
          continue;
        }
        const ending = run(file).then(() => {
          runs.delete(ending);
        });
        runs.add(ending);
      }
      await Promise.all(runs);
      // Those after one that was stopped.
      for (const file of files.slice(reported)) report(file);
      if (failure !== undefined) throw failure;
      return isStopped ? undefined : files.flatMap((file) => ended.get(file) ?? []);
    },

    pause() {
      isPaused = true;
      for (const upload of running.values()) upload.pause();
    },

    resume() {
      isPaused = false;
      for (const upload of running.values()) upload.resume();
    },

    stop,

    /**
     * Leaves out a file, whether it is being uploaded or not yet.
     * @param {File} file
     */
    skip(file) {
      skipped.add(file);
      running.get(file)?.leave();
    },
  };
}
