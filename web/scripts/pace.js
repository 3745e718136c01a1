/* global performance, setTimeout */
// Lets a long loop stand back for what else the page has to do.

const sliceMs = 30;

/** Returns a function to await in each turn of a loop: it resolves at once until the slice is over. */
export function createPace() {
  let until = performance.now() + sliceMs;
  return async () => {
    if (performance.now() < until) return;
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    until = performance.now() + sliceMs;
  };
}
