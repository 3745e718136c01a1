/* global document, HTMLElement, queueMicrotask */
// The files of a draft in their folders, whether they wait, are on their way or have arrived. Of thousands the first
// ones are shown, and a folder that is closed shows none.

import { mostRows } from './bounded-list.js';
import { countText } from './count-text.js';
import { makeElement, makeIcon } from './elements.js';
import { createSorter, treeOf } from './folder-tree.js';
import { visibleName } from './judge-files.js';
import { makeRing, showShare } from './progress-ring.js';
import { locale, percentText, sizeText } from './reader.js';

/** @import { TreeFile, TreeFolder } from './folder-tree.js' */
/** @import { PluralForms } from './count-text.js' */

/** More would be a long way to what follows: the folders of so many files are closed at first. */
const mostOpen = 30;

/**
 * @typedef {{ item: HTMLElement, details: HTMLDetailsElement, facts: HTMLElement, ring: SVGElement, state: HTMLElement, inside: HTMLElement }} FolderRow
 */
/** @typedef {ReturnType<typeof createFileTree>} FileTree */

/**
 * `tellMore` gets how many files are not shown, without those in closed folders.
 * @param {object} options
 * @param {HTMLElement} options.list
 * @param {{ countFiles: PluralForms }} options.texts
 * @param {(count: number) => void} options.tellMore
 */
export function createFileTree({ list, texts, tellMore }) {
  const sort = createSorter(locale);
  /** @type {(() => Iterable<TreeFile>)[]} */
  const sources = [];
  /**
   * By path.
   * @type {Map<string, FolderRow>}
   */
  const folderRows = new Map();
  /** @type {Map<HTMLElement, File | string>} */
  let identities = new Map();
  let isDue = false;
  let rowsLeft = 0;
  let hidden = 0;
  let opensFolders = true;

  function draw() {
    isDue = false;
    const files = sources.flatMap((listFiles) => [...listFiles()]);
    const focused = [...identities].find(([row]) => row.contains(document.activeElement))?.[1];
    identities = new Map();
    rowsLeft = mostRows;
    hidden = 0;
    opensFolders = files.length <= mostOpen;
    const problems = files.filter(({ isProblem }) => isProblem);
    const tree = treeOf(sort(files.filter(({ isProblem }) => !isProblem)));
    const first = takeRows(problems);
    place(list, [...first, ...itemsOf(tree)]);
    tellMore(hidden);
    refocus(focused);
  }

  /**
   * The folders come first; the rows of the files beside them are taken before those in them.
   * @param {TreeFolder} folder
   */
  function itemsOf({ folders, files }) {
    const rows = takeRows(files);
    return [...Array.from(folders.values(), folderItem), ...rows];
  }

  /** @param {readonly TreeFile[]} files */
  function takeRows(files) {
    const shown = files.slice(0, rowsLeft);
    rowsLeft -= shown.length;
    hidden += files.length - shown.length;
    return shown.map(({ identity, row }) => {
      const item = row();
      identities.set(item, identity);
      return item;
    });
  }

  /** @param {TreeFolder} folder */
  function folderItem(folder) {
    const row = folderRows.get(folder.path) ?? makeFolderRow(folder);
    const { item, details, facts, ring, state, inside } = row;
    facts.textContent = `${countText(texts.countFiles, folder.count)}, ${sizeText(folder.sizeBytes)}`;
    const share = folder.sizeBytes === 0 ? 1 : folder.sentBytes / folder.sizeBytes;
    const isWhole = folder.sentBytes === folder.sizeBytes;
    showShare(ring, share);
    ring.classList.toggle('is-away', isWhole);
    state.textContent = isWhole ? '' : percentText(Math.floor(share * 100) / 100);
    place(inside, details.open ? itemsOf(folder) : []);
    return item;
  }

  /** @param {TreeFolder} folder */
  function makeFolderRow({ path, name }) {
    const item = makeElement('li');
    const details = makeElement('details', 'tree');
    const summary = makeElement('summary', 'file-row');
    const tile = makeElement('span', 'file-tile');
    tile.append(makeIcon('folder'));
    const words = makeElement('span', 'row-words');
    const shown = makeElement('span', 'file-name');
    shown.append(makeElement('bdi', '', visibleName(name)));
    const facts = makeElement('span', 'small quiet');
    words.append(shown, facts);
    const states = makeElement('span', 'file-state');
    const ring = makeRing();
    const state = makeElement('span');
    states.append(ring, state);
    summary.append(tile, words, states, makeIcon('next', 'turn icon-turns'));
    const inside = makeElement('ul', 'tree-inside');
    details.append(summary, inside);
    item.append(details);
    details.open = opensFolders;
    details.addEventListener('toggle', drawSoon);
    const row = { item, details, facts, ring, state, inside };
    folderRows.set(path, row);
    return row;
  }

  /**
   * A file that arrives gets another row: who was in the first one goes on there.
   * @param {File | string | undefined} focused
   */
  function refocus(focused) {
    if (focused === undefined || document.activeElement !== document.body) return;
    const [row] = [...identities].find(([, identity]) => identity === focused) ?? [];
    const control = row?.querySelector('summary, button');
    if (control instanceof HTMLElement) control.focus();
  }

  /** Once for all changes of a task. */
  function drawSoon() {
    if (isDue) return;
    isDue = true;
    queueMicrotask(draw);
  }

  return {
    /**
     * The files of another list, whose changes `drawSoon` shows.
     * @param {() => Iterable<TreeFile>} listFiles
     */
    add(listFiles) {
      sources.push(listFiles);
      return { drawSoon };
    },
  };
}

/**
 * Those that stay are not moved, so that focus and menus stay.
 * @param {HTMLElement} list
 * @param {readonly HTMLElement[]} items
 */
function place(list, items) {
  /** @type {Set<Element>} */
  const kept = new Set(items);
  for (const item of Array.from(list.children)) if (!kept.has(item)) item.remove();
  let next = list.firstElementChild;
  for (const item of items) {
    if (item === next) next = next.nextElementSibling;
    else list.insertBefore(item, next);
  }
}
