/* global document, HTMLButtonElement, HTMLElement, HTMLInputElement, performance, queueMicrotask, window */
// The uploader of a form: files and folders are chosen or dropped, judged, listed and uploaded in their order, with
// their progress. What is done with the uploads is the business of the form.

import { createBegunFiles } from './begun-files.js';
import { createChosenFiles } from './chosen-files.js';
import { placedByFolder, readDrop } from './dropped-files.js';
import { nameByTime, pastedFiles } from './pasted-files.js';
import { countText } from './count-text.js';
import { createPictureMaker } from './picture-maker.js';
import { findElement, getElement, makeElement } from './elements.js';
import { pathOf } from './file-folder.js';
import { createFileQueue, FileFailure } from './file-queue.js';
import { durationText } from './reader.js';
import { createUpload } from './resumable-upload.js';
import { createSendProgress } from './send-progress.js';
import { createSentPictures } from './sent-pictures.js';
import { createShownNews } from './shown-news.js';
import { createTransferRate } from './transfer-rate.js';
import { createTusConnection, Refusal, sendPicture } from './tus-connection.js';
import { waitOrOnline } from './waiting.js';

/** @import { BegunFile } from './begun-files.js' */
/** @import { PluralForms } from './count-text.js' */
/** @import { ChosenTexts } from './chosen-row.js' */
/** @import { RowMaker } from './chosen-files.js' */
/** @import { FileTree } from './file-tree.js' */
/** @import { FoundFiles } from './dropped-files.js' */
/** @import { Limits } from './judge-files.js' */

/**
 * @typedef {'pause' | 'resume' | 'paused' | 'waiting' | 'busy' | 'sending' | 'left' | 'amount' | 'uploadedShare'
 *   | 'allUploaded' | 'alreadyChosen' | 'emptyFolder' | 'unreadable' | 'screenshot' | 'photo'} UploaderPhrase
 */
/**
 * The texts of an uploader; refusals by the server's error codes.
 * @typedef {Record<UploaderPhrase, string> & ChosenTexts & { refused: PluralForms, moreFiles: PluralForms, manyChosen: PluralForms, refusals: Partial<Record<string, string>> & { other: string } }} UploaderTexts
 */

/** @typedef {ReturnType<typeof createUploader>} Uploader */

/** More names than these do not help. */
const mostNamed = 3;
/** How long files that have arrived wait for their pictures. */
const picturesMs = 3000;

/**
 * Takes over the file field of a form that works without scripts, too. `discard` deletes an upload at the server.
 * `takesMore` tells whether files can be added now. `onChange` is called after the lists have changed.
 * @param {HTMLFormElement} form
 * @param {object} options
 * @param {string} options.endpoint
 * @param {UploaderTexts} options.texts
 * @param {Limits} options.limits
 * @param {string} options.begunList the selector of the list of uploads that were begun
 * @param {(url: string) => Promise<void>} options.discard
 * @param {() => boolean} options.takesMore
 * @param {() => void} options.onChange
 * @param {(file: BegunFile) => HTMLElement} [options.renderBegun] makes the row of an upload; left out, the page has brought it
 * @param {(files: readonly File[]) => void} [options.onTaken] gets files that were chosen, before anything is done with them
 * @param {(file: File) => void} [options.onRemoved] gets a file that the person removed
 * @param {RowMaker} [options.makeRow] makes the row of a chosen file
 * @param {(tellMore: (count: number) => void) => FileTree} [options.makeTree] shows all files in their folders, in place of two lists
 * @param {boolean} [options.isRenamable] whether every chosen file can be renamed
 */
