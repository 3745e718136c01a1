// Small pictures of the images that are uploaded, for the pages of those who receive them. They are made and sent one
// after the other, behind the uploads. Whatever goes wrong, a file then has none: no upload waits or fails for it.

/** What may be looked at: larger images take long to open, and other types have no picture. */
const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const largestFile = 30_000_000;
/** As many as the server keeps for one draft or link. */
const mostPictures = 1000;

/** The link or draft has ended, or takes no more. */
const finalStatuses = [401, 403, 404, 410, 413];

/** @typedef {ReturnType<typeof createSentPictures>} SentPictures */

/**
 * `send` resolves with the status of the answer.
 * @param {object} options
 * @param {(file: File) => Promise<Blob | undefined>} options.make
 * @param {(id: string, picture: Blob) => Promise<number>} options.send
 * @param {(delayMs: number) => Promise<void>} options.wait
 */
export function createSentPictures({ make, send, wait }) {
  /** @type {{ file: File, id: string }[]} */
  const waiting = [];
  let left = mostPictures;
  /** @type {Promise<void> | undefined} */
  let running;

  async function run() {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const status = await sendOne(next).catch(() => undefined);
      if (status === undefined || !finalStatuses.includes(status)) continue;
      // One of an upload that was removed meanwhile says nothing of the others.
      if (status !== 404) stop();
    }
    running = undefined;
  }

  /** @param {{ file: File, id: string }} next */
  async function sendOne({ file, id }) {
    const picture = await make(file);
    return picture && (await send(id, picture));
  }

  function stop() {
    waiting.length = 0;
    left = 0;
  }

  return {
    /**
     * @param {File} file one that has arrived
     * @param {string} id of its upload
     */
    add(file, id) {
      if (left === 0 || !types.includes(file.type)) return;
      if (file.size === 0 || file.size > largestFile) return;
      left -= 1;
      waiting.push({ file, id });
      running ??= run();
    },

    /**
     * Resolves once all are sent, or after the time.
     * @param {number} mostMs
     */
    async settled(mostMs) {
      if (running !== undefined) await Promise.race([running, wait(mostMs)]);
    },
  };
}
