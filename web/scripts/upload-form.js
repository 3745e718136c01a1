/* global document, DOMParser, fetch, HTMLButtonElement, HTMLElement, HTMLInputElement, HTMLTextAreaElement, location, performance, window */
// The form of the upload page: files are chosen or dropped, uploaded, and sent together.

import { createBegunFiles } from './begun-files.js';
import { createChosenFiles } from './chosen-files.js';
import { readDrop } from './dropped-files.js';
import { dataOf, findElement, getElement } from './elements.js';
import { createFileQueue, FileFailure } from './file-queue.js';
import { locale } from './reader.js';
import { createUpload } from './resumable-upload.js';
import { sendOff } from './send-off.js';
import { createSendProgress } from './send-progress.js';
import { createTransferRate } from './transfer-rate.js';
import { createTusConnection, Refusal, terminate } from './tus-connection.js';
import { waitOrOnline } from './waiting.js';

/** @import { ChosenTexts } from './chosen-files.js' */
/** @import { FoundFiles } from './dropped-files.js' */
/** @import { Limits } from './judge-files.js' */
/** @import { KeptForm } from './kept-form.js' */

/** @typedef {Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }} PluralForms */
/**
 * @typedef {'pause' | 'resume' | 'paused' | 'waiting' | 'sending' | 'storing' | 'left' | 'stopped' | 'lost'
 *   | 'checking' | 'alreadyChosen' | 'emptyFolder' | 'unreadable'} Phrase
 */
/**
 * The texts of the form; refusals by the server's error codes.
 * @typedef {Record<Phrase, string> & ChosenTexts & { send: PluralForms, refused: PluralForms, refusals: Partial<Record<string, string>> & { no_files: string, other: string } }} UploadTexts
 */

/**
 * Takes over a form that works without scripts, too.
 * @param {HTMLFormElement} form
 * @param {KeptForm} kept
 */
