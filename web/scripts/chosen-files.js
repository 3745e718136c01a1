// The list of the files that will be sent, and of those that cannot be, with the reason.

import { createBoundedList } from './bounded-list.js';
import { makeChosenRow } from './chosen-row.js';
import { folderOf, keepFolder, pathOf } from './file-folder.js';
import { judgeFiles } from './judge-files.js';
import { createPace } from './pace.js';
import { isSameFile } from './same-file.js';

/** @import { ChosenRow, ChosenTexts } from './chosen-row.js' */
/** @import { FileTree } from './file-tree.js' */
/** @import { TreeFile } from './folder-tree.js' */
/** @import { Fault, Limits } from './judge-files.js' */
/** @import { LeftOut } from './kept-form.js' */

/**
 * `fault` is why it is not sent; `refusal` why the server refused it, or why it cannot be read.
 * @typedef {object} Entry
 * @property {File} file
 * @property {Fault | undefined} fault
 * @property {string | undefined} refusal
 * @property {number} offset how much of it has arrived
 * @property {ChosenRow | undefined} row
 */

/** @typedef {typeof makeChosenRow} RowMaker */

/**
 * `isBegun` tells which files need no room because they have theirs already, `isThere` which ones have arrived;
 * `onChange` is called after files were added, removed or renamed, `onRefuse` after one was refused, `onRemove` with a
 * file that was removed, `tellMore` with how many are not shown. With `isRenamable`, every file can be renamed, not
 * only one whose name cannot be used.
 * @param {object} options
 * @param {HTMLElement | undefined} options.list
 * @param {FileTree | undefined} options.tree shows the files in place of a list of their own
 * @param {RowMaker} [options.makeRow] of a file; left out, it is that of a list
 * @param {Limits} options.limits
 * @param {ChosenTexts} options.texts
 * @param {(file: File) => boolean} options.isBegun
 * @param {(file: File) => Promise<boolean>} options.isThere
 * @param {() => void} options.onChange
 * @param {() => void} options.onRefuse
 * @param {(file: File) => void} options.onRemove
 * @param {(count: number) => void} options.tellMore
 * @param {boolean} options.isRenamable
 */
