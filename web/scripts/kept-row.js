// The row of a file that has arrived in a draft, or of which a part has.

import { makeElement, makeTile } from './elements.js';
import { joinPath } from './file-folder.js';
import { percentText, sizeText } from './reader.js';
import { makeRename } from './rename-field.js';

/** @import { BegunFile } from './begun-files.js' */
/** @import { RenameTexts } from './rename-field.js' */

/**
 * @param {BegunFile} file
 * @param {RenameTexts & { uploaded: string, chooseAgain: string, remove: string }} texts
 * @param {(name: string) => void} onRename
 */
export function makeKeptRow({ folder, name, sizeBytes, receivedBytes }, texts, onRename) {
  const state =
    receivedBytes === sizeBytes
      ? texts.uploaded
      : texts.chooseAgain.replace('{share}', percentText(receivedBytes / sizeBytes));
  const item = makeElement('li', 'chosen-file');
  const about = makeElement('span', 'file-about');
  const shown = makeElement('span', 'file-name');
  shown.append(makeElement('bdi', '', joinPath(folder, name)));
  about.append(
    shown,
    makeElement('span', 'file-facts nowrap', sizeText(sizeBytes)),
    makeElement('span', 'file-facts', state),
  );
  const button = makeElement('button', 'button quiet-button short', texts.remove);
  button.type = 'button';
  button.dataset.act = 'remove';
  const acts = makeElement('span', 'file-acts');
  acts.append(makeRename(name, texts, onRename), button);
  item.append(makeTile(), about, acts);
  return item;
}
