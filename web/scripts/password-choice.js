/* global HTMLInputElement */
// Whether receivers enter a password: one that is typed is the choice, and who takes the choice back means the
// password.

import { getElement } from './elements.js';

/** @param {HTMLElement} field */
export function takeOverPassword(field) {
  const password = getElement(field, 'input[type=password]', HTMLInputElement);
  const isWanted = getElement(field, 'input[type=checkbox]', HTMLInputElement);
  password.addEventListener('input', () => {
    if (password.value !== '') isWanted.checked = true;
  });
  isWanted.addEventListener('change', () => {
    if (isWanted.checked) password.focus();
    else password.value = '';
  });
}
