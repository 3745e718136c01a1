/* global HTMLElement */
// The list of files that were begun or have arrived, in this visit or an earlier one, and the offset of each.

import { createBoundedList } from './bounded-list.js';
import { makeElement } from './elements.js';
import { folderOf, joinPath } from './file-folder.js';
import { isSameFile } from './same-file.js';
import { fingerprintOf } from './tus-connection.js';

/** @import { FileTree } from './file-tree.js' */
/** @import { TreeFile } from './folder-tree.js' */
/** @import { Limits } from './judge-files.js' */

/**
 * An upload, as the server knows it.
 * @typedef {object} BegunFile
 * @property {string} id
 * @property {string} name
 * @property {string} folder
 * @property {number} sizeBytes
 * @property {number} receivedBytes
 * @property {string} fingerprint
 */

/**
 * `file` is the chosen file that goes on with it: two files may look alike from here. `item` is its row, once it was
 * shown.
 * @typedef {BegunFile & { url: string, file: File | undefined, isChosen: boolean, item: HTMLElement | undefined }} Entry
 */

/**
 * `endpoint` is where uploads are; `discard` deletes one; `limits` get back the room of what is removed; `onChange` is
 * called after that. `render` makes rows in place of those that the page brought; `tellMore` gets how many are not
 * shown.
 * @param {object} options
 * @param {HTMLElement | undefined} options.list
 * @param {string} options.endpoint
 * @param {(url: string) => Promise<void>} options.discard
 * @param {Limits} options.limits
 * @param {() => void} options.onChange
 * @param {((file: BegunFile) => HTMLElement) | undefined} options.render
 * @param {(count: number) => void} options.tellMore
 * @param {FileTree | undefined} options.tree shows the files in place of a list of their own
 */
