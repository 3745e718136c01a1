// The list of files that were begun in an earlier visit, and where each of them goes on.

import { fingerprintOf, terminate } from './resumable-upload.js';

/**
 * `list` may be null. `endpoint` is where uploads are; `limits` get back the room of what is removed;
 * `onChange` hears of that.
 */
export function createBegunFiles({ list, endpoint, limits, onChange }) {
  let rows = Array.from(list?.children ?? [], (item) => ({
    item,
    id: item.dataset.upload,
    url: `${endpoint}/${item.dataset.upload}`,
    isWhole: item.dataset.received === item.dataset.size,
    /** The chosen file that goes on with it: two files may look alike from here. */
    file: undefined,
  }));

  function isOf({ item: { dataset }, file: claimed }, file) {
    if (claimed !== undefined) return claimed === file;
    return (
      dataset.name === file.name.normalize('NFC') &&
      Number(dataset.size) === file.size &&
      dataset.fingerprint === fingerprintOf(file)
    );
  }

  function drop(row) {
    rows = rows.filter((other) => other !== row);
    row.item.remove();
    limits.files += 1;
    if (limits.bytes !== undefined) limits.bytes += Number(row.item.dataset.size);
    if (rows.length === 0 && list !== null) list.parentElement.hidden = true;
  }

  for (const row of rows) {
    const button = row.item.querySelector('button');
    button.hidden = false;
    button.setAttribute('aria-label', `${button.textContent}: ${row.item.dataset.name}`);
    button.addEventListener('click', () => {
      drop(row);
      void terminate(row.url);
      onChange();
    });
  }

  return {
    /** Where the upload of this file goes on; undefined for a file that is new. Asking claims it. */
    urlOf(file) {
      const row = rows.find((candidate) => isOf(candidate, file));
      if (row !== undefined) row.file = file;
      return row?.url;
    },

    /** Files that are chosen again stand in the list of chosen ones instead. */
    hideChosen(files) {
      for (const row of rows) row.item.hidden = files.some((file) => isOf(row, file));
      if (list !== null) list.parentElement.hidden = rows.every(({ item }) => item.hidden);
    },

    /** The file was taken back after it had been chosen again. */
    forget(file) {
      const row = rows.find((candidate) => isOf(candidate, file));
      if (row !== undefined) drop(row);
    },

    /** What has arrived already and is not chosen again: it needs only to be sent off. */
    wholeIds() {
      return rows.filter(({ item, isWhole }) => isWhole && !item.hidden).map(({ id }) => id);
    },

    setSending(isSending) {
      for (const { item } of rows) item.querySelector('button').hidden = isSending;
    },
  };
}