export function takeOverForm(form, kept) {
  const texts = /** @type {UploadTexts} */ (dataOf(form, 'texts'));
  const limits = /** @type {Limits} */ (dataOf(form, 'limits'));
  const plurals = new Intl.PluralRules(locale);
  const input = getElement(form, 'input[type=file]', HTMLInputElement);
  const message = getElement(form, 'textarea[name=message]', HTMLTextAreaElement);
  const sendButton = getElement(form, '[type=submit]', HTMLButtonElement);
  const cancelButton = getElement(form, '.cancel', HTMLButtonElement);
  const pauseButton = getElement(form, '.pause', HTMLButtonElement);
  const summary = getElement(form, '.refused-summary', HTMLElement);
  const sendText = sendButton.textContent;
  const endpoint = `${location.pathname}/tus`;
  const connection = createTusConnection(endpoint);
  const rate = createTransferRate(() => performance.now());
  const progress = createSendProgress(form, rate, texts);
  /**
   * Where the uploads of this visit are, by file.
   * @type {Map<File, string>}
   */
  const urls = new Map();
  const begun = createBegunFiles({
    list: findElement(form, '.begun-files', HTMLElement),
    endpoint,
    limits,
    onChange: nameButton,
  });
  const chosen = createChosenFiles({
    list: getElement(form, '.chosen', HTMLElement),
    limits,
    texts,
    isBegun: (file) => begun.urlOf(file) !== undefined,
    onChange() {
      begun.hideChosen(chosen.all());
      nameButton();
      summarise();
    },
    onRemove(file) {
      const url = urlOf(file);
      if (url !== undefined) void terminate(url);
      urls.delete(file);
      begun.forget(file);
    },
  });
  let isSending = false;
  let isPaused = false;
  /** @type {ReturnType<typeof createFileQueue> | undefined} */
  let queue;

  form.classList.add('is-scripted');
  input.required = false;
  if (message.value === '') message.value = kept.message();
  message.addEventListener('input', () => {
    kept.keepMessage(message.value);
  });
  takeChosen();
  input.addEventListener('change', takeChosen);
  takeDrops();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSending) return;
    if (countSendable() === 0) progress.warn(texts.refusals.no_files);
    else void send();
  });
  cancelButton.addEventListener('click', () => queue?.stop());
  pauseButton.addEventListener('click', togglePause);
  window.addEventListener('beforeunload', (event) => {
    if (isSending) event.preventDefault();
  });

  function takeChosen() {
    const files = Array.from(input.files ?? []);
    input.value = '';
    void add(files);
  }

  function takeDrops() {
    document.addEventListener('dragover', (event) => {
      event.preventDefault();
      form.classList.toggle('is-target', !isSending);
    });
    document.addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) form.classList.remove('is-target');
    });
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      form.classList.remove('is-target');
      if (isSending || event.dataTransfer === null) return;
      void takeDrop(readDrop(event.dataTransfer));
    });
  }

  /** @param {Promise<FoundFiles>} drop */
  async function takeDrop(drop) {
    const { files, emptyFolders, unreadable } = await drop;
    await add(files);
    if (emptyFolders.length > 0) progress.warn(about(emptyFolders, texts.emptyFolder));
    if (unreadable.length > 0) progress.warn(about(unreadable, texts.unreadable));
  }

  /** @param {readonly File[]} files */
  async function add(files) {
    progress.say('');
    const known = await chosen.add(files);
    if (known.length > 0) progress.warn(about(known, texts.alreadyChosen));
  }

  /** Beside the button: the rows that say why may be far above it. */
  function summarise() {
    const count = chosen.refused().length;
    summary.textContent = count === 0 ? '' : counted(texts.refused, count);
  }

  function nameButton() {
    const count = countSendable();
    sendButton.textContent = count === 0 ? sendText : counted(texts.send, count);
  }

  function countSendable() {
    return chosen.accepted().length + begun.wholeIds().length;
  }

  /**
   * @param {PluralForms} forms
   * @param {number} count
   */
  function counted(forms, count) {
    const phrase = forms[plurals.select(count)] ?? forms.other;
    return phrase.replace('{count}', count.toLocaleString(locale));
  }

  /** @param {File} file */
  function urlOf(file) {
    return urls.get(file) ?? begun.urlOf(file);
  }

  /** The files are uploaded one after another; then all of them are sent together, or none. */
  async function send() {
    setSending(true);
    progress.say(texts.sending);
    try {
      const ids = await uploadAll();
      if (ids === undefined) stop(texts.stopped);
      else if (await sendTogether([...begun.wholeIds(), ...ids])) finish();
      else stop(texts.lost);
    } catch (error) {
      stop(refusalOf(error));
    }
  }

  async function uploadAll() {
    queue = createFileQueue({
      files: chosen.accepted(),
      createUpload: (file, events) =>
        createUpload({
          ...events,
          connection,
          wait: waitOrOnline,
          file,
          url: urlOf(file),
          onBegin: (url) => urls.set(file, url),
          onWait() {
            progress.halt();
            progress.warn(texts.waiting);
          },
        }),
      onStart(sentBytes) {
        rate.start(sentBytes);
        progress.say(texts.sending);
      },
      onProgress(sentBytes, allBytes) {
        chosen.showProgress(sentBytes);
        progress.advance(sentBytes, allBytes);
      },
    });
    const ids = await queue.finish();
    queue = undefined;
    return ids;
  }

  /** @param {readonly string[]} uploads */
  async function sendTogether(uploads) {
    cancelButton.hidden = true;
    pauseButton.hidden = true;
    progress.say(texts.storing);
    const body = JSON.stringify({ uploads, message: message.value });
    return await sendOff({
      post: () =>
        fetch(`${location.pathname}/send`, {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          body,
        }),
      countSendings,
      sendingsBefore: Number(form.dataset.sendings),
      wait: waitOrOnline,
      onLost() {
        progress.warn(texts.checking);
      },
    });
  }

  /** @param {unknown} error */
  function refusalOf(error) {
    const reason = error instanceof FileFailure ? error.cause : error;
    const code = reason instanceof Refusal ? (reason.code ?? 'other') : 'other';
    const text = texts.refusals[code] ?? texts.refusals.other;
    return error instanceof FileFailure ? about([error.fileName], text) : text;
  }

  function togglePause() {
    isPaused = !isPaused;
    if (isPaused) {
      progress.halt();
      queue?.pause();
    } else queue?.resume();
    pauseButton.textContent = isPaused ? texts.resume : texts.pause;
    progress.say(isPaused ? texts.paused : texts.sending);
  }

  function finish() {
    isSending = false;
    kept.sent(chosen.refused());
    location.hash = 'sent';
    location.reload();
  }

  /** @param {string} reason */
  function stop(reason) {
    queue = undefined;
    setSending(false);
    progress.warn(reason);
    sendButton.focus();
  }

  /** @param {boolean} isNow */
  function setSending(isNow) {
    isSending = isNow;
    isPaused = false;
    form.classList.toggle('is-sending', isNow);
    chosen.setSending(isNow);
    begun.setSending(isNow);
    message.readOnly = isNow;
    input.disabled = isNow;
    sendButton.hidden = isNow;
    pauseButton.hidden = !isNow;
    pauseButton.textContent = texts.pause;
    cancelButton.hidden = !isNow;
    progress.hideTotal(!isNow);
    if (isNow) cancelButton.focus();
  }
}

/**
 * @param {readonly string[]} names
 * @param {string} text
 */
function about(names, text) {
  return names.map((name) => `${name}: ${text}`).join(' ');
}

/** How many submissions the page shows now; undefined while it is unreachable. */
async function countSendings() {
  try {
    const response = await fetch(location.pathname, { headers: { accept: 'text/html' } });
    if (response.status === 404) return 0;
    if (!response.ok) return undefined;
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    // A reader who has to enter a code again is told afterwards what arrived.
    if (fresh.querySelector('.code') !== null) location.reload();
    return fresh.querySelectorAll('.receipt-when').length;
  } catch {
    return undefined; // Still offline; retried later.
  }
}
