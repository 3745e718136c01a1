/* global Blob, clearInterval, crypto, document, fetch, location, navigator, performance, setInterval, setTimeout, window */
// Makes the download page more convenient: times in the reader's zone, a countdown, progress, and a
// check of what arrived. The page does all it promises without this.

import { locale, showLocalTimes } from './reader.js';

/** A file is held in memory while it is checked; larger ones are left to the browser. */
const largestCheckedBytes = 256_000_000;
const blobKeptMs = 60_000;

const page = document.querySelector('.receive');

showLocalTimes(page);
countDown(page.querySelector('[data-left-ms]'));
for (const row of page.querySelectorAll('.file')) checkDownloads(row);
for (const all of page.querySelectorAll('.all')) {
  pressInstead(all.querySelector('a'), all.querySelector('form'));
}

/** Counts from what the server said, so that a wrong clock of the reader's does not matter. */
function countDown(place) {
  const leftMs = Number(place.dataset.leftMs);
  const timer = setInterval(() => {
    const left = leftMs - performance.now();
    if (left <= 0) {
      clearInterval(timer);
      location.reload();
      return;
    }
    const text = place.dataset.phrase.replace('{}', () => durationText(left));
    if (place.textContent !== text) place.textContent = text;
  }, 1000);
}

function durationText(milliseconds) {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1000],
  ];
  const first = units.findIndex(([, length]) => milliseconds >= length);
  const [[unit, length], next] = first === -1 ? [units[3]] : units.slice(first, first + 2);
  const parts = [measure(Math.floor(milliseconds / length), unit)];
  const rest = next === undefined ? 0 : Math.floor((milliseconds % length) / next[1]);
  if (rest > 0) parts.push(measure(rest, next[0]));
  return new Intl.ListFormat(locale, { type: 'unit' }).format(parts);
}

function measure(amount, unit) {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}

/** Lets the button of a file download, check and save it, and go on where it broke off. */
function checkDownloads(row) {
  const form = row.querySelector('form');
  const button = form.querySelector('button');
  const link = row.querySelector('a');
  pressInstead(link, form);
  const sizeBytes = Number(row.dataset.size);
  if (sizeBytes > largestCheckedBytes) {
    form.addEventListener('submit', () => {
      say(row, 'byBrowser');
    });
    return;
  }
  if (crypto.subtle === undefined) return;

  let received = { parts: [], bytes: 0, etag: undefined, url: undefined };
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
      received = { parts: [], bytes: 0, etag: undefined, url: undefined };
      const isRight = (await sha256(blob)) === row.dataset.checksum;
      if (isRight) save(blob, decodeURIComponent(link.pathname.split('/').at(-1)));
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

/** Lets a plain click on an address do what its button does. */
function pressInstead(link, form) {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    form.requestSubmit();
  });
}

/** The page has another thing to say by now: that it has ended, or needs a code. */
class Changed extends Error {}

/**
 * Adds to `received` until the file is whole; throws when the connection breaks. The server answers a
 * pressed button with the address that counts as a download, and that is the one to go on with.
 */
async function receive(action, received, progress) {
  const headers =
    received.bytes > 0 ? { range: `bytes=${received.bytes}-`, 'if-range': received.etag } : {};
  const [url, method] = received.url === undefined ? [action, 'POST'] : [received.url, 'GET'];
  const response = await fetch(url, { method, headers, cache: 'no-store' });
  if (response.status === 404 || response.status === 403) throw new Changed();
  if (!response.ok) throw new Error(`The server answered ${response.status}`);
  if (response.status !== 206) {
    received.parts.length = 0;
    received.bytes = 0;
  }
  received.url = response.url;
  received.etag = response.headers.get('etag');
  const reader = response.body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    received.parts.push(piece.value);
    received.bytes += piece.value.length;
    progress.value = received.bytes;
  }
}

async function sha256(blob) {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, blobKeptMs);
}

function showProgress(row, sizeBytes) {
  const progress = document.createElement('progress');
  progress.max = Math.max(1, sizeBytes);
  progress.value = 0;
  progress.setAttribute('aria-label', page.dataset.downloading);
  row.append(progress);
  return progress;
}

function say(row, phrase) {
  const state = document.createElement('span');
  state.className = phrase === 'checked' ? 'done' : '';
  state.textContent = page.dataset[phrase];
  row.querySelector('.file-state').replaceChildren(state);
}
