/* global document, history, HTMLElement, HTMLFormElement, location */
// Makes the upload page more convenient: files can be dropped or chosen several times, show their progress,
// and resume after a lost connection or in another visit. The page works without this, too.

import './menus.js';
import { findElement, getElement, makeElement } from './elements.js';
import { createKeptForm } from './kept-form.js';
import { showLocalTimes } from './reader.js';
import { takeOverForm } from './upload-form.js';

/** @import { LeftOut } from './kept-form.js' */

const page = getElement(document, '.send-back', HTMLElement);
const form = findElement(page, 'form', HTMLFormElement);
const kept = createKeptForm();
showLocalTimes(page);
showReceipt();
showLeftOut(kept.takeLeftOut());
if (form !== undefined) takeOverForm(form, kept);

/** After a submission the receipt comes first, visually and for screen readers. */
function showReceipt() {
  if (location.hash !== '#sent') return;
  history.replaceState(null, '', location.pathname + location.search);
  findElement(page, '#sent', HTMLElement)?.focus();
}

/**
 * What was left out is said where the receipt says what arrived.
 * @param {readonly LeftOut[]} files
 */
function showLeftOut(files) {
  const receipt = findElement(page, '#sent', HTMLElement);
  if (files.length === 0 || receipt === undefined) return;
  const list = makeElement('ul');
  for (const { name, reason } of files) {
    const item = makeElement('li');
    item.append(makeElement('bdi', '', name), ` (${reason})`);
    list.append(item);
  }
  const notice = makeElement('div', 'note-block is-warn left-out');
  notice.append(makeElement('p', 'strong', receipt.dataset.leftOut), list);
  receipt.after(notice);
}
