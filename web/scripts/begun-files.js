/* global HTMLButtonElement, HTMLElement */
// The list of files that were begun in an earlier visit, and the offset of each.

import { getElement } from './elements.js';
import { fingerprintOf } from './tus-connection.js';

/** @import { Limits } from './judge-files.js' */

/**
 * `file` is the chosen file that goes on with it: two files may look alike from here.
 * @typedef {object} Row
 * @property {HTMLElement} item
 * @property {HTMLButtonElement} button
 * @property {string} id
 * @property {string} url
 * @property {string} key what is known of its file
 * @property {boolean} isWhole
 * @property {File | undefined} file
 */

/**
 * `endpoint` is where uploads are; `discard` deletes one; `limits` get back the room of what is removed; `onChange` is
 * called after that.
 * @param {object} options
 * @param {HTMLElement | undefined} options.list
 * @param {string} options.endpoint
 * @param {(url: string) => Promise<void>} options.discard
 * @param {Limits} options.limits
 * @param {() => void} options.onChange
 */
export function createBegunFiles({ list, endpoint, discard, limits, onChange }) {
  let rows = Array.from(list?.children ?? []).flatMap((item) =>
    item instanceof HTMLElement ? [rowOf(item, endpoint)] : [],
  );

  /** @param {File} file */
  function findRow(file) {
    const fileKey = keyOf(file);
    return rows.find(({ file: claimed, key }) =>
      claimed === undefined ? key === fileKey : claimed === file,
    );
  }

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

  rows.forEach(takeOver);

  /** @param {Row} row */
  function takeOver(row) {
    const { item, button, url } = row;
    button.hidden = false;
    button.setAttribute('aria-label', `${button.textContent}: ${item.dataset.name ?? ''}`);
    button.addEventListener('click', (event) => {
      event.preventDefault();
      drop(row);
      void discard(url);
      onChange();
    });
  }

  return {
    /**
     * Where the upload of this file goes on; undefined for a file that is new. Asking claims it.
     * @param {File} file
     */
    urlOf(file) {
      const row = findRow(file);
      if (row !== undefined) row.file = file;
      return row?.url;
    },

    /**
     * Files that are chosen again stand in the list of chosen ones instead.
     * @param {readonly File[]} files
     */
    hideChosen(files) {
      const chosen = new Set(files);
      const keys = new Set(files.map(keyOf));
      for (const { item, file, key } of rows) {
        const isHidden = file === undefined ? keys.has(key) : chosen.has(file);
        if (item.hidden !== isHidden) item.hidden = isHidden;
      }
      setHidden(rows.every(({ item }) => item.hidden));
    },

    /**
     * The file was removed after it had been chosen again.
     * @param {File} file
     */
    forget(file) {
      const row = findRow(file);
      if (row !== undefined) drop(row);
    },

    /**
     * Adds a file that has arrived, in place of the one that it goes on with.
     * @param {HTMLElement} item
     */
    add(item) {
      const row = rowOf(item, endpoint);
      const before = rows.find(({ id }) => id === row.id);
      if (before === undefined) list?.append(item);
      else before.item.replaceWith(item);
      rows = [...rows.filter((other) => other !== before), row];
      takeOver(row);
      setHidden(false);
    },

    /** @param {string} id */
    has(id) {
      return rows.some((row) => row.id === id);
    },

    /** How many have arrived, and how many have not; and the bytes of all. */
    count() {
      const whole = rows.filter(({ isWhole }) => isWhole).length;
      const bytes = rows.reduce((sum, { item }) => sum + Number(item.dataset.size), 0);
      return { whole, part: rows.length - whole, bytes };
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
    key: [item.dataset.name, item.dataset.size, item.dataset.fingerprint].join('\n'),
    isWhole: item.dataset.received === item.dataset.size,
    file: undefined,
  };
}

/** @param {File} file */
function keyOf(file) {
  return [file.name.normalize('NFC'), file.size, fingerprintOf(file)].join('\n');
}
