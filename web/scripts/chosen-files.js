/* global document */
// The list of the files that will be sent, and of those that cannot be, with the reason.

import { isUsableName } from './file-name.js';
import { sizeText } from './reader.js';
import { isSameFile } from './same-file.js';

/**
 * `isBegun` tells which files need no room because they have theirs already; `onChange` hears of every
 * file that comes or goes, `onRemove` which one was taken back.
 */
export function createChosenFiles({ list, limits, texts, isBegun, onChange, onRemove }) {
  let rows = [];

  /** Earlier files come first: what no longer fits behind them is left out, and the others go on. */
  function judge() {
    let files = 0;
    let bytes = 0;
    for (const row of rows) {
      row.reason = reasonFor(row.file, files, bytes);
      if (row.reason === undefined && !isBegun(row.file)) {
        files += 1;
        bytes += row.file.size;
      }
      row.state.textContent = row.reason ?? '';
    }
    list.hidden = rows.length === 0;
    onChange();
  }

  function reasonFor(file, filesBefore, bytesBefore) {
    if (!isUsableName(file.name)) return texts.badName;
    if (file.size > (limits.fileBytes ?? Infinity)) return texts.fileTooLarge;
    if (isBegun(file)) return undefined;
    if (filesBefore >= limits.files) return texts.tooManyFiles;
    if (bytesBefore + file.size > (limits.bytes ?? Infinity)) return texts.noRoom;
    return undefined;
  }

  function remove(row) {
    const next = rows[rows.indexOf(row) + 1] ?? rows[rows.indexOf(row) - 1];
    rows = rows.filter((other) => other !== row);
    row.item.remove();
    onRemove(row.file);
    judge();
    next?.button.focus();
  }

  function append(file) {
    const row = { file, reason: undefined, ...makeRow(file, texts) };
    row.button.addEventListener('click', () => {
      remove(row);
    });
    rows.push(row);
    list.append(row.item);
  }

  async function isChosen(file) {
    for (const row of rows) if (await isSameFile(row.file, file)) return true;
    return false;
  }

  return {
    /** Choosing a file again does not send it twice; resolves with the names of those that were there. */
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

    /** What will not be sent, and why. */
    refused() {
      return rows
        .filter(({ reason }) => reason !== undefined)
        .map(({ file, reason }) => ({ name: file.name, reason }));
    },

    /** While files are being sent, none can be taken back. */
    setSending(isSending) {
      for (const { button, progress, reason } of rows) {
        button.hidden = isSending;
        progress.hidden = !isSending || reason !== undefined;
        progress.value = 0;
      }
    },

    /** Files leave one after another, so that the sum tells how far each of them is. */
    showProgress(sentBytes) {
      let before = 0;
      for (const { file, progress, reason } of rows) {
        if (reason !== undefined) continue;
        const share = file.size === 0 ? sentBytes - before : (sentBytes - before) / file.size;
        progress.value = Math.min(1, Math.max(0, share));
        before += file.size;
      }
    },
  };
}

function makeRow(file, texts) {
  const item = make('li', 'chosen-file');
  const name = make('span', 'file-name');
  // Its own element, so that a name from right to left turns nothing around it.
  name.append(make('bdi', '', file.name));
  const size = make('span', 'file-facts nowrap', sizeText(file.size));
  const state = make('span', 'chosen-state');
  const progress = make('progress');
  progress.max = 1;
  progress.hidden = true;
  progress.setAttribute('aria-label', file.name);
  const button = make('button', 'button', texts.remove);
  button.type = 'button';
  button.setAttribute('aria-label', `${texts.remove}: ${file.name}`);
  const about = make('span', 'file-about');
  about.append(name, size, state);
  item.append(about, button, progress);
  return { item, state, progress, button };
}

function make(tag, className = '', text = '') {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}
