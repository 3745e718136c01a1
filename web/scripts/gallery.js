/* global document, HTMLAnchorElement, HTMLButtonElement, HTMLDialogElement, HTMLElement, HTMLImageElement */
// Shows the pictures of files larger, one after the other. They are those of the list, so that no file is fetched.
// Without this, each picture is a link to itself.

import { getElement } from './elements.js';

const gallery = getElement(document, '.gallery', HTMLDialogElement);
const image = getElement(gallery, 'img', HTMLImageElement);
const name = getElement(gallery, '#gallery-name', HTMLElement);
const place = getElement(gallery, '.gallery-place', HTMLElement);
const links = Array.from(document.querySelectorAll('a.thumb')).filter(
  (link) => link instanceof HTMLAnchorElement,
);
const steps = Array.from(gallery.querySelectorAll('button')).filter(({ value }) =>
  ['back', 'on'].includes(value),
);
let shown = 0;

for (const [at, link] of links.entries()) {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(at);
    gallery.showModal();
  });
}

gallery.addEventListener('click', ({ target }) => {
  const button = target instanceof HTMLElement ? target.closest('button') : null;
  // What is beside the dialog is its backdrop.
  if (target === gallery) gallery.close();
  else if (button instanceof HTMLButtonElement) press(button.value);
});
gallery.addEventListener('keydown', ({ key }) => {
  const isTurned = document.documentElement.dir === 'rtl';
  if (key === 'ArrowLeft') step(isTurned ? 1 : -1);
  if (key === 'ArrowRight') step(isTurned ? -1 : 1);
});
gallery.addEventListener('close', () => {
  image.removeAttribute('src');
  links[shown]?.focus();
});

/** @param {string} act */
function press(act) {
  if (act === 'close') gallery.close();
  else step(act === 'on' ? 1 : -1);
}

/** @param {number} by */
function step(by) {
  show((shown + by + links.length) % links.length);
}

/** @param {number} at */
function show(at) {
  const link = links[at];
  if (link === undefined) return;
  shown = at;
  image.src = link.href;
  name.textContent = link.dataset.name ?? '';
  place.textContent = links.length > 1 ? `${at + 1} / ${links.length}` : '';
  for (const button of steps) button.hidden = links.length < 2;
}
