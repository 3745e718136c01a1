/* global addEventListener, navigator */
// Says that the device has no connection, for as long as that lasts.

/** @param {HTMLElement} note */
export function showOffline(note) {
  for (const change of ['online', 'offline']) addEventListener(change, update);
  update();

  function update() {
    note.hidden = navigator.onLine;
  }
}
