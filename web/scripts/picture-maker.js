/* global Blob, clearTimeout, OffscreenCanvas, setTimeout, Worker */
// The thread that makes pictures. It begins with the first image, and ends with the page.

/** An image that takes longer has no picture. */
const longestMs = 20_000;

/**
 * Makes the picture of an image; undefined where there is none. One at a time. Browsers that cannot draw outside of a
 * page make none.
 * @returns {(file: File) => Promise<Blob | undefined>}
 */
export function createPictureMaker() {
  /** @type {Worker | undefined} */
  let worker;
  let isBroken = typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined';

  return async (file) => {
    if (isBroken) return undefined;
    worker ??= new Worker('/assets/picture-worker.js', { type: 'module' });
    const answer = await ask(worker, file);
    if (answer === 'late') {
      worker.terminate();
      worker = undefined;
    }
    if (answer === 'broken') isBroken = true;
    return typeof answer === 'string' ? undefined : answer;
  };
}

/**
 * @param {Worker} worker
 * @param {File} file
 * @returns {Promise<Blob | 'none' | 'late' | 'broken'>}
 */
function ask(worker, file) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve('late');
    }, longestMs);
    worker.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(data instanceof Blob ? data : 'none');
    };
    worker.onerror = () => {
      clearTimeout(timer);
      resolve('broken');
    };
    worker.postMessage(file);
  });
}
