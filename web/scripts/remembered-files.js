// Tells the server which files were chosen, so that a page that is opened later can name those that were not uploaded.

import { fingerprintOf, placeOf } from './tus-connection.js';

/** A field of a form may have 64 KiB. */
const mostCharacters = 20_000;

/**
 * `send` sends one portion of the list, as JSON.
 * @param {(chosen: string) => Promise<unknown>} send
 */
export function createRememberedFiles(send) {
  /** @type {WeakSet<File>} */
  const told = new WeakSet();
  /** @type {Promise<unknown>} */
  let telling = Promise.resolve();

  /** @param {readonly string[]} files */
  function tell(files) {
    const list = `[${files.join(',')}]`;
    telling = telling.then(() => send(list));
  }

  return {
    /** @param {readonly File[]} files */
    add(files) {
      /** @type {string[]} */
      let batch = [];
      let length = 0;
      for (const file of files) {
        if (told.has(file)) continue;
        told.add(file);
        const { key, order } = placeOf(file);
        const text = JSON.stringify({
          key,
          name: file.name,
          sizeBytes: file.size,
          fingerprint: fingerprintOf(file),
          place: Number(order),
        });
        if (length + text.length > mostCharacters) {
          tell(batch);
          batch = [];
          length = 0;
        }
        batch.push(text);
        length += text.length;
      }
      if (batch.length > 0) tell(batch);
    },

    /** @param {File} file */
    has: (file) => told.has(file),
  };
}
