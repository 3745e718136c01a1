// Uploads files one after another, and reports their total progress.

/** @import { Upload } from './resumable-upload.js' */

/** The upload of one file failed; `cause` says why. */
export class FileFailure extends Error {
  /**
   * @param {string} fileName
   * @param {unknown} cause
   */
  constructor(fileName, cause) {
    super(`${fileName} was not uploaded`, { cause });
    this.fileName = fileName;
  }
}

/**
 * The callbacks of one upload; offsets count the bytes of its file.
 * @typedef {object} UploadEvents
 * @property {(offset: number) => void} onStart
 * @property {(offset: number) => void} onProgress
 */

/**
 * `onStart` and `onProgress` get the bytes of all files that have arrived or left, and the sum of all; `onProgress` the
 * file and its offset too. `onDone` is called with each file that has arrived as a whole. With `onRefused`, a file that
 * fails is passed to it, and the others go on; without it, the first failure ends the queue.
 * @param {object} options
 * @param {readonly File[]} options.files
 * @param {(file: File, events: UploadEvents) => Pick<Upload, 'finish' | 'pause' | 'resume' | 'stop'>} options.createUpload
 * @param {(sentBytes: number, allBytes: number) => void} options.onStart
 * @param {(sentBytes: number, allBytes: number, file: File, offset: number) => void} options.onProgress
 * @param {(file: File, id: string) => void} [options.onDone]
 * @param {(file: File, error: unknown) => void} [options.onRefused]
 */
export function createFileQueue({ files, createUpload, onStart, onProgress, onDone, onRefused }) {
  const allBytes = files.reduce((sum, { size }) => sum + size, 0);
  /** @type {Pick<Upload, 'finish' | 'pause' | 'resume' | 'stop'> | undefined} */
  let current;
  let isSkipping = false;

  return {
    /**
     * Resolves with the ids of the uploads; undefined when they were stopped.
     * @returns {Promise<string[] | undefined>}
     */
    async finish() {
      /** @type {string[]} */
      const ids = [];
      let before = 0;
      for (const file of files) {
        const start = before;
        current = createUpload(file, {
          onStart: (offset) => {
            onStart(start + offset, allBytes);
          },
          onProgress: (offset) => {
            onProgress(start + offset, allBytes, file, offset);
          },
        });
        before += file.size;
        const id = await current.finish().catch((/** @type {unknown} */ error) => {
          if (onRefused === undefined) throw new FileFailure(file.name, error);
          onRefused(file, error);
          isSkipping = true;
          return undefined;
        });
        if (id !== undefined) {
          ids.push(id);
          onDone?.(file, id);
        } else if (!isSkipping) return undefined;
        isSkipping = false;
      }
      return ids;
    },

    pause() {
      current?.pause();
    },

    resume() {
      current?.resume();
    },

    stop() {
      current?.stop();
    },

    /** Leaves out the file that is being uploaded, and goes on with the next. */
    skip() {
      isSkipping = true;
      current?.stop();
    },
  };
}
