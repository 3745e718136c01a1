/* global DOMParser, fetch, HTMLButtonElement, HTMLElement, HTMLInputElement, HTMLTextAreaElement, location, window */
// The form of the upload page: files are chosen, and uploaded and sent together when the button is pressed.

import { countText } from './count-text.js';
import { dataOf, findElement, getElement } from './elements.js';
import { FileFailure } from './file-queue.js';
import { sendOff } from './send-off.js';
import { isVanished, terminate } from './tus-connection.js';
import { createUploader } from './uploader.js';
import { waitOrOnline } from './waiting.js';

/** @import { Limits } from './judge-files.js' */
/** @import { KeptForm } from './kept-form.js' */
/** @import { PluralForms } from './count-text.js' */
/** @import { UploaderTexts } from './uploader.js' */

/** @typedef {'storing' | 'stopped' | 'lost' | 'checking'} Phrase */
/**
 * @typedef {UploaderTexts & Record<Phrase, string> & { send: PluralForms, refusals: { no_files: string } }} UploadTexts
 */

/**
 * Takes over a form that works without scripts, too.
 * @param {HTMLFormElement} form
 * @param {KeptForm} kept
 */
export function takeOverForm(form, kept) {
  const texts = /** @type {UploadTexts} */ (dataOf(form, 'texts'));
  const message = getElement(form, 'textarea[name=message]', HTMLTextAreaElement);
  const from = findElement(form, 'input[name=from]', HTMLInputElement);
  const sendButton = getElement(form, '[type=submit]', HTMLButtonElement);
  const cancelButton = getElement(form, '.cancel', HTMLButtonElement);
  const sendWords = getElement(sendButton, 'span', HTMLElement);
  const sendText = sendWords.textContent;
  let isSending = false;
  /** Whether all files have arrived and are being handed over. */
  let isHandingOver = false;
  const uploader = createUploader(form, {
    endpoint: `${location.pathname}/tus`,
    texts,
    limits: /** @type {Limits} */ (dataOf(form, 'limits')),
    begunList: '.begun-files',
    discard: terminate,
    isRenamable: true,
    takesMore: () => !isSending,
    onChange: nameButton,
  });
  const { begun, chosen, progress } = uploader;

  if (message.value === '') message.value = kept.message();
  message.addEventListener('input', () => {
    kept.keepMessage(message.value);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSending) return;
    if (countSendable() === 0) progress.warn(texts.refusals.no_files);
    else void send();
  });
  cancelButton.addEventListener('click', () => {
    uploader.stop();
  });

  window.addEventListener('beforeunload', (event) => {
    if (isHandingOver) event.preventDefault();
  });

  function nameButton() {
    const count = countSendable();
    sendWords.textContent = count === 0 ? sendText : countText(texts.send, count);
  }

  function countSendable() {
    return chosen.countAccepted() + begun.wholeIds().length;
  }

  /** The files are uploaded; then all of them are sent together, or none. */
  async function send() {
    setSending(true);
    progress.moves();
    try {
      const ids = await uploader.upload(chosen.accepted());
      if (ids === undefined) stop(texts.stopped);
      else if (await sendTogether([...begun.wholeIds(), ...ids])) finish();
      else stop(texts.lost);
    } catch (error) {
      if (error instanceof FileFailure && isVanished(error.cause))
        chosen.refuse(error.file, uploader.refusalOf(error.cause));
      stop(uploader.refusalOf(error));
    }
  }

  /** @param {readonly string[]} uploads */
  async function sendTogether(uploads) {
    cancelButton.hidden = true;
    progress.say(texts.storing);
    isHandingOver = true;
    const body = JSON.stringify({ uploads, message: message.value, from: from?.value });
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
        isHandingOver = false;
        progress.warn(texts.checking);
      },
    });
  }

  function finish() {
    isHandingOver = false;
    kept.sent(chosen.refused());
    location.hash = 'sent';
    location.reload();
  }

  /** @param {string} reason */
  function stop(reason) {
    setSending(false);
    progress.warn(reason);
    sendButton.focus();
  }

  /** @param {boolean} isNow */
  function setSending(isNow) {
    isSending = isNow;
    isHandingOver = false;
    form.classList.toggle('is-sending', isNow);
    chosen.setSending(isNow);
    begun.setSending(isNow);
    message.readOnly = isNow;
    if (from !== undefined) from.readOnly = isNow;
    uploader.input.disabled = isNow;
    sendButton.hidden = isNow;
    cancelButton.hidden = !isNow;
    if (isNow) cancelButton.focus();
  }
}

/** How many submissions the page shows now; undefined while it is unreachable. */
async function countSendings() {
  try {
    const response = await fetch(location.pathname, { headers: { accept: 'text/html' } });
    if (response.status === 404) return 0;
    if (!response.ok) return undefined;
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    // A reader who has to enter a code again is told afterwards what arrived.
    if (fresh.querySelector('.gate') !== null) location.reload();
    return fresh.querySelectorAll('[data-sending]').length;
  } catch {
    return undefined; // Still offline; retried later.
  }
}