export function createUploader(form, options) {
  const { endpoint, texts, limits, discard, takesMore, onChange } = options;
  const input = getElement(form, 'input[type=file]', HTMLInputElement);
  const pauseButton = getElement(form, '.pause', HTMLButtonElement);
  const summary = getElement(form, '.refused-summary', HTMLElement);
  const connection = createTusConnection(endpoint);
  const pictures = createSentPictures({
    make: createPictureMaker(),
    send: (id, picture) => sendPicture(endpoint, id, picture),
    wait: waitOrOnline,
  });
  const rate = createTransferRate(() => performance.now());
  const progress = createSendProgress(form, rate, texts);
  /**
   * Where the uploads of this visit are, by file.
   * @type {Map<File, string>}
   */
  const urls = new Map();
  const begunList = findElement(form, options.begunList, HTMLElement);
  const tree = options.makeTree?.(tellerBelow(begunList));
  const begun = createBegunFiles({
    list: begunList,
    endpoint,
    discard,
    limits,
    onChange,
    render: options.renderBegun,
    tree,
    tellMore: tree === undefined ? tellerBelow(begunList) : () => undefined,
  });
  const chosenList = findElement(form, '.chosen', HTMLElement);
  const chosen = createChosenFiles({
    list: chosenList,
    limits,
    texts,
    isBegun: (file) => begun.urlOf(file) !== undefined,
    isThere: (file) => begun.isWhole(file),
    isRenamable: options.isRenamable ?? false,
    tree,
    ...(options.makeRow !== undefined && { makeRow: options.makeRow }),
    tellMore: tellerBelow(chosenList),
    onChange() {
      begun.hideChosen(chosen.all());
      summarise();
      onChange();
    },
    onRefuse() {
      summarise();
      onChange();
    },
    onRemove(file) {
      const url = urlOf(file);
      removed.add(file);
      queue?.skip(file);
      if (url !== undefined) void discard(url);
      urls.delete(file);
      begun.forget(file);
      options.onRemoved?.(file);
    },
  });
  /** @type {WeakSet<File>} */
  const removed = new WeakSet();
  let isPaused = false;
  /** Whether all files wait for the connection, or for the server. */
  let isWaiting = false;
  /** Whether bytes are being sent. */
  let isMoving = false;
  let isStopped = false;
  /** @type {ReturnType<typeof createFileQueue> | undefined} */
  let queue;
  /** @type {ReturnType<typeof createShownNews> | undefined} */
  let news;

  form.classList.add('is-scripted');
  // What the browser kept from before a reload; the caller has the uploader by then.
  queueMicrotask(takeChosen);
  input.addEventListener('change', takeChosen);
  takePhotos();
  takeFolders();
  takeDrops();
  document.addEventListener('paste', (event) => {
    const files = takesMore() ? pastedFiles(event, texts.screenshot) : [];
    if (files.length > 0) void add(files);
  });
  pauseButton.addEventListener('click', togglePause);
  window.addEventListener('beforeunload', (event) => {
    if (queue !== undefined && !isPaused && !isWaiting) event.preventDefault();
  });

  /**
   * Says below a list how many more files there are.
   * @param {HTMLElement | undefined} list
   */
  function tellerBelow(list) {
    const text = makeElement('p', 'quiet more-files');
    text.hidden = true;
    list?.after(text);
    return (/** @type {number} */ count) => {
      text.hidden = count === 0;
      text.textContent = count === 0 ? '' : countText(texts.moreFiles, count);
    };
  }

  function takeChosen() {
    const files = Array.from(input.files ?? []);
    input.value = '';
    void placedByFolder(files).then(add);
  }

  function takePhotos() {
    const camera = findElement(form, '.camera-input', HTMLInputElement);
    camera?.addEventListener('change', () => {
      const photos = nameByTime(Array.from(camera.files ?? []), texts.photo);
      camera.value = '';
      if (takesMore()) void add(photos);
    });
  }

  /** Only a field of its own lets a browser choose folders. */
  function takeFolders() {
    const button = findElement(form, '.choose-folder', HTMLButtonElement);
    if (button === undefined || !('webkitdirectory' in input)) return;
    const folder = makeElement('input');
    folder.type = 'file';
    folder.webkitdirectory = true;
    folder.hidden = true;
    folder.addEventListener('change', () => {
      const files = Array.from(folder.files ?? []);
      folder.value = '';
      void placedByFolder(files).then(add);
    });
    button.after(folder);
    button.hidden = false;
    button.addEventListener('click', () => {
      folder.click();
    });
  }

  function takeDrops() {
    document.addEventListener('dragover', (event) => {
      event.preventDefault();
      form.classList.toggle('is-target', takesMore());
    });
    document.addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) form.classList.remove('is-target');
    });
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      form.classList.remove('is-target');
      if (!takesMore() || event.dataTransfer === null) return;
      void takeDrop(readDrop(event.dataTransfer));
    });
  }

  /** @param {Promise<FoundFiles>} drop */
  async function takeDrop(drop) {
    const { files, emptyFolders, unreadable } = await drop;
    await add(files);
    if (emptyFolders.length > 0) progress.note(about(emptyFolders, texts.emptyFolder));
    if (unreadable.length > 0) progress.note(about(unreadable, texts.unreadable));
  }

  /** @param {readonly File[]} files */
  async function add(files) {
    if (queue === undefined) progress.say('');
    progress.note('');
    options.onTaken?.(files);
    const known = await chosen.add(files);
    if (known.length > mostNamed) progress.note(countText(texts.manyChosen, known.length));
    else if (known.length > 0) progress.note(about(known, texts.alreadyChosen));
  }

  /** Beside the button: the rows that say why may be far above it. */
  function summarise() {
    const count = chosen.countRefused();
    summary.textContent = count === 0 ? '' : countText(texts.refused, count);
  }

  /** @param {File} file */
  function urlOf(file) {
    return urls.get(file) ?? begun.urlOf(file);
  }

  /** @param {unknown} error */
  function refusalOf(error) {
    const reason = error instanceof FileFailure ? error.cause : error;
    const code = reason instanceof Refusal ? (reason.code ?? 'other') : 'other';
    const text = texts.refusals[code] ?? texts.refusals.other;
    return error instanceof FileFailure ? about([pathOf(error.file)], text) : text;
  }

  function togglePause() {
    isPaused = !isPaused;
    if (isPaused) {
      halt();
      queue?.pause();
    } else queue?.resume();
    pauseButton.textContent = isPaused ? texts.resume : texts.pause;
    if (isPaused) progress.say(texts.paused);
    else progress.moves();
  }

  /** Also while files that have arrived wait for their pictures. */
  function wasStopped() {
    return isStopped;
  }

  function halt() {
    isMoving = false;
    news?.flush();
    progress.halt();
  }

  return {
    begun,
    chosen,
    progress,
    input,
    refusalOf,

    /**
     * Takes files that were dropped or pasted elsewhere.
     * @param {readonly File[]} files
     */
    take: (files) => void add(files),

    /** Whether files are being uploaded, or wait for the connection or the person. */
    isUploading: () => queue !== undefined,

    /**
     * Uploads files in their order. Resolves with the ids of the uploads; undefined when they were stopped. `onDone`
     * gets the files that have arrived, in their order. With `onRefused`, a refused file does not stop the others.
     * @param {readonly File[]} files
     * @param {object} [events]
     * @param {(file: File, id: string) => void} [events.onDone]
     * @param {(file: File, error: unknown) => void} [events.onRefused]
     */
    async upload(files, { onDone, onRefused } = {}) {
      isPaused = false;
      isWaiting = false;
      isMoving = false;
      isStopped = false;
      const shown = createShownNews(({ done, offsets, sentBytes }) => {
        for (const [file, id] of done) {
          chosen.showProgress(file, file.size);
          onDone?.(file, id);
        }
        for (const [file, offset] of offsets) {
          const left = rate.estimate(file.size - offset);
          chosen.showProgress(file, offset, left && durationText(left.secondsLeft));
        }
        const whole = begun.wholeBytes();
        progress.advance({
          queuedBytes: sentBytes,
          sentBytes: whole + chosen.sentBytes(),
          allBytes: whole + chosen.acceptedBytes(),
        });
      });
      news = shown;
      pauseButton.hidden = false;
      pauseButton.textContent = texts.pause;
      progress.begin();
      queue = createFileQueue({
        files,
        createUpload: (file, events) =>
          createUpload({
            ...events,
            connection,
            wait: waitOrOnline,
            file,
            url: urlOf(file),
            onBegin(url) {
              if (removed.has(file)) void discard(url);
              else urls.set(file, url);
            },
          }),
        onStart(sentBytes, offset) {
          isWaiting = false;
          if (!isMoving) progress.moves();
          if (!isMoving || offset > 0) rate.start(sentBytes);
          isMoving = true;
        },
        onProgress: shown.addProgress,
        onWait(reason) {
          isWaiting = true;
          halt();
          progress.warn(reason === 'lost' ? texts.waiting : texts.busy);
        },
        onDone(file, id) {
          pictures.add(file, id);
          shown.addDone(file, id);
        },
        ...(onRefused === undefined ? {} : { onRefused }),
      });
      try {
        const ids = await queue.finish();
        // What comes next may take the files away from here.
        if (ids !== undefined) await pictures.settled(picturesMs);
        return wasStopped() ? undefined : ids;
      } finally {
        shown.flush();
        queue = undefined;
        news = undefined;
        pauseButton.hidden = true;
        progress.end(chosen.acceptedBytes() === chosen.sentBytes());
      }
    },

    /** The uploaded bytes stay for a later visit. */
    stop() {
      isStopped = true;
      queue?.stop();
    },
  };
}

/**
 * @param {readonly string[]} names
 * @param {string} text
 */
function about(names, text) {
  return names.map((name) => `${name}: ${text}`).join(' ');
}
