// A field to give a file another name: it opens with the cursor before the ending, and Enter or the button confirms.

import { makeElement, makeIcon } from './elements.js';
import { visibleName } from './judge-files.js';

/** @typedef {{ rename: string, newName: string }} RenameTexts */

/**
 * The field and its button. `onEnd` is called before the name is told, and when the person leaves it as it is.
 * @param {string} before
 * @param {RenameTexts} texts
 * @param {{ onName: (name: string) => void, onEnd: () => void }} events
 */
export function makeNameField(before, texts, { onName, onEnd }) {
  const shown = visibleName(before);
  const input = makeElement('input', 'input');
  input.autocomplete = 'off';
  input.setAttribute('aria-label', `${texts.newName}: ${shown}`);
  input.value = shown;
  const button = makeElement('button', 'button short', texts.rename);
  button.type = 'button';
  button.addEventListener('click', confirm);
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') confirm();
    else onEnd();
  });
  // Typed letters are no change of the form around.
  input.addEventListener('input', (event) => {
    event.stopPropagation();
  });

  function confirm() {
    const name = input.value.trim();
    onEnd();
    if (name !== '' && name !== before) onName(name);
  }

  return {
    parts: [input, button],
    /** The ending is rarely what is to be changed. */
    focus() {
      const ending = input.value.lastIndexOf('.');
      input.focus();
      input.setSelectionRange(0, ending > 0 ? ending : input.value.length);
    },
  };
}

/**
 * @param {string} before
 * @param {RenameTexts} texts
 * @param {(name: string) => void} onName
 */
export function makeRename(before, texts, onName) {
  const box = makeElement('details', 'rename');
  const opener = makeElement('summary', 'button quiet-button icon-button short');
  opener.append(makeIcon('pencil'));
  opener.setAttribute('aria-label', `${texts.rename}: ${visibleName(before)}`);
  const field = makeNameField(before, texts, {
    onName,
    onEnd() {
      box.open = false;
      opener.focus();
    },
  });
  box.append(opener, ...field.parts);
  box.addEventListener('toggle', () => {
    if (box.open) field.focus();
  });
  return box;
}
