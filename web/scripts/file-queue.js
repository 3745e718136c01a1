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
 * `onStart` and `onProgress` get the bytes of all files that have arrived or left, and the sum of all.
 * @param {object} options
 * @param {readonly File[]} options.files
 * @param {(file: File, events: UploadEvents) => Pick<Upload, 'finish' | 'pause' | 'resume' | 'stop'>} options.createUpload
 * @param {(sentBytes: number, allBytes: number) => void} options.onStart
 * @param {(sentBytes: number, allBytes: number) => void} options.onProgress
 */
export function createFileQueue({ files, createUpload, onStart, onProgress }) {
  const allBytes = files.reduce((sum, { size }) => sum + size, 0);
  /** @type {Pick<Upload, 'finish' | 'pause' | 'resume' | 'stop'> | undefined} */
  let current;

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
            onProgress(start + offset, allBytes);
          },
        });
        const id = await current.finish().catch((/** @type {unknown} */ error) => {
          throw new FileFailure(file.name, error);
        });
        if (id === undefined) return undefined;
        ids.push(id);
        before += file.size;
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
  };
}
