/* global HTMLButtonElement, HTMLElement, HTMLInputElement */
// Files that were chosen in an earlier visit and never uploaded: the page names them, until they are chosen again or
// the person sends without them.

import { mostRows } from './bounded-list.js';
import { countText } from './count-text.js';
import { getElement, makeElement } from './elements.js';
import { joinPath, pathOf } from './file-folder.js';
import { visibleName } from './judge-files.js';
import { sizeText } from './reader.js';
import { fingerprintOf, takePlace } from './tus-connection.js';

/** @import { PluralForms } from './count-text.js' */

/** @typedef {{ key: string, name: string, folder: string, sizeBytes: number, fingerprint: string, place: number }} MissingFile */
/** @typedef {{ missing: PluralForms, sendWithout: PluralForms, moreFiles: PluralForms }} MissingTexts */

/**
 * @param {HTMLElement} section
 * @param {MissingTexts} texts
 */
export function createMissingFiles(section, texts) {
  const about = getElement(section, '.missing-about', HTMLElement);
  const list = getElement(section, '.missing-files', HTMLElement);
  const more = getElement(section, '.missing-more', HTMLElement);
  const without = getElement(section, 'input[name=without]', HTMLInputElement);
  const button = getElement(section, 'button', HTMLButtonElement);
  /** @type {Map<string, MissingFile[]>} */
  const byLook = new Map();
  let count = 0;

  function draw() {
    section.hidden = count === 0;
    without.value = String(count);
    const first = [...byLook.values()].flat().slice(0, mostRows);
    list.replaceChildren(
      ...first.map(({ folder, name, sizeBytes }) => {
        const item = makeElement('li');
        const size = makeElement('span', 'nowrap', sizeText(sizeBytes));
        item.append(makeElement('bdi', '', visibleName(joinPath(folder, name))), ' ', size);
        return item;
      }),
    );
    about.textContent = countText(texts.missing, count);
    button.textContent = countText(texts.sendWithout, count);
    more.textContent = count > first.length ? countText(texts.moreFiles, count - first.length) : '';
  }

  return {
    /** @param {readonly MissingFile[]} files */
    set(files) {
      byLook.clear();
      for (const file of files) {
        const look = lookOf(joinPath(file.folder, file.name), file.sizeBytes, file.fingerprint);
        const alike = byLook.get(look);
        if (alike === undefined) byLook.set(look, [file]);
        else alike.push(file);
      }
      count = files.length;
      draw();
    },

    /**
     * Files that are chosen again take the places that they had.
     * @param {readonly File[]} files
     */
    take(files) {
      if (count === 0) return;
      const before = count;
      for (const file of files) {
        const look = lookOf(pathOf(file).normalize('NFC'), file.size, fingerprintOf(file));
        const found = byLook.get(look)?.shift();
        if (found === undefined) continue;
        takePlace(file, { key: found.key, order: String(found.place) });
        count -= 1;
      }
      if (count !== before) draw();
    },

    count: () => count,
    about: () => about.textContent,
  };
}

/**
 * @param {string} path
 * @param {number} sizeBytes
 * @param {string} fingerprint
 */
function lookOf(path, sizeBytes, fingerprint) {
  return [path, sizeBytes, fingerprint].join('\n');
}
