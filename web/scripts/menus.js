/* global HTMLDetailsElement, HTMLElement, Node, document */
// The open menu closes on Escape and on a click elsewhere. Menus of one name close each other without a script.

import { findElement } from './elements.js';

function openMenu() {
  return findElement(document, 'details[name="menu"][open]', HTMLDetailsElement);
}

document.addEventListener('keydown', ({ key }) => {
  const menu = key === 'Escape' ? openMenu() : undefined;
  if (menu === undefined) return;
  menu.open = false;
  findElement(menu, 'summary', HTMLElement)?.focus();
});

document.addEventListener('click', ({ target }) => {
  const menu = openMenu();
  if (menu !== undefined && target instanceof Node && !menu.contains(target)) menu.open = false;
});
