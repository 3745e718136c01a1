/* global Blob, clearInterval, crypto, document, fetch, HTMLAnchorElement, HTMLButtonElement, HTMLElement, HTMLFormElement, location, navigator, performance, setInterval, setTimeout, window */
// Makes the download page more convenient: times in the reader's zone, a countdown, progress, and
// verification of the downloaded file. The page works without this.

import { getElement, makeElement } from './elements.js';
import { locale, showLocalTimes } from './reader.js';

/** A file is in memory while it is verified; larger ones are left to the browser. */
const largestCheckedBytes = 256_000_000;
const blobKeptMs = 60_000;

/**
 * What has arrived of a file. `url` and `etag` tell where the rest is.
 * @typedef {object} Received
 * @property {Uint8Array<ArrayBuffer>[]} parts
 * @property {number} bytes
 * @property {string | null} etag
 * @property {string | undefined} url
 */

const page = getElement(document, '.receive', HTMLElement);

showLocalTimes(page);
countDown(getElement(page, '[data-left-ms]', HTMLElement));
for (const row of page.querySelectorAll('.file')) {
  if (row instanceof HTMLElement) checkDownloads(row);
}
for (const all of page.querySelectorAll('.all')) {
  pressInstead(getElement(all, 'a', HTMLAnchorElement), getElement(all, 'form', HTMLFormElement));
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
 * Lets the button of a file download, check and save it, and go on where it broke off.
 * @param {HTMLElement} row
 */
function checkDownloads(row) {
  const form = getElement(row, 'form', HTMLFormElement);
  const button = getElement(form, 'button', HTMLButtonElement);
  const link = getElement(row, 'a', HTMLAnchorElement);
  pressInstead(link, form);
  const sizeBytes = Number(row.dataset.size);
  if (sizeBytes > largestCheckedBytes) {
    form.addEventListener('submit', () => {
      say(row, 'byBrowser');
    });
    return;
  }
  // Elsewhere browsers have no `crypto.subtle`.
  if (!window.isSecureContext) return;

  let received = nothingReceived();
  let isRunning = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isRunning) void run();
  });
  window.addEventListener('beforeunload', (event) => {
    if (isRunning) event.preventDefault();
  });

  async function run() {
    isRunning = true;
    button.setAttribute('aria-disabled', 'true');
    say(row, 'downloading');
    const progress = showProgress(row, sizeBytes);
    try {
      if (received.bytes < sizeBytes || sizeBytes === 0) {
        await receive(form.action, received, progress);
      }
      say(row, 'checking');
      const blob = new Blob(received.parts, { type: 'application/octet-stream' });
      received = nothingReceived();
      const isRight = (await sha256(blob)) === row.dataset.checksum;
      if (isRight) save(blob, decodeURIComponent(link.pathname.split('/').at(-1) ?? ''));
      say(row, isRight ? 'checked' : 'mismatch');
    } catch (error) {
      if (error instanceof Changed) location.reload();
      else say(row, navigator.onLine ? 'brokeOff' : 'offline');
    } finally {
      isRunning = false;
      progress.remove();
      button.removeAttribute('aria-disabled');
    }
  }
}

/** @returns {Received} */
function nothingReceived() {
  return { parts: [], bytes: 0, etag: null, url: undefined };
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

/** The page has changed: it has ended, or needs a code. */
class Changed extends Error {}

/**
 * Adds to `received` until the file is whole; throws when the connection breaks. The server answers a
 * pressed button with the address that counts as a download, and that is the one to go on with.
 * @param {string} action
 * @param {Received} received
 * @param {HTMLProgressElement} progress
 */
async function receive(action, received, progress) {
  /** @type {Record<string, string>} */
  const headers =
    received.bytes > 0
      ? { range: `bytes=${received.bytes}-`, 'if-range': String(received.etag) }
      : {};
  const method = received.url === undefined ? 'POST' : 'GET';
  const response = await fetch(received.url ?? action, { method, headers, cache: 'no-store' });
  if (response.status === 404 || response.status === 403) throw new Changed();
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  if (response.status !== 206) {
    received.parts.length = 0;
    received.bytes = 0;
  }
  received.url = response.url;
  received.etag = response.headers.get('etag');
  const reader = response.body?.getReader();
  if (reader === undefined) return;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    received.parts.push(piece.value);
    received.bytes += piece.value.length;
    progress.value = received.bytes;
  }
}

/** @param {Blob} blob */
async function sha256(blob) {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * @param {Blob} blob
 * @param {string} name
 */
function save(blob, name) {
  const link = makeElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, blobKeptMs);
}

/**
 * @param {HTMLElement} row
 * @param {number} sizeBytes
 */
function showProgress(row, sizeBytes) {
  const progress = makeElement('progress');
  progress.max = Math.max(1, sizeBytes);
  progress.value = 0;
  progress.setAttribute('aria-label', page.dataset.downloading ?? '');
  row.append(progress);
  return progress;
}

/**
 * @param {HTMLElement} row
 * @param {string} phrase the name of the page's data attribute that holds the text
 */
function say(row, phrase) {
  const state = makeElement('span', phrase === 'checked' ? 'done' : '', page.dataset[phrase]);
  getElement(row, '.file-state', HTMLElement).replaceChildren(state);
}
