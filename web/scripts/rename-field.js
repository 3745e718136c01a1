// A field to give a file another name: it opens with the cursor before the ending, and Enter or the button confirms.

import { makeElement } from './elements.js';
import { visibleName } from './judge-files.js';

/** @typedef {{ rename: string, newName: string }} RenameTexts */

/**
 * @param {string} before
 * @param {RenameTexts} texts
 * @param {(name: string) => void} onRename
 */
export function makeRename(before, texts, onRename) {
  const shown = visibleName(before);
  const box = makeElement('details', 'rename');
  const opener = makeElement('summary', 'button quiet-button short', texts.rename);
  opener.setAttribute('aria-label', `${texts.rename}: ${shown}`);
  const input = makeElement('input', 'input');
  input.autocomplete = 'off';
  input.setAttribute('aria-label', `${texts.newName}: ${shown}`);
  input.value = shown;
  const button = makeElement('button', 'button short', texts.rename);
  button.type = 'button';
  box.append(opener, input, button);
  button.addEventListener('click', confirm);
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') confirm();
    else close();
  });
  // Typed letters are no change of the form around.
  input.addEventListener('input', (event) => {
    event.stopPropagation();
  });
  box.addEventListener('toggle', () => {
    if (!box.open) return;
    const ending = input.value.lastIndexOf('.');
    input.focus();
    input.setSelectionRange(0, ending > 0 ? ending : input.value.length);
  });

  function close() {
    box.open = false;
    opener.focus();
  }

  function confirm() {
    const name = input.value.trim();
    close();
    if (name !== '' && name !== before) onRename(name);
  }

  return box;
}
