/* global clearInterval, document, HTMLAnchorElement, HTMLElement, HTMLFormElement, location, performance, setInterval */
// Makes the download page more convenient: times in the reader's zone, a countdown, and downloads with
// progress. The page works without this.

import './menus.js';
import { offerDownload } from './download-button.js';
import { findElement, getElement } from './elements.js';
import { locale, showLocalTimes } from './reader.js';

const page = getElement(document, '.receive', HTMLElement);

showLocalTimes(page);
countDown(getElement(page, '[data-left-ms]', HTMLElement));
for (const place of page.querySelectorAll('.get, .all')) {
  // A file that was downloaded as often as allowed has no button.
  if (!(place instanceof HTMLElement)) continue;
  const form = findElement(place, 'form[data-download]', HTMLFormElement);
  if (form === undefined) continue;
  pressInstead(getElement(place, '.file-name, .archive-name', HTMLAnchorElement), form);
  offerDownload(page, place, form);
}

/**
 * Counts from what the server said, so that a wrong clock of the reader's does not matter.
 * @param {HTMLElement} place
 */
function countDown(place) {
  const leftMs = Number(place.dataset.leftMs);
  const timer = setInterval(() => {
    const left = leftMs - performance.now();
    if (left <= 0) {
      clearInterval(timer);
      location.reload();
      return;
    }
    const text = (place.dataset.phrase ?? '').replace('{}', () => durationText(left));
    if (place.textContent !== text) place.textContent = text;
  }, 1000);
}

/**
 * In the two largest units that fit, for example hours and minutes.
 * @param {number} milliseconds
 */
function durationText(milliseconds) {
  const second = { name: 'second', length: 1000 };
  const units = [
    { name: 'day', length: 86_400_000 },
    { name: 'hour', length: 3_600_000 },
    { name: 'minute', length: 60_000 },
    second,
  ];
  const [unit = second, next] = units.slice(
    units.findIndex(({ length }) => milliseconds >= length || length === second.length),
  );
  const parts = [measure(Math.floor(milliseconds / unit.length), unit.name)];
  const rest = next === undefined ? 0 : Math.floor((milliseconds % unit.length) / next.length);
  if (next !== undefined && rest > 0) parts.push(measure(rest, next.name));
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts);
}

/**
 * @param {number} amount
 * @param {string} unit
 */
function measure(amount, unit) {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}

/**
 * Lets a plain click on an address do what its button does.
 * @param {HTMLAnchorElement} link
 * @param {HTMLFormElement} form
 */
function pressInstead(link, form) {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    form.requestSubmit();
  });
}
