/* global clearTimeout, setTimeout */
// What happens to the files of an upload, told in portions: to draw a long list takes longer than to send a small file.

const tellEveryMs = 200;

/**
 * What has happened since it was last told: the files that have arrived, with the ids of their uploads, and the offsets
 * of the others; and the bytes of all.
 * @typedef {object} News
 * @property {readonly [File, string][]} done
 * @property {ReadonlyMap<File, number>} offsets
 * @property {number} sentBytes
 * @property {number} allBytes
 */

/** @param {(news: News) => void} show */
export function createShownNews(show) {
  /** @type {[File, string][]} */
  let done = [];
  /** @type {Map<File, number>} */
  let offsets = new Map();
  let sent = { sentBytes: 0, allBytes: 0 };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function tell() {
    clearTimeout(timer);
    timer = undefined;
    const news = { done, offsets, ...sent };
    done = [];
    offsets = new Map();
    show(news);
  }

  function tellSoon() {
    timer ??= setTimeout(tell, tellEveryMs);
  }

  return {
    /** @type {(sentBytes: number, allBytes: number, file: File, offset: number) => void} */
    addProgress: (sentBytes, allBytes, file, offset) => {
      sent = { sentBytes, allBytes };
      offsets.set(file, offset);
      tellSoon();
    },

    /** @type {(file: File, id: string) => void} */
    addDone: (file, id) => {
      done.push([file, id]);
      offsets.delete(file);
      tellSoon();
    },

    /** Tells at once what was not told. */
    flush: () => {
      if (timer !== undefined) tell();
    },
  };
}