export function createBegunFiles(options) {
  const { list, endpoint, discard, limits, onChange, render, tellMore, tree } = options;
  /**
   * By id.
   * @type {Map<string, Entry>}
   */
  const entries = new Map();
  /**
   * Those that look alike.
   * @type {Map<string, Set<Entry>>}
   */
  const byKey = new Map();
  let isSending = false;
  for (const item of Array.from(list?.querySelectorAll('[data-upload]') ?? []))
    if (item instanceof HTMLElement) put(uploadOf(item), render === undefined ? item : undefined);
  const shown =
    tree?.add(listFiles) ??
    (list &&
      createBoundedList({
        list,
        listEntries() {
          const visible = [...entries.values()].filter(({ isChosen }) => !isChosen);
          return {
            // What a person has to choose again comes first.
            problems: visible.filter((entry) => !isWhole(entry)),
            others: visible.filter(isWhole),
            count: visible.length,
          };
        },
        render: (/** @type {Entry} */ entry) => rowOf(entry),
        tellMore,
      }));
  shown?.drawSoon();

  /** @returns {Generator<TreeFile>} */
  function* listFiles() {
    for (const entry of entries.values()) {
      if (entry.isChosen) continue;
      const { id, file, folder, name, sizeBytes, receivedBytes } = entry;
      const row = () => rowOf(entry);
      yield {
        ...{ identity: file ?? id, folder, name, sizeBytes, row },
        ...{ sentBytes: receivedBytes, isProblem: !isWhole(entry) },
      };
    }
  }

  /** @param {Entry} entry */
  function rowOf(entry) {
    entry.item ??= render?.(entry) ?? makeElement('li');
    const button = entry.item.querySelector('button[data-act=remove]');
    if (button instanceof HTMLElement) {
      button.hidden = isSending;
      button.setAttribute('aria-label', `${button.textContent.trim()}: ${entry.name}`);
      button.onclick = (event) => {
        event.preventDefault();
        drop(entry);
        void discard(entry.url);
        onChange();
      };
    }
    return entry.item;
  }

  /**
   * @param {BegunFile} upload
   * @param {HTMLElement} [item]
   * @param {File} [file]
   */
  function put(upload, item, file) {
    const before = entries.get(upload.id);
    if (before !== undefined) unkey(before);
    const url = `${endpoint}/${upload.id}`;
    const entry = { ...upload, url, file, isChosen: false, item };
    entries.set(upload.id, entry);
    const key = keyOf(entry);
    const alike = byKey.get(key);
    if (alike === undefined) byKey.set(key, new Set([entry]));
    else alike.add(entry);
  }

  /** @param {Entry} entry */
  function unkey(entry) {
    byKey.get(keyOf(entry))?.delete(entry);
  }

  /** @param {File} file */
  function findEntry(file) {
    const alike = [...(byKey.get(keyOfFile(file)) ?? [])];
    return (
      alike.find((entry) => entry.file === file) ?? alike.find((entry) => entry.file === undefined)
    );
  }

  /** @param {Entry} entry */
  function drop(entry) {
    entries.delete(entry.id);
    unkey(entry);
    limits.files += 1;
    if (limits.bytes !== undefined) limits.bytes += entry.sizeBytes;
    draw();
  }

  function draw() {
    const section = list?.parentElement;
    const isEmpty = [...entries.values()].every(({ isChosen }) => isChosen);
    if (section && tree === undefined) section.hidden = isEmpty;
    shown?.drawSoon();
  }

  return {
    /**
     * Where the upload of this file goes on; undefined for a file that is new. Asking claims it.
     * @param {File} file
     */
    urlOf(file) {
      const entry = findEntry(file);
      if (entry !== undefined) entry.file = file;
      return entry?.url;
    },

    /**
     * Whether this file has arrived as a whole. One of an earlier visit is known by its name, size and time alone.
     * @param {File} file
     */
    async isWhole(file) {
      for (const entry of byKey.get(keyOfFile(file)) ?? []) {
        if (!isWhole(entry)) continue;
        if (entry.file === undefined || (await isSameFile(entry.file, file))) return true;
      }
      return false;
    },

    /**
     * Files that are chosen again stand in the list of chosen ones instead.
     * @param {readonly File[]} files
     */
    hideChosen(files) {
      for (const entry of entries.values()) entry.isChosen = false;
      for (const file of files) {
        const entry = findEntry(file);
        if (entry !== undefined) entry.isChosen = true;
      }
      draw();
    },

    /**
     * The file was removed after it had been chosen again.
     * @param {File} file
     */
    forget(file) {
      const entry = findEntry(file);
      if (entry !== undefined) drop(entry);
    },

    /**
     * Adds a file that has arrived, in place of the one that it goes on with.
     * @param {BegunFile} upload
     * @param {File} [file]
     */
    add(upload, file) {
      put(upload, undefined, file);
      draw();
    },

    /**
     * @param {string} id
     * @param {string} name
     */
    rename(id, name) {
      const before = entries.get(id);
      if (before !== undefined) put({ ...before, name }, undefined, before.file);
      draw();
    },

    /** @param {string} id */
    has(id) {
      return entries.has(id);
    },

    /** Files that have arrived and are not chosen again: they only need to be sent. */
    wholeIds() {
      return [...entries.values()]
        .filter((entry) => isWhole(entry) && !entry.isChosen)
        .map(({ id }) => id);
    },

    /** The bytes of those. */
    wholeBytes() {
      let bytes = 0;
      for (const entry of entries.values())
        if (isWhole(entry) && !entry.isChosen) bytes += entry.sizeBytes;
      return bytes;
    },

    /** @param {boolean} isNow */
    setSending(isNow) {
      isSending = isNow;
      shown?.drawSoon();
    },
  };
}

/** @param {Entry} entry */
function isWhole({ receivedBytes, sizeBytes }) {
  return receivedBytes === sizeBytes;
}

/**
 * @param {HTMLElement} item
 * @returns {BegunFile}
 */
function uploadOf({ dataset }) {
  return {
    id: dataset.upload ?? '',
    name: dataset.name ?? '',
    folder: dataset.folder ?? '',
    sizeBytes: Number(dataset.size),
    receivedBytes: Number(dataset.received),
    fingerprint: dataset.fingerprint ?? '',
  };
}

/** @param {Pick<BegunFile, 'name' | 'folder' | 'sizeBytes' | 'fingerprint'>} upload */
function keyOf({ name, folder, sizeBytes, fingerprint }) {
  return [joinPath(folder, name), sizeBytes, fingerprint].join('\n');
}

/**
 * To ask a browser for the size and the time of a file takes longer than all else that is done with it here.
 * @type {WeakMap<File, string>}
 */
const keysOfFiles = new WeakMap();

/** @param {File} file */
function keyOfFile(file) {
  let key = keysOfFiles.get(file);
  if (key === undefined) {
    const { name, size: sizeBytes } = file;
    const place = { name: name.normalize('NFC'), folder: folderOf(file) };
    key = keyOf({ ...place, sizeBytes, fingerprint: fingerprintOf(file) });
    keysOfFiles.set(file, key);
  }
  return key;
}
