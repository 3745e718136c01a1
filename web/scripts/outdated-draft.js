/* global HTMLElement, HTMLInputElement, location */
// Another tab has changed the draft: what is on this page was not saved. The person decides which of both counts.

import { getElement, makeElement } from './elements.js';

/**
 * `onKeep` is called when this page is to be saved all the same.
 * @param {HTMLFormElement} form
 * @param {{ outdated: string, reload: string, keepMine: string }} texts
 * @param {() => void} onKeep
 */
export function createOutdatedDraft(form, texts, onKeep) {
  const version = getElement(form, 'input[name=version]', HTMLInputElement);
  const notice = makeElement('div', 'note is-warn outdated');
  notice.setAttribute('role', 'alert');
  notice.tabIndex = -1;
  notice.hidden = true;
  getElement(form, '.send-grid', HTMLElement).before(notice);

  /**
   * @param {string} text
   * @param {() => void} act
   */
  function makeAct(text, act) {
    const button = makeElement('button', 'button short', text);
    button.type = 'button';
    button.addEventListener('click', act);
    return button;
  }

  return {
    isShown: () => !notice.hidden,

    focus() {
      notice.focus();
    },

    /**
     * Saving replaces the version that the server has now, once the person knows of it.
     * @param {number} current
     */
    show(current) {
      const acts = makeElement('p', 'acts');
      acts.append(
        makeAct(texts.reload, () => {
          location.reload();
        }),
        makeAct(texts.keepMine, () => {
          version.value = String(current);
          notice.hidden = true;
          onKeep();
        }),
      );
      notice.replaceChildren(makeElement('p', '', texts.outdated), acts);
      notice.hidden = false;
    },
  };
}

/**
 * The version that the server has, where it refuses to replace it; undefined for any other answer.
 * @param {number} status
 * @param {unknown} content
 */
export function conflictIn(status, content) {
  if (status !== 409) return undefined;
  const { error, version } = /** @type {{ error?: unknown, version?: unknown }} */ (content ?? {});
  return error === 'state_conflict' && typeof version === 'number' ? version : undefined;
}
