// The row of a file of a draft: how far it is, why it cannot be sent, and what can be done with it.

import { makeElement, makeIcon } from './elements.js';

import { visibleName } from './judge-files.js';
import { makeRing, showShare } from './progress-ring.js';
import { percentText, sizeText } from './reader.js';
import { makeNameField } from './rename-field.js';

/** @import { RenameTexts } from './rename-field.js' */
/**
 * `pictures` are those of the endings of names.
 * @typedef {RenameTexts & Record<'remove' | 'retry' | 'uploaded' | 'moreFor', string> & { pictures: Partial<Record<string, string>> }} DraftRowTexts
 */

/** What the types of files without a known ending look like. */
const picturesByType = { image: 'image', video: 'video', audio: 'audio', text: 'text' };

/**
 * `reason` is why it is not sent as it is; `isWhole`, whether it has arrived. `onRemove` is left out where the button
 * is found and used by the list.
 * @param {{ name: string, folder: string, sizeBytes: number, type?: string }} file
 * @param {DraftRowTexts} texts
 * @param {object} options
 * @param {string | undefined} options.reason
 * @param {boolean} options.isWhole
 * @param {(() => void)} [options.onRemove]
 * @param {(() => void)} [options.onRetry]
 * @param {((name: string) => void)} [options.onRename]
 */
export function makeDraftRow(file, texts, { reason, isWhole, onRemove, onRetry, onRename }) {
  const { name, folder, sizeBytes, type = '' } = file;
  const shownName = visibleName(name);
  const item = makeElement('li', 'draft-file');
  item.classList.toggle('is-whole', isWhole);
  item.classList.toggle('is-problem', reason !== undefined);
  const row = makeElement('div', 'file-row');
  const tile = makeElement('span', 'file-tile');
  tile.append(makeIcon(pictureOf(name, type, texts.pictures)));

  const words = makeElement('span', 'row-words');
  const shown = makeElement('span', 'file-name');
  // Its own element, so that a right-to-left name does not reorder its surroundings.
  shown.append(makeElement('bdi', '', shownName));
  words.append(shown, makeElement('span', 'small quiet', sizeText(sizeBytes)));
  if (reason !== undefined) {
    // It stands apart from its folder.
    if (folder !== '') words.append(makeElement('bdi', 'small quiet', visibleName(folder)));
    words.append(makeElement('span', 'chosen-state', reason));
  }

  const state = makeElement('span', isWhole ? 'file-state is-good' : 'file-state');
  const ring = makeRing();
  const said = makeElement('span', isWhole ? 'not-narrow' : '', isWhole ? texts.uploaded : '');
  if (reason !== undefined) state.append(makeIcon('alert'));
  else state.append(isWhole ? makeIcon('check-ring') : ring, said);

  const menu = makeElement('details', 'menu');
  menu.setAttribute('name', 'menu');
  const opener = makeElement('summary', 'button quiet-button icon-button short');
  opener.setAttribute('aria-label', texts.moreFor.replace('{name}', shownName));
  opener.append(makeIcon('more'));
  const list = makeElement('div', 'menu-list');
  menu.append(opener, list);
  if (onRetry !== undefined) list.append(makeAct('refresh', texts.retry, onRetry));
  if (onRename !== undefined) list.append(makeAct('pencil', texts.rename, askForName));
  const remove = makeAct('trash', texts.remove, onRemove ?? (() => undefined));
  remove.classList.add('menu-danger');
  remove.dataset.act = 'remove';
  list.append(remove);
  const acts = makeElement('span', 'file-acts');
  acts.append(menu);
  row.append(tile, words, state, acts);
  item.append(row);

  /**
   * @param {string} picture
   * @param {string} text
   * @param {() => void} act
   */
  function makeAct(picture, text, act) {
    const button = makeElement('button', 'menu-item');
    button.type = 'button';
    button.append(makeIcon(picture), text);
    button.setAttribute('aria-label', `${text}: ${shownName}`);
    button.addEventListener('click', () => {
      menu.open = false;
      act();
    });
    return button;
  }

  function askForName() {
    const box = makeElement('div', 'name-row');
    const field = makeNameField(name, texts, {
      onName: (next) => onRename?.(next),
      onEnd() {
        box.remove();
        opener.focus();
      },
    });
    box.append(...field.parts);
    item.querySelector('.name-row')?.remove();
    item.append(box);
    field.focus();
  }

  return {
    item,
    /**
     * @param {number} share
     * @param {string} [timeLeft]
     */
    showProgress(share, timeLeft) {
      showShare(ring, share);
      said.textContent = percentText(Math.floor(share * 100) / 100);
      if (timeLeft !== undefined && share < 1)
        said.append(makeElement('span', 'not-narrow', ` · ${timeLeft}`));
    },
  };
}

/**
 * @param {string} name
 * @param {string} type
 * @param {Partial<Record<string, string>>} pictures
 */
function pictureOf(name, type, pictures) {
  const ending = /[^.]\.([A-Za-z0-9]{1,6})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const [kind = ''] = type.split('/');
  const byType = Object.entries(picturesByType).find(([known]) => known === kind)?.[1];
  return pictures[ending] ?? byType ?? 'file';
}