export function createChosenFiles(options) {
  const { list, limits, texts, isBegun, isThere, onChange, onRefuse, onRemove, tellMore } = options;
  const { tree, makeRow = makeChosenRow } = options;
  /** @type {Map<File, Entry>} */
  const entries = new Map();
  /** @type {Set<Entry>} */
  const refused = new Set();
  /**
   * Of thousands, few have the same name.
   * @type {Map<string, Set<File>>}
   */
  const byPath = new Map();
  let isSending = false;
  const shown =
    tree?.add(listFiles) ??
    (list &&
      createBoundedList({
        list,
        listEntries: () => ({ problems: refused, others: withoutProblem(), count: entries.size }),
        render: (/** @type {Entry} */ entry) => rowOf(entry).item,
        tellMore,
      }));

  /** @returns {Generator<TreeFile>} */
  function* listFiles() {
    for (const entry of entries.values()) {
      const { file, offset } = entry;
      yield {
        identity: file,
        folder: folderOf(file),
        name: file.name,
        sizeBytes: file.size,
        sentBytes: offset,
        isProblem: refused.has(entry),
        row: () => rowOf(entry).item,
      };
    }
  }

  function* withoutProblem() {
    for (const entry of entries.values()) if (!refused.has(entry)) yield entry;
  }

  /** @param {Entry} entry */
  function reasonOf({ refusal, fault }) {
    return refusal ?? (fault === undefined ? undefined : texts[fault]);
  }

  /** @param {Entry} entry */
  function rowOf(entry) {
    entry.row ??= makeRow(entry.file, texts, {
      reason: reasonOf(entry),
      isSending,
      onRemove() {
        remove(entry);
      },
      ...(entry.refusal !== undefined && {
        onRetry: () => {
          retry(entry);
        },
      }),
      ...((options.isRenamable || entry.fault === 'badName') && {
        onRename: (name) => {
          rename(entry, name);
        },
      }),
    });
    return entry.row;
  }

  function judge() {
    const files = [...entries.keys()];
    const faults = judgeFiles(files, limits, isBegun);
    for (const [at, entry] of [...entries.values()].entries()) {
      if (entry.fault !== faults[at]) entry.row = undefined;
      entry.fault = faults[at];
      sort(entry);
    }
    changed();
  }

  /** @param {Entry} entry */
  function sort(entry) {
    if (reasonOf(entry) === undefined) refused.delete(entry);
    else refused.add(entry);
  }

  function changed() {
    if (list !== undefined) list.hidden = entries.size === 0;
    shown?.drawSoon();
    onChange();
  }

  /** @param {Entry} entry */
  function remove(entry) {
    const focused = entry.row?.item.nextElementSibling ?? entry.row?.item.previousElementSibling;
    forget(entry);
    onRemove(entry.file);
    judge();
    focused?.querySelector('button')?.focus();
  }

  /** @param {Entry} entry */
  function forget({ file }) {
    const entry = entries.get(file);
    entries.delete(file);
    if (entry !== undefined) refused.delete(entry);
    byPath.get(pathOf(file))?.delete(file);
  }

  /** @param {Entry} entry */
  function retry(entry) {
    entry.refusal = undefined;
    entry.row = undefined;
    judge();
  }

  /**
   * The same bytes under another name, at the end of the list. Nothing is copied.
   * @param {Entry} entry
   * @param {string} name
   */
  function rename(entry, name) {
    const { file } = entry;
    const { type, lastModified } = file;
    forget(entry);
    append(keepFolder(new File([file], name, { type, lastModified }), file));
    judge();
  }

  /** @param {File} file */
  function note(file) {
    const same = byPath.get(pathOf(file));
    if (same === undefined) byPath.set(pathOf(file), new Set([file]));
    else same.add(file);
  }

  /** @param {File} file */
  function append(file) {
    note(file);
    entries.set(file, { file, fault: undefined, refusal: undefined, offset: 0, row: undefined });
  }

  /** @param {File} file */
  async function isChosen(file) {
    for (const other of byPath.get(pathOf(file)) ?? [])
      if (await isSameFile(other, file)) return true;
    return await isThere(file);
  }

  return {
    /**
     * Choosing a file again does not send it twice; resolves with the names of those that were there.
     * @param {readonly File[]} files
     */
    async add(files) {
      const known = [];
      const added = [];
      const stepBack = createPace();
      for (const file of files) {
        await stepBack();
        if (await isChosen(file)) known.push(pathOf(file));
        else {
          note(file);
          added.push(file);
        }
      }
      // Not one by one: none may be sent that was not judged.
      added.forEach(append);
      judge();
      return known;
    },

    /** Everything in the list, in order. */
    all() {
      return [...entries.keys()];
    },

    /** What will be sent, in order. */
    accepted() {
      return Array.from(withoutProblem(), ({ file }) => file);
    },

    countAccepted: () => entries.size - refused.size,
    countRefused: () => refused.size,

    /**
     * What will not be sent, and why.
     * @returns {LeftOut[]}
     */
    refused() {
      return Array.from(refused, (entry) => ({
        name: pathOf(entry.file),
        reason: reasonOf(entry) ?? '',
      }));
    },

    /**
     * While files are being sent, none can be removed.
     * @param {boolean} isNow
     */
    setSending(isNow) {
      isSending = isNow;
      for (const entry of entries.values()) entry.row = undefined;
      shown?.drawSoon();
    },

    /** The bytes of what will be sent. */
    acceptedBytes() {
      let bytes = 0;
      for (const { file } of withoutProblem()) bytes += file.size;
      return bytes;
    },

    /** How many of them have arrived, or have left. */
    sentBytes() {
      let bytes = 0;
      for (const { offset } of withoutProblem()) bytes += offset;
      return bytes;
    },

    /**
     * @param {File} file
     * @param {number} offset
     * @param {string} [timeLeft]
     */
    showProgress(file, offset, timeLeft) {
      const entry = entries.get(file);
      if (entry === undefined) return;
      entry.offset = offset;
      if (tree !== undefined) shown?.drawSoon();
      entry.row?.showProgress(file.size === 0 ? 1 : offset / file.size, timeLeft);
    },

    /**
     * The server refused the file, or it cannot be read.
     * @param {File} file
     * @param {string} reason
     */
    refuse(file, reason) {
      const entry = entries.get(file);
      if (entry === undefined) return;
      entry.refusal = reason;
      entry.row = undefined;
      sort(entry);
      shown?.drawSoon();
      onRefuse();
    },

    /**
     * Takes a file out of the list that stands in another one from now on. It keeps its room, so that nothing changes
     * for the other files. Returns false for one that was removed.
     * @param {File} file
     */
    release(file) {
      const entry = entries.get(file);
      if (entry === undefined) return false;
      forget(entry);
      limits.files -= 1;
      if (limits.bytes !== undefined) limits.bytes -= file.size;
      if (list !== undefined) list.hidden = entries.size === 0;
      shown?.drawSoon();
      return true;
    },
  };
}
