/* global HTMLAnchorElement, HTMLInputElement, document, location, window */
// What every page of people with accounts needs.

import './menus.js';

/**
 * Loads a page again that the browser took from its memory, after Back for example: its session may have
 * ended, and it must not show what it showed then.
 */
window.addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

/**
 * Only the browser knows its time zone: a cookie tells it to pages of people whose account has none, and fields and
 * links of the page carry it to the server.
 */
const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
const zoneCookie = `__Host-valise-zone=${timeZone}`;
if (!document.cookie.split('; ').includes(zoneCookie)) {
  document.cookie = `${zoneCookie}; Max-Age=31536000; Path=/; Secure; SameSite=Lax`;
}
for (const carrier of document.querySelectorAll('[data-time-zone]')) {
  if (carrier instanceof HTMLInputElement) carrier.value = timeZone;
  if (carrier instanceof HTMLAnchorElement) {
    const address = new URL(carrier.href);
    address.searchParams.set('zone', timeZone);
    carrier.href = address.href;
  }
}
