/* global clearTimeout, document, DOMParser, fetch, history, location, performance, setTimeout, window */
// Makes the upload page more convenient: files are dropped or chosen in several goes, seen on their
// way, and go on where they were after a lost connection or another visit. The page sends files
// without this, too.

import { createBegunFiles } from './begun-files.js';
import { createChosenFiles } from './chosen-files.js';
import { durationText, locale, percentText, rateText, showLocalTimes } from './reader.js';
import { createUpload, Refusal, terminate } from './resumable-upload.js';

const checkEveryMs = 2000;
const checksUntilSure = 3;

const page = document.querySelector('.send-back');
const form = page.querySelector('form');
showLocalTimes(page);
showReceipt();
if (form !== null) takeOver();

/** After a sending the reader finds the receipt first, by eye and by screen reader. */
function showReceipt() {
  if (location.hash !== '#sent') return;
  history.replaceState(null, '', location.pathname + location.search);
  page.querySelector('#sent')?.focus();
}

function takeOver() {
  const texts = JSON.parse(form.dataset.texts);
  const plurals = new Intl.PluralRules(locale);
  const input = form.querySelector('input[type=file]');
  const sendButton = form.querySelector('[type=submit]');
  const cancelButton = form.querySelector('.cancel');
  const total = form.querySelector('.progress-total');
  const sendText = sendButton.textContent;
  const pauseButton = form.querySelector('.pause');
  const endpoint = `${location.pathname}/tus`;
  const limits = JSON.parse(form.dataset.limits);
  /** Where the uploads of this visit are, by file. */
  const urls = new Map();
  const begun = createBegunFiles({
    list: form.querySelector('.begun-files'),
    endpoint,
    limits,
    onChange: nameButton,
  });
  const chosen = createChosenFiles({
    list: form.querySelector('.chosen'),
    limits,
    texts,
    isBegun: (file) => begun.urlOf(file) !== undefined,
    onChange() {
      begun.hideChosen(chosen.all());
      nameButton();
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
  let upload;

  form.classList.add('is-scripted');
  input.required = false;
  chosen.add(input.files);
  input.value = '';

  input.addEventListener('change', () => {
    chosen.add(input.files);
    input.value = '';
    say('');
  });
  takeDrops();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSending) return;
    if (countSendable() === 0) warn(texts.refusals.no_files);
    else void send();
  });
  cancelButton.addEventListener('click', () => upload?.stop());
  pauseButton.addEventListener('click', togglePause);
  window.addEventListener('beforeunload', (event) => {
    if (isSending) event.preventDefault();
  });

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
      if (isSending) return;
      chosen.add(droppedFiles(event.dataTransfer));
      say('');
    });
  }

  function nameButton() {
    const count = countSendable();
    const phrase = texts.send[plurals.select(count)] ?? texts.send.other;
    sendButton.textContent =
      count === 0 ? sendText : phrase.replace('{count}', count.toLocaleString(locale));
  }

  function countSendable() {
    return chosen.accepted().length + begun.wholeIds().length;
  }

  function urlOf(file) {
    return urls.get(file) ?? begun.urlOf(file);
  }

  /** The files go up one after another; then all of them are sent off together, or none is. */
  async function send() {
    setSending(true);
    say(texts.sending);
    try {
      const ids = await uploadAll(chosen.accepted());
      if (ids === undefined) stop(texts.stopped);
      else await sendOff([...begun.wholeIds(), ...ids]);
    } catch (error) {
      stop(refusalOf(error));
    }
  }

  /** Resolves with the ids of the uploads; undefined when somebody stopped them. */
  async function uploadAll(files) {
    const allBytes = files.reduce((sum, { size }) => sum + size, 0);
    const startedAt = performance.now();
    const ids = [];
    let before = 0;
    let skipped = 0;
    for (const file of files) {
      upload = createUpload({
        endpoint,
        file,
        url: urlOf(file),
        onBegin: (url) => urls.set(file, url),
        onStart(offset) {
          skipped += offset;
          say(texts.sending);
        },
        onProgress(offset) {
          chosen.showProgress(before + offset);
          showTotal(before + offset, allBytes, skipped, performance.now() - startedAt);
        },
        onWait: () => warn(texts.waiting),
      });
      const id = await upload.finish();
      upload = undefined;
      if (id === undefined) return undefined;
      ids.push(id);
      before += file.size;
    }
    return ids;
  }

  async function sendOff(uploads) {
    cancelButton.hidden = true;
    pauseButton.hidden = true;
    say(texts.storing);
    const body = JSON.stringify({ uploads, message: form.elements.message.value });
    let answer;
    do {
      try {
        answer = await fetch(`${location.pathname}/send`, {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/json' },
          body,
        });
      } catch {
        await findOut();
        return;
      }
      // Large files are checked before they go off; until then the server says when to ask again.
    } while (answer.status === 409 && (await waitAsTold(answer)));
    if (answer.ok) finish();
    else throw new Refusal(answer.status, (await answer.json()).error);
  }

  function refusalOf({ code }) {
    return texts.refusals[code] ?? texts.refusals.other;
  }

  function togglePause() {
    isPaused = !isPaused;
    if (isPaused) upload?.pause();
    else upload?.resume();
    pauseButton.textContent = isPaused ? texts.resume : texts.pause;
    say(isPaused ? texts.paused : texts.sending);
  }

  /** The files left whole and the answer got lost: the page itself knows whether they arrived. */
  async function findOut() {
    say('');
    warn(texts.checking);
    for (let checks = 0; checks < checksUntilSure;) {
      await pause();
      const sendings = await countSendings();
      if (sendings > Number(form.dataset.sendings)) {
        finish();
        return;
      }
      if (sendings !== undefined) checks += 1;
    }
    stop(texts.lost);
  }

  function finish() {
    isSending = false;
    location.hash = 'sent';
    location.reload();
  }

  function stop(reason) {
    setSending(false);
    say('');
    warn(reason);
    sendButton.focus();
  }

  function setSending(isNow) {
    isSending = isNow;
    isPaused = false;
    form.classList.toggle('is-sending', isNow);
    chosen.setSending(isNow);
    begun.setSending(isNow);
    form.elements.message.readOnly = isNow;
    input.disabled = isNow;
    sendButton.hidden = isNow;
    pauseButton.hidden = !isNow;
    pauseButton.textContent = texts.pause;
    cancelButton.hidden = !isNow;
    total.hidden = !isNow;
    if (isNow) cancelButton.focus();
  }

  /** `skippedBytes` had arrived before, and tell nothing about the speed. */
  function showTotal(sentBytes, allBytes, skippedBytes, elapsedMs) {
    const share = allBytes === 0 ? 1 : sentBytes / allBytes;
    total.querySelector('progress').value = share;
    const parts = [percentText(share)];
    const bytesPerSecond = (sentBytes - skippedBytes) / (elapsedMs / 1000);
    if (elapsedMs > 1000 && bytesPerSecond > 0) {
      const time = durationText((allBytes - sentBytes) / bytesPerSecond);
      parts.push(rateText(bytesPerSecond), texts.left.replace('{time}', time));
    }
    total.querySelector('.progress-text').textContent = parts.join(' · ');
  }

  function say(text) {
    form.querySelector('.send-status').textContent = text;
    form.querySelector('.send-alert').textContent = '';
  }

  function warn(text) {
    form.querySelector('.send-alert').textContent = text;
  }
}

/** Folders cannot be sent; what is in them can be chosen. */
function droppedFiles({ items, files }) {
  const isFolder = Array.from(items, (item) => item.webkitGetAsEntry?.()?.isDirectory === true);
  return Array.from(files).filter((_, at) => !isFolder[at]);
}

/** How many sendings the page tells of now; undefined while it cannot be reached. */
async function countSendings() {
  try {
    const response = await fetch(location.pathname, { headers: { accept: 'text/html' } });
    if (response.status === 404) return 0;
    if (!response.ok) return undefined;
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    // Who has to enter a code anew is told what arrived afterwards.
    if (fresh.querySelector('.code') !== null) location.reload();
    return fresh.querySelectorAll('.receipt-when').length;
  } catch {
    return undefined; // Still offline; it is asked again.
  }
}

/** Waits as long as the answer asks for; false when it asks for nothing. */
async function waitAsTold(answer) {
  const seconds = Number(answer.headers.get('retry-after'));
  if (seconds > 0) await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return seconds > 0;
}

/** A while, or until the browser says that it is online again. */
function pause() {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, checkEveryMs);
    window.addEventListener(
      'online',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
