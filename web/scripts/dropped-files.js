/* global File */
// The files that were dropped on the page or chosen, including those in folders, which each file is known to be in.

import { putInFolder } from './file-folder.js';
import { createPace } from './pace.js';

/** @typedef {{ files: File[], emptyFolders: string[], unreadable: string[] }} FoundFiles */

/**
 * The part of a `FileSystemEntry` that is used here.
 * @typedef {Pick<FileSystemEntry, 'name' | 'isDirectory'>} Entry
 */
/** @typedef {{ webkitGetAsEntry?: () => Entry | null }} DroppedItem */

/**
 * Resolves with the files, and with the names of the folders that held none and of what could not be
 * read. Must be called while the drop is handled: the browser forgets what was dropped right after.
 * @param {{ items: ArrayLike<DroppedItem>, files: ArrayLike<File> }} drop
 * @returns {Promise<FoundFiles>}
 */
export async function readDrop({ items, files }) {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry?.() ?? null);
  /** @type {FoundFiles} */
  const found = { files: [], emptyFolders: [], unreadable: [] };
  // Some browsers do not support entries; then folders cannot be told from files.
  if (!entries.some((entry) => entry?.isDirectory))
    return { ...found, files: await placeAll(Array.from(files), () => []) };
  for (const entry of entries) {
    if (entry !== null) await collect(entry, [], found);
  }
  return found;
}

/**
 * @param {Entry} entry
 * @param {readonly string[]} folders
 * @param {FoundFiles} found
 */
async function collect(entry, folders, found) {
  try {
    if (!isFolder(entry)) {
      found.files.push(placed(await fileOf(entry), folders));
      return;
    }
    const before = found.files.length;
    const path = [...folders, entry.name];
    for (const child of await childrenOf(entry)) await collect(child, path, found);
    if (folders.length === 0 && found.files.length === before) found.emptyFolders.push(entry.name);
  } catch {
    found.unreadable.push([...folders, entry.name].join('/'));
  }
}

/**
 * @param {Entry} entry
 * @returns {entry is FileSystemDirectoryEntry}
 */
function isFolder(entry) {
  return entry.isDirectory;
}

/**
 * @param {Entry} entry what is no folder is a file
 * @returns {Promise<File>}
 */
function fileOf(entry) {
  return new Promise((resolve, reject) => {
    /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject);
  });
}

/**
 * A reader gives some of the entries at a time, and none when there are no more.
 * @param {FileSystemDirectoryEntry} folder
 */
async function childrenOf(folder) {
  const reader = folder.createReader();
  /** @type {FileSystemEntry[]} */
  const children = [];
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) break;
    children.push(...some);
  }
  return children.sort((one, other) => one.name.localeCompare(other.name));
}

/**
 * The files that were chosen, each in its folder where it has one.
 * @param {Iterable<File>} files
 */
export async function placedByFolder(files) {
  return await placeAll(files, ({ webkitRelativePath }) =>
    webkitRelativePath.split('/').slice(0, -1),
  );
}

/**
 * @param {Iterable<File>} files
 * @param {(file: File) => string[]} foldersOf
 */
async function placeAll(files, foldersOf) {
  const stepBack = createPace();
  const found = [];
  for (const file of files) {
    await stepBack();
    found.push(placed(file, foldersOf(file)));
  }
  return found;
}

/**
 * The same bytes in a folder. Nothing is copied. Chromium looks at the disk each time that it is asked for the size of
 * a file that was chosen, and once for all for this one.
 * @param {File} file
 * @param {readonly string[]} folders
 */
function placed(file, folders) {
  const { name, type, lastModified } = file;
  const found = new File([file], name, { type, lastModified });
  putInFolder(found, folders);
  return found;
}
