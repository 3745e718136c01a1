// The row of a file that was chosen: its name, its size, why it cannot be sent, and what can be done about that.

import { makeElement, makeTile } from './elements.js';
import { pathOf } from './file-folder.js';
import { visibleName } from './judge-files.js';
import { sizeText } from './reader.js';
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
  const item = makeElement('li', 'chosen-file');
  const name = makeElement('span', 'file-name');
  // Its own element, so that a right-to-left name does not reorder its surroundings.
  name.append(makeElement('bdi', '', shownName));
  const size = makeElement('span', 'file-facts nowrap', sizeText(file.size));
  const about = makeElement('span', 'file-about');
  about.append(name, size, makeElement('span', 'chosen-state', reason ?? ''));
  const acts = makeElement('span', 'file-acts');
  const progress = makeElement('progress');
  progress.max = 1;
  progress.hidden = !isSending || reason !== undefined;
  progress.value = 0;
  progress.setAttribute('aria-label', shownName);
  if (!isSending) {
    if (onRetry !== undefined) acts.append(makeAct(texts.retry, onRetry));
    if (onRename !== undefined) acts.append(makeRename(file.name, texts, onRename));
    acts.append(makeAct(texts.remove, onRemove));
  }
  item.append(makeTile(), about, acts, progress);

  /**
   * @param {string} text
   * @param {() => void} act
   */
  function makeAct(text, act) {
    const button = makeElement('button', 'button quiet-button short', text);
    button.type = 'button';
    button.setAttribute('aria-label', `${text}: ${shownName}`);
    button.addEventListener('click', act);
    return button;
  }

  return {
    item,
    /** @param {number} share */
    showProgress(share) {
      progress.hidden = false;
      progress.value = share;
    },
  };
}
