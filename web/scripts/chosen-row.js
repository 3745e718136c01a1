// The row of a file that was chosen: its name, its size, why it cannot be sent, and what can be done about that.

import { makeElement, makeIcon, makeTile } from './elements.js';
import { pathOf } from './file-folder.js';
import { visibleName } from './judge-files.js';
import { makeRing, showShare } from './progress-ring.js';
import { percentText, sizeText } from './reader.js';
import { makeRename } from './rename-field.js';

/** @import { Fault } from './judge-files.js' */
/** @import { RenameTexts } from './rename-field.js' */

/** @typedef {Record<Fault, string> & RenameTexts & { remove: string, retry: string }} ChosenTexts */
/** @typedef {{ item: HTMLElement, showProgress: (share: number, timeLeft?: string) => void }} ChosenRow */

/**
 * `reason` is why it is not sent. `onRetry` is there for a file that could be sent after all, `onRename` for one that
 * may get another name.
 * @param {File} file
 * @param {ChosenTexts} texts
 * @param {object} options
 * @param {string | undefined} options.reason
 * @param {boolean} options.isSending
 * @param {() => void} options.onRemove
 * @param {() => void} [options.onRetry]
 * @param {(name: string) => void} [options.onRename]
 * @returns {ChosenRow}
 */
export function makeChosenRow(file, texts, { reason, isSending, onRemove, onRetry, onRename }) {
  const shownName = visibleName(pathOf(file));
  const item = makeElement('li', 'file-row');
  const name = makeElement('span', 'file-name');
  // Its own element, so that a right-to-left name does not reorder its surroundings.
  name.append(makeElement('bdi', '', shownName));
  const words = makeElement('span', 'row-words');
  const size = makeElement('span', 'small quiet', sizeText(file.size));
  words.append(name, size, makeElement('span', 'chosen-state', reason ?? ''));
  const state = makeElement('span', 'file-state');
  const ring = makeRing();
  const said = makeElement('span');
  state.append(ring, said);
  state.hidden = !isSending || reason !== undefined;
  const acts = makeElement('span', 'file-acts');
  if (!isSending) {
    if (onRetry !== undefined) acts.append(makeAct('refresh', texts.retry, onRetry));
    if (onRename !== undefined) acts.append(makeRename(file.name, texts, onRename));
    acts.append(makeAct('close', texts.remove, onRemove));
  }
  item.append(reason === undefined ? makeTile() : makeAlertTile(), words, state, acts);

  /**
   * @param {string} picture
   * @param {string} text
   * @param {() => void} act
   */
  function makeAct(picture, text, act) {
    const button = makeElement('button', 'button quiet-button icon-button short');
    button.type = 'button';
    button.append(makeIcon(picture));
    button.setAttribute('aria-label', `${text}: ${shownName}`);
    button.addEventListener('click', act);
    return button;
  }

  return {
    item,
    /** @param {number} share */
    showProgress(share) {
      state.hidden = false;
      showShare(ring, share);
      said.textContent = percentText(Math.floor(share * 100) / 100);
    },
  };
}

/** In place of the picture of its kind: the file is not sent. */
function makeAlertTile() {
  const tile = makeElement('span', 'file-tile is-bad');
  tile.append(makeIcon('alert'));
  return tile;
}
