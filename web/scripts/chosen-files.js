// The list of the files that will be sent, and of those that cannot be, with the reason.

import { makeElement } from './elements.js';
import { judgeFiles } from './judge-files.js';
import { sizeText } from './reader.js';
import { isSameFile } from './same-file.js';

/** @import { Fault, Limits } from './judge-files.js' */
/** @import { LeftOut } from './kept-form.js' */

/** @typedef {Record<Fault, string> & { remove: string }} ChosenTexts */

/**
 * `refusal` is why the server refused the file; `reason` why it is not sent.
 * @typedef {ReturnType<typeof makeRow> & { file: File, refusal: string | undefined, reason: string | undefined }} Row
 */

/**
 * `isBegun` tells which files need no room because they have theirs already; `onChange` is called after
 * a file was added or removed, `onRemove` with the file that was removed.
 * @param {object} options
 * @param {HTMLElement} options.list
 * @param {Limits} options.limits
 * @param {ChosenTexts} options.texts
 * @param {(file: File) => boolean} options.isBegun
 * @param {() => void} options.onChange
 * @param {(file: File) => void} options.onRemove
 */
export function createChosenFiles({ list, limits, texts, isBegun, onChange, onRemove }) {
  /** @type {Row[]} */
  let rows = [];

  function judge() {
    const faults = judgeFiles(
      rows.map(({ file }) => file),
      limits,
      isBegun,
    );
    for (const [at, row] of rows.entries()) {
      const fault = faults[at];
      row.reason = row.refusal ?? (fault === undefined ? undefined : texts[fault]);
      const state = row.reason ?? '';
      // There may be thousands, and a new text is a new layout.
      if (row.state.textContent !== state) row.state.textContent = state;
    }
    list.hidden = rows.length === 0;
    onChange();
  }

  /** @param {Row} row */
  function remove(row) {
    const next = rows[rows.indexOf(row) + 1] ?? rows[rows.indexOf(row) - 1];
    rows = rows.filter((other) => other !== row);
    row.item.remove();
    onRemove(row.file);
    judge();
    next?.button.focus();
  }

  /** @param {File} file */
  function append(file) {
    /** @type {Row} */
    const row = { file, refusal: undefined, reason: undefined, ...makeRow(file, texts) };
    row.button.addEventListener('click', () => {
      remove(row);
    });
    rows.push(row);
    list.append(row.item);
  }

  /** @param {File} file */
  async function isChosen(file) {
    // Of thousands, few have the same name.
    for (const row of rows)
      if (row.file.name === file.name && (await isSameFile(row.file, file))) return true;
    return false;
  }

  return {
    /**
     * Choosing a file again does not send it twice; resolves with the names of those that were there.
     * @param {readonly File[]} files
     */
    async add(files) {
      const known = [];
      for (const file of files) {
        if (await isChosen(file)) known.push(file.name);
        else append(file);
      }
      judge();
      return known;
    },

    /** Everything in the list, in order. */
    all() {
      return rows.map(({ file }) => file);
    },

    /** What will be sent, in order. */
    accepted() {
      return rows.filter(({ reason }) => reason === undefined).map(({ file }) => file);
    },

    /**
     * What will not be sent, and why.
     * @returns {LeftOut[]}
     */
    refused() {
      return rows.flatMap(({ file, reason }) =>
        reason === undefined ? [] : [{ name: file.name, reason }],
      );
    },

    /**
     * While files are being sent, none can be removed.
     * @param {boolean} isSending
     */
    setSending(isSending) {
      for (const { button, progress, reason } of rows) {
        button.hidden = isSending;
        progress.hidden = !isSending || reason !== undefined;
        progress.value = 0;
      }
    },

    /**
     * @param {File} file
     * @param {number} offset
     */
    showProgress(file, offset) {
      const row = rows.find((candidate) => candidate.file === file);
      if (row === undefined) return;
      row.progress.hidden = false;
      row.progress.value = file.size === 0 ? 1 : offset / file.size;
    },

    /**
     * The server refused the file.
     * @param {File} file
     * @param {string} reason
     */
    refuse(file, reason) {
      const row = rows.find((candidate) => candidate.file === file);
      if (row === undefined) return;
      row.refusal = reason;
      row.progress.hidden = true;
      judge();
    },

    /**
     * Takes a file out of the list that stands in another one from now on. It keeps its room, so that nothing changes
     * for the other files. Returns false for one that was removed.
     * @param {File} file
     */
    release(file) {
      const row = rows.find((candidate) => candidate.file === file);
      if (row === undefined) return false;
      rows = rows.filter((other) => other !== row);
      row.item.remove();
      limits.files -= 1;
      if (limits.bytes !== undefined) limits.bytes -= file.size;
      list.hidden = rows.length === 0;
      return true;
    },
  };
}

/**
 * @param {File} file
 * @param {ChosenTexts} texts
 */
function makeRow(file, texts) {
  const item = makeElement('li', 'chosen-file');
  const name = makeElement('span', 'file-name');
  // Its own element, so that a right-to-left name does not reorder its surroundings.
  name.append(makeElement('bdi', '', file.name));
  const size = makeElement('span', 'file-facts nowrap', sizeText(file.size));
  const state = makeElement('span', 'chosen-state');
  const progress = makeElement('progress');
  progress.max = 1;
  progress.hidden = true;
  progress.setAttribute('aria-label', file.name);
  const button = makeElement('button', 'button', texts.remove);
  button.type = 'button';
  button.setAttribute('aria-label', `${texts.remove}: ${file.name}`);
  const about = makeElement('span', 'file-about');
  about.append(name, size, state);
  item.append(about, button, progress);
  return { item, state, progress, button };
}
