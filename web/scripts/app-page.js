/* global location, window */

/**
 * Loads a page again that the browser took from its memory, after Back for example: its session may have
 * ended, and it must not show what it showed then.
 */
window.addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
