/* global document, DOMParser, fetch, HTMLElement, HTMLTimeElement, setInterval, setTimeout, window */

import { locale } from './reader.js';

/**
 * Fetches the parts of the page that change again, every few seconds while the page is looked at. It stops
 * when the session has ended, or when nobody used the page for a while: it must not keep a session alive.
 */
const everySeconds = 5;
const unusedMs = 10 * 60_000;

let lastUse = Date.now();
for (const use of ['pointerdown', 'keydown', 'scroll', 'visibilitychange']) {
  window.addEventListener(
    use,
    () => {
      lastUse = Date.now();
    },
    { passive: true, capture: true },
  );
}

/**
 * @param {HTMLElement} element
 * @param {string} url
 * @returns {Promise<boolean>} whether to go on
 */
async function refresh(element, url) {
  const answer = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } });
  if (answer.type === 'opaqueredirect' || answer.status === 404) return false;
  if (!answer.ok) return true;
  const text = await answer.text();
  const fresh = new DOMParser().parseFromString(text, 'text/html').body;
  // Where nothing has changed, focus and selection stay; so does what somebody has opened or ticked.
  const isInUse =
    element.contains(document.activeElement) ||
    element.querySelector('details[open], input[type=checkbox]:checked') !== null;
  if (fresh.textContent === element.textContent || isInUse) {
    return true;
  }
  element.replaceChildren(...fresh.childNodes);
  return true;
}

/**
 * @param {HTMLElement} element
 * @param {string} url
 * @param {number} everyMs
 */
function schedule(element, url, everyMs) {
  setTimeout(() => {
    // The page has become another one.
    if (!element.isConnected) return;
    const isUsed = Date.now() - lastUse < unusedMs;
    if (document.hidden || !isUsed) {
      schedule(element, url, everyMs);
      return;
    }
    refresh(element, url).then(
      (goesOn) => {
        if (goesOn) schedule(element, url, everyMs);
      },
      // The network is away: the page keeps what it shows, and asks again.
      () => {
        schedule(element, url, everyMs);
      },
    );
  }, everyMs);
}

for (const part of document.querySelectorAll('[data-live]')) {
  if (!(part instanceof HTMLElement)) continue;
  const { live: address, every = everySeconds } = part.dataset;
  part.classList.add('is-live');
  if (address !== undefined) schedule(part, address, Number(every) * 1000);
}

const [minute, hour] = [60_000, 3_600_000];
const distances = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
/** How far the server's clock is ahead of that of this computer, which may be wrong. */
let ahead = 0;

/** Times that were minutes away when the page was written go on with the clock. */
function followClock() {
  for (const time of document.querySelectorAll('time[data-now]')) {
    if (!(time instanceof HTMLTimeElement)) continue;
    const away = Date.parse(time.dateTime) - Date.now() - ahead;
    const text =
      Math.abs(away) < minute
        ? distances.format(0, 'second')
        : Math.abs(away) < hour
          ? distances.format(Math.trunc(away / minute), 'minute')
          : distances.format(Math.trunc(away / hour), 'hour');
    if (time.textContent !== text) time.textContent = text;
  }
}

const first = document.querySelector('time[data-now]');
if (first instanceof HTMLTimeElement) ahead = Number(first.dataset.now) - Date.now();
setInterval(followClock, minute / 4);
