/* global AbortController, Blob, crypto, document, fetch, HTMLButtonElement, HTMLElement, HTMLTemplateElement, navigator, performance, setTimeout, window */
// The button of a file, or of the archive of all files: downloads with percent, rate, time left and Cancel,
// and resumes by itself. A small file is verified in memory; a large one goes to the disk piece by piece,
// where the browser lets a page write a file. Elsewhere the browser downloads by itself.

import { getElement, makeElement } from './elements.js';
import { durationText, percentText, rateText } from './reader.js';
import { Changed, NotSaved, receiveFile } from './receive-file.js';
import { createTransferRate } from './transfer-rate.js';
import { waitOrOnline } from './waiting.js';

/** @import { Sink } from './receive-file.js' */

/** A file is in memory while it is verified; a phone has room for this much. */
const largestCheckedBytes = 64_000_000;
const blobKeptMs = 60_000;

/**
 * What some browsers have: the person chooses where a file is saved.
 * @typedef {(options: { suggestedName: string }) => Promise<FileSystemFileHandle>} SavePicker
 */

/**
 * A sink, and what happens when it has everything, or never will.
 * @typedef {Sink & { finish: () => Promise<string>, drop: () => Promise<void> }} Target
 */

/**
 * @param {HTMLElement} page it has the texts
 * @param {HTMLElement} place
 * @param {HTMLFormElement} form
 */
export function offerDownload(page, place, form) {
  const { size, checksum, name = '' } = place.dataset;
  const button = getElement(form, 'button', HTMLButtonElement);
  const pick = /** @type {{ showSaveFilePicker?: SavePicker }} */ (/** @type {unknown} */ (window))
    .showSaveFilePicker;
  // Elsewhere browsers have no `crypto.subtle`.
  const isChecked =
    window.isSecureContext && checksum !== undefined && Number(size) <= largestCheckedBytes;
  if (!isChecked && pick === undefined) {
    form.addEventListener('submit', () => {
      say('byBrowser');
    });
    return;
  }

  let isRunning = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!isRunning) void run();
  });
  window.addEventListener('beforeunload', (event) => {
    if (isRunning) event.preventDefault();
  });

  /** @returns {Promise<Target | undefined>} undefined when the person chose no place */
  async function chooseTarget() {
    if (isChecked) return checkedTarget(name, checksum);
    try {
      return await diskTarget(await pick?.call(window, { suggestedName: name }));
    } catch {
      return undefined;
    }
  }

  async function run() {
    isRunning = true;
    button.setAttribute('aria-disabled', 'true');
    const target = await chooseTarget();
    if (target !== undefined) await runTo(target);
    isRunning = false;
    button.removeAttribute('aria-disabled');
  }

  /** @param {Target} target */
  async function runTo(target) {
    const stop = new AbortController();
    const progress = showProgress(place, page, () => {
      stop.abort();
    });
    say('downloading');
    try {
      await receiveFile(form.action, target, {
        fetch: (url, init) => fetch(url, init),
        signal: stop.signal,
        wait: (ms) => waitOrOnline(ms, stop.signal),
        onStart(bytes, total) {
          say('downloading');
          progress.start(bytes, total);
        },
        onProgress(bytes, total) {
          progress.advance(bytes, total);
        },
        onWait(reason) {
          progress.pause();
          if (reason === 'busy') say('busy');
          else say(navigator.onLine ? 'brokeOff' : 'offline');
        },
      });
      if (isChecked) say('checking');
      say(await target.finish());
    } catch (error) {
      await target.drop();
      if (error instanceof Changed) window.location.reload();
      else say(error instanceof NotSaved ? 'notSaved' : 'cancelled');
    } finally {
      progress.remove();
    }
  }

  /** @param {string} phrase the name of the page's data attribute that holds the text */
  function say(phrase) {
    const isDone = phrase === 'checked' || phrase === 'saved';
    const state = makeElement('span', isDone ? 'state state-plain is-good' : '');
    if (isDone) state.append(drawing('done-icon'));
    state.append(makeElement('span', '', page.dataset[phrase]));
    getElement(place, '.get-state', HTMLElement).replaceChildren(state);
  }
}

/**
 * Keeps a file in memory, and saves it when its content is right.
 * @param {string} name
 * @param {string} checksum
 * @returns {Target}
 */
function checkedTarget(name, checksum) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  return {
    bytes: 0,
    write(piece) {
      parts.push(piece);
      this.bytes += piece.length;
      return Promise.resolve();
    },
    restart() {
      parts.length = 0;
      this.bytes = 0;
      return Promise.resolve();
    },
    async finish() {
      const blob = new Blob(parts, { type: 'application/octet-stream' });
      parts.length = 0;
      if ((await sha256(blob)) !== checksum) return 'mismatch';
      save(blob, name);
      return 'checked';
    },
    drop() {
      return this.restart();
    },
  };
}

/**
 * Writes to a file that the person chose.
 * @param {FileSystemFileHandle | undefined} handle
 * @returns {Promise<Target | undefined>}
 */
async function diskTarget(handle) {
  const file = await handle?.createWritable();
  if (file === undefined) return undefined;
  /** @type {Target} */
  const target = {
    bytes: 0,
    async write(piece) {
      await file.write(piece);
      this.bytes += piece.length;
    },
    async restart() {
      await file.truncate(0);
      await file.seek(0);
      this.bytes = 0;
    },
    async finish() {
      try {
        await file.close();
      } catch {
        return 'notSaved';
      }
      return 'saved';
    },
    async drop() {
      // It may have failed already.
      await file.abort().catch(() => undefined);
    },
  };
  return target;
}

/**
 * A picture that the page brings for its script.
 * @param {string} id
 */
function drawing(id) {
  return getElement(document, `#${id}`, HTMLTemplateElement).content.cloneNode(true);
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
 * A bar with figures and a button to cancel. The figures are no live region: they change all the time.
 * @param {HTMLElement} place
 * @param {HTMLElement} page
 * @param {() => void} onCancel
 */
function showProgress(place, page, onCancel) {
  const { downloading = '', cancel = '', left = '' } = page.dataset;
  const rate = createTransferRate(() => performance.now());
  const box = makeElement('div', 'get-run');
  const bar = makeElement('progress');
  bar.value = 0;
  bar.setAttribute('aria-label', downloading);
  const figures = makeElement('p', 'small quiet');
  const button = makeElement('button', 'button quiet-button short');
  button.append(drawing('cancel-icon'), cancel);
  button.type = 'button';
  button.addEventListener('click', onCancel);
  box.append(bar, figures, button);
  place.append(box);
  let shownAt = 0;

  return {
    /**
     * @param {number} bytes
     * @param {number} total
     */
    start(bytes, total) {
      bar.max = Math.max(1, total);
      bar.value = bytes;
      rate.start(bytes);
    },
    /**
     * @param {number} bytes
     * @param {number} total
     */
    advance(bytes, total) {
      bar.value = bytes;
      rate.advance(bytes);
      const now = performance.now();
      if (now - shownAt < 250) return;
      shownAt = now;
      const estimate = rate.estimate(total - bytes);
      const parts = [percentText(total === 0 ? 1 : bytes / total)];
      if (estimate !== undefined) {
        const { bytesPerSecond, secondsLeft } = estimate;
        parts.push(rateText(bytesPerSecond), left.replace('{}', durationText(secondsLeft)));
      }
      figures.textContent = parts.join(' · ');
    },
    /** Rate and time left are shown only while bytes arrive. */
    pause() {
      rate.stop();
      figures.textContent = percentText(bar.value / bar.max);
    },
    remove() {
      box.remove();
    },
  };
}
