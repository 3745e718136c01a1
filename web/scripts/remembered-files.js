// Tells the server which files were chosen, so that a page that is opened later can name those that were not uploaded.

import { folderOf } from './file-folder.js';
import { createPace } from './pace.js';
import { fingerprintOf, placeOf } from './tus-connection.js';

/** A field of a form may have 64 KiB. */
const mostCharacters = 20_000;

/**
 * `remember` sends one portion of the list, as JSON; `forget` the key of a file that was told before.
 * @param {object} server
 * @param {(chosen: string) => Promise<unknown>} server.remember
 * @param {(key: string) => Promise<unknown>} server.forget
 */
export function createRememberedFiles({ remember, forget }) {
  /** @type {WeakSet<File>} */
  const known = new WeakSet();
  /**
   * One after the other: a file is forgotten after it was told.
   * @type {Promise<unknown>}
   */
  let telling = Promise.resolve();

  /** @param {readonly File[]} files */
  async function tellAll(files) {
    const stepBack = createPace();
    /** @type {string[]} */
    let portion = [];
    let length = 0;
    for (const file of files) {
      await stepBack();
      const text = describe(file);
      if (length + text.length > mostCharacters) {
        await remember(`[${portion.join(',')}]`);
        portion = [];
        length = 0;
      }
      portion.push(text);
      length += text.length;
    }
    await remember(`[${portion.join(',')}]`);
  }

  return {
    /** @param {readonly File[]} files */
    add(files) {
      const unknown = files.filter((file) => !known.has(file));
      if (unknown.length === 0) return;
      for (const file of unknown) known.add(file);
      telling = telling.then(() => tellAll(unknown));
    },

    /** @param {File} file */
    remove(file) {
      if (known.has(file)) telling = telling.then(() => forget(placeOf(file).key));
    },
  };
}

/** @param {File} file */
function describe(file) {
  const { key, order } = placeOf(file);
  return JSON.stringify({
    key,
    name: file.name,
    folder: folderOf(file),
    sizeBytes: file.size,
    fingerprint: fingerprintOf(file),
    place: Number(order),
  });
}
