/* global addEventListener, fetch, location, setInterval */
// What the service worker shows in place of a page, until the server can be reached again.

/** A device says that it is online before its line carries anything. */
const againAfterMs = 5000;

async function openAgain() {
  const answer = await fetch('/app/offline', { method: 'HEAD' }).catch(() => undefined);
  if (answer?.ok === true) location.reload();
}

addEventListener('online', () => void openAgain());
setInterval(() => void openAgain(), againAfterMs);
