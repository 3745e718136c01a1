/* global document, HTMLElement, HTMLFormElement */
// The form with which files are asked for shows recipients one by one. It works without this, too.

import { getElement } from './elements.js';
import { takeOverReceivers } from './receiver-field.js';

const form = getElement(document, '.ask-form', HTMLFormElement);
const field = getElement(form, '.receivers-field', HTMLElement);
const receivers = takeOverReceivers(field);

form.addEventListener('submit', (event) => {
  const isShown = field.offsetParent !== null;
  // What is no address is named, and stays where it was typed.
  if (receivers.settle() || !isShown) return;
  event.preventDefault();
  receivers.focus();
});
