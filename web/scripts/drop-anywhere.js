/* global CustomEvent, document, DOMParser, fetch, history, HTMLAnchorElement, HTMLElement, HTMLInputElement, HTMLScriptElement, location, window */
// Files that are dropped or pasted on any page of a person begin a new draft. A browser hands files to no other page,
// so this one becomes the Send page.

import { readDrop } from './dropped-files.js';
import { findElement, getElement, makeElement } from './elements.js';
import { pastedFiles } from './pasted-files.js';

const sendPath = '/app/send';

const main = getElement(document, '#main', HTMLElement);
const { drop: invitation, screenshot } = main.dataset;
/** The page takes what is dropped, and says so. */
const veil = makeElement('div', 'drop-veil');
veil.append(makeElement('p', 'drop-title', invitation));
/** Whether this page is being left for the Send page. */
let isLeaving = false;

if (invitation !== undefined && screenshot !== undefined && !isSendPage()) {
  document.addEventListener('dragover', (event) => {
    if (!takes(event)) return;
    event.preventDefault();
    document.body.append(veil);
  });
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) veil.remove();
  });
  document.addEventListener('drop', (event) => {
    veil.remove();
    if (!takes(event) || event.dataTransfer === null) return;
    event.preventDefault();
    void readDrop(event.dataTransfer).then(({ files }) => sendFiles(files));
  });
  document.addEventListener('paste', (event) => {
    if (isSendPage()) return;
    const files = pastedFiles(event, screenshot);
    if (files.length > 0) void sendFiles(files);
  });
}

/** In place of the way to the Send page, the choice of files opens. */
const chooser = findElement(main, 'a[data-choose-files]', HTMLAnchorElement);
if (chooser !== undefined) {
  const field = makeElement('input');
  field.type = 'file';
  field.multiple = true;
  field.hidden = true;
  field.addEventListener('change', () => void sendFiles([...(field.files ?? [])]));
  chooser.after(field);
  chooser.addEventListener('click', (event) => {
    // Another tab or window takes no files of this page.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    field.click();
  });
}

function isSendPage() {
  return document.querySelector('.compose-form') !== null;
}

/**
 * A field for files takes them itself.
 * @param {DragEvent} event
 */
function takes({ target, dataTransfer }) {
  if (isSendPage() || dataTransfer?.types.includes('Files') !== true) return false;
  return !(target instanceof HTMLInputElement && target.type === 'file');
}

/** @param {readonly File[]} files */
async function sendFiles(files) {
  if (isLeaving || files.length === 0) return;
  isLeaving = true;
  const page = await fetchSendPage();
  if (page === undefined) {
    // It says why: the person is signed out, for example.
    location.assign(sendPath);
    return;
  }
  const source = getElement(page, 'script[src*=send-page]', HTMLScriptElement).getAttribute('src');
  document.title = page.title;
  document.body.replaceWith(document.importNode(page.body, true));
  history.pushState(null, '', sendPath);
  window.addEventListener('popstate', () => {
    location.reload();
  });
  window.scrollTo(0, 0);
  findElement(document, '#main', HTMLElement)?.focus();
  const script = makeElement('script');
  script.type = 'module';
  script.src = source ?? '';
  script.addEventListener('load', () => {
    document.dispatchEvent(new CustomEvent('valise-files', { detail: files }));
  });
  document.head.append(script);
}

/** Undefined where it cannot be reached, or leads elsewhere. */
async function fetchSendPage() {
  const answer = await fetch(sendPath, { headers: { accept: 'text/html' } }).catch(() => undefined);
  if (answer?.ok !== true || new URL(answer.url).pathname !== sendPath) return undefined;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return page.querySelector('.compose-form') === null ? undefined : page;
}
