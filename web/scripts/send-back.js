/* global clearTimeout, document, DOMParser, fetch, FormData, history, location, performance, setTimeout, window, XMLHttpRequest */
// Makes the upload page more convenient: files are dropped or chosen in several goes, seen on their
// way, and a lost connection is told for what it was. The page sends files without this, too.

import { createChosenFiles } from './chosen-files.js';
import { durationText, locale, percentText, rateText, showLocalTimes } from './reader.js';

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
  const chosen = createChosenFiles({
    list: form.querySelector('.chosen'),
    limits: JSON.parse(form.dataset.limits),
    texts,
    onChange: nameButton,
  });
  let request;

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
    if (request !== undefined) return;
    if (chosen.accepted().length === 0) warn(texts.refusals.no_files);
    else send();
  });
  cancelButton.addEventListener('click', () => request?.abort());
  window.addEventListener('beforeunload', (event) => {
    if (request !== undefined) event.preventDefault();
  });

  function takeDrops() {
    document.addEventListener('dragover', (event) => {
      event.preventDefault();
      form.classList.toggle('is-target', request === undefined);
    });
    document.addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) form.classList.remove('is-target');
    });
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      form.classList.remove('is-target');
      if (request !== undefined) return;
      chosen.add(droppedFiles(event.dataTransfer));
      say('');
    });
  }

  function nameButton() {
    const count = chosen.accepted().length;
    const phrase = texts.send[plurals.select(count)] ?? texts.send.other;
    sendButton.textContent =
      count === 0 ? sendText : phrase.replace('{count}', count.toLocaleString(locale));
  }

  /** One request carries everything, so that everything arrives or nothing does. */
  function send() {
    const body = new FormData();
    for (const file of chosen.accepted()) body.append('file', file);
    body.append('message', form.elements.message.value);

    const startedAt = performance.now();
    let allSent = false;
    request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.setRequestHeader('accept', 'application/json');
    request.upload.addEventListener('progress', ({ loaded, total: all }) => {
      chosen.showProgress(loaded);
      showTotal(loaded, all, performance.now() - startedAt);
    });
    request.upload.addEventListener('load', () => {
      allSent = true;
      cancelButton.hidden = true;
      say(texts.storing);
    });
    request.addEventListener('load', ({ target }) => {
      if (target.status === 200) finish();
      else stop(refusalOf(target));
    });
    request.addEventListener('abort', () => {
      stop(texts.stopped);
    });
    request.addEventListener('error', () => {
      // What was not handed over to its last byte cannot have been kept.
      if (allSent) void findOut();
      else stop(texts.lost);
    });
    setSending(true);
    say(texts.sending);
    request.send(body);
  }

  function refusalOf({ responseText }) {
    try {
      return texts.refusals[JSON.parse(responseText).error] ?? texts.refusals.other;
    } catch {
      return texts.refusals.other; // Whatever stands between us and the server answers in its own words.
    }
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
    request = undefined;
    location.hash = 'sent';
    location.reload();
  }

  function stop(reason) {
    request = undefined;
    setSending(false);
    say('');
    warn(reason);
    sendButton.focus();
  }

  function setSending(isSending) {
    form.classList.toggle('is-sending', isSending);
    chosen.setSending(isSending);
    form.elements.message.readOnly = isSending;
    input.disabled = isSending;
    sendButton.hidden = isSending;
    cancelButton.hidden = !isSending;
    total.hidden = !isSending;
    if (isSending) cancelButton.focus();
  }

  function showTotal(sentBytes, allBytes, elapsedMs) {
    const share = allBytes === 0 ? 1 : sentBytes / allBytes;
    total.querySelector('progress').value = share;
    const parts = [percentText(share)];
    const bytesPerSecond = sentBytes / (elapsedMs / 1000);
    if (elapsedMs > 1000 && sentBytes > 0) {
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
    return fresh.querySelectorAll('.receipt-when').length;
  } catch {
    return undefined; // Still offline; it is asked again.
  }
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
