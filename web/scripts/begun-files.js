/* global HTMLButtonElement, HTMLElement */
// The list of files that were begun in an earlier visit, and the offset of each.

import { getElement } from './elements.js';
import { fingerprintOf, terminate } from './tus-connection.js';

/** @import { Limits } from './judge-files.js' */

/**
 * `file` is the chosen file that goes on with it: two files may look alike from here.
 * @typedef {object} Row
 * @property {HTMLElement} item
 * @property {HTMLButtonElement} button
 * @property {string} id
 * @property {string} url
 * @property {boolean} isWhole
 * @property {File | undefined} file
 */

/**
 * `endpoint` is where uploads are; `limits` get back the room of what is removed; `onChange` is called
 * after that.
 * @param {object} options
 * @param {HTMLElement | undefined} options.list
 * @param {string} options.endpoint
 * @param {Limits} options.limits
 * @param {() => void} options.onChange
 */
export function createBegunFiles({ list, endpoint, limits, onChange }) {
  let rows = Array.from(list?.children ?? []).flatMap((item) =>
    item instanceof HTMLElement ? [rowOf(item, endpoint)] : [],
  );

  /** @param {Row} row */
  function drop(row) {
    rows = rows.filter((other) => other !== row);
    row.item.remove();
    limits.files += 1;
    if (limits.bytes !== undefined) limits.bytes += Number(row.item.dataset.size);
    if (rows.length === 0) setHidden(true);
  }

  /** @param {boolean} isHidden */
  function setHidden(isHidden) {
    const section = list?.parentElement;
    if (section) section.hidden = isHidden;
  }

  for (const row of rows) {
    const { item, button, url } = row;
    button.hidden = false;
    button.setAttribute('aria-label', `${button.textContent}: ${item.dataset.name ?? ''}`);
    button.addEventListener('click', () => {
      drop(row);
      void terminate(url);
      onChange();
    });
  }

  return {
    /**
     * Where the upload of this file goes on; undefined for a file that is new. Asking claims it.
     * @param {File} file
     */
    urlOf(file) {
      const row = rows.find((candidate) => isOf(candidate, file));
      if (row !== undefined) row.file = file;
      return row?.url;
    },

    /**
     * Files that are chosen again stand in the list of chosen ones instead.
     * @param {readonly File[]} files
     */
    hideChosen(files) {
      for (const row of rows) row.item.hidden = files.some((file) => isOf(row, file));
      setHidden(rows.every(({ item }) => item.hidden));
    },

    /**
     * The file was removed after it had been chosen again.
     * @param {File} file
     */
    forget(file) {
      const row = rows.find((candidate) => isOf(candidate, file));
      if (row !== undefined) drop(row);
    },

    /** Files that have arrived and are not chosen again: they only need to be sent. */
    wholeIds() {
      return rows.filter(({ item, isWhole }) => isWhole && !item.hidden).map(({ id }) => id);
    },

    /** @param {boolean} isSending */
    setSending(isSending) {
      for (const { button } of rows) button.hidden = isSending;
    },
  };
}

/**
 * @param {HTMLElement} item
 * @param {string} endpoint
 * @returns {Row}
 */
function rowOf(item, endpoint) {
  const id = item.dataset.upload ?? '';
  return {
    item,
    button: getElement(item, 'button', HTMLButtonElement),
    id,
    url: `${endpoint}/${id}`,
    isWhole: item.dataset.received === item.dataset.size,
    file: undefined,
  };
}

/**
 * @param {Row} row
 * @param {File} file
 */
function isOf({ item: { dataset }, file: claimed }, file) {
  if (claimed !== undefined) return claimed === file;
  return (
    dataset.name === file.name.normalize('NFC') &&
    Number(dataset.size) === file.size &&
    dataset.fingerprint === fingerprintOf(file)
  );
}
