/* global HTMLInputElement */
// How long files are available: a date that is filled in is the choice, and a number of days takes it back.

import { getElement } from './elements.js';

/** @param {HTMLElement} field */
export function takeOverLifetime(field) {
  const date = getElement(field, 'input[type=date]', HTMLInputElement);
  const dateChoice = getElement(field, 'input[type=radio][value=date]', HTMLInputElement);
  date.addEventListener('input', () => {
    if (date.value !== '') dateChoice.checked = true;
  });
  field.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'radio' && target !== dateChoice)
      date.value = '';
  });
}
