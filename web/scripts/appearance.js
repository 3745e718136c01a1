/* global AbortController, document, DOMParser, fetch, FormData, HTMLElement, HTMLFormElement, HTMLInputElement, HTMLLinkElement, clearTimeout, setTimeout */
import { getElement } from './elements.js';

/** How long nothing is typed before the preview follows. */
const pauseMs = 250;

const form = getElement(document, '[data-appearance]', HTMLFormElement);
const preview = getElement(form, '[data-preview]', HTMLElement);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
/** @type {AbortController | undefined} */
let asking;

offerColors();
form.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    follow().catch(() => undefined);
  }, pauseMs);
});

/** Shows what the server makes of the form as it is now; the newest question counts. */
async function follow() {
  asking?.abort();
  const question = new AbortController();
  asking = question;
  const body = new FormData(form);
  body.set('act', 'preview');
  const { signal } = question;
  const headers = { accept: 'application/json' };
  const answer = await fetch(form.action, { method: 'POST', body, headers, signal });
  // The session has ended, or the proof is old: the buttons of the form say so.
  if (!answer.ok) return;
  const text = await answer.text();
  if (signal.aborted) return;
  const page = new DOMParser().parseFromString(text, 'text/html');
  const sheet = getElement(page, '[data-preview-sheet]', HTMLLinkElement);
  wear(sheet.getAttribute('href') ?? '');
  sheet.remove();
  preview.replaceChildren(...page.body.childNodes);
}

/**
 * The sheet before stays until the new one is here, so that nothing flickers.
 * @param {string} address
 */
function wear(address) {
  const before = Array.from(document.querySelectorAll('[data-preview-sheet]'));
  if (before.at(-1)?.getAttribute('href') === address) return;
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.dataset['previewSheet'] = '';
  sheet.href = address;
  sheet.addEventListener('load', () => {
    for (const each of before) each.remove();
  });
  document.head.append(sheet);
}

/** A choice of colours beside the field for its digits. */
function offerColors() {
  const holder = form.querySelector('[data-color]');
  const digits = holder?.querySelector('input');
  if (!(holder instanceof HTMLElement && digits instanceof HTMLInputElement)) return;
  const choice = document.createElement('input');
  choice.type = 'color';
  choice.setAttribute('aria-label', holder.dataset['color'] ?? '');
  const row = document.createElement('div');
  row.className = 'color-choice';
  digits.before(row);
  row.append(digits, choice);
  const usual = holder.dataset['usual'] ?? '';
  const show = () => {
    // Without a colour of theirs, people see ours.
    if (digits.value.trim() === '') choice.value = usual;
    else if (/^#[0-9a-f]{6}$/i.test(digits.value)) choice.value = digits.value;
  };
  show();
  digits.addEventListener('input', show);
  choice.addEventListener('input', () => {
    digits.value = choice.value;
  });
}
