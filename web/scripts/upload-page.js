/* global clearTimeout, document, DOMParser, fetch, history, location, performance, setTimeout, window */
// Makes the upload page more convenient: files are dropped or chosen in several goes, seen on their
// way, and go on where they were after a lost connection or another visit. The page sends files
// without this, too.

import { createBegunFiles } from './begun-files.js';
import { createChosenFiles } from './chosen-files.js';
import { readDrop } from './dropped-files.js';
import { createKeptForm } from './kept-form.js';
import { durationText, locale, percentText, rateText, showLocalTimes } from './reader.js';
import { createUpload, Refusal, terminate } from './resumable-upload.js';
import { createTransferRate } from './transfer-rate.js';

const checkEveryMs = 2000;
const checksUntilSure = 3;

const page = document.querySelector('.send-back');
const form = page.querySelector('form');
const kept = createKeptForm();
showLocalTimes(page);
showReceipt();
showLeftOut(kept.takeLeftOut());
if (form !== null) takeOver();

/** After a sending the reader finds the receipt first, by eye and by screen reader. */
function showReceipt() {
  if (location.hash !== '#sent') return;
  history.replaceState(null, '', location.pathname + location.search);
  page.querySelector('#sent')?.focus();
}

/** What was left out is said where the receipt says what arrived. */
function showLeftOut(files) {
  const receipt = page.querySelector('#sent');
  if (files.length === 0 || receipt === null) return;
  const title = document.createElement('p');
  title.className = 'alert-about';
  title.textContent = receipt.dataset.leftOut;
  const list = document.createElement('ul');
  for (const { name, reason } of files) {
    const item = document.createElement('li');
    const bidi = document.createElement('bdi');
    bidi.textContent = name;
    item.append(bidi, ` (${reason})`);
    list.append(item);
  }
  const notice = document.createElement('div');
  notice.className = 'alert left-out';
  notice.append(title, list);
  receipt.after(notice);
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
      summarise();
    },
    onRemove(file) {
      const url = urlOf(file);
      if (url !== undefined) void terminate(url);
      urls.delete(file);
      begun.forget(file);
    },
  });
  const rate = createTransferRate(() => performance.now());
  const summary = form.querySelector('.refused-summary');
  let isSending = false;
  let isPaused = false;
  let upload;

  form.classList.add('is-scripted');
  input.required = false;
  const message = form.elements.message;
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
    if (countSendable() === 0) warn(texts.refusals.no_files);
    else void send();
  });
  cancelButton.addEventListener('click', () => upload?.stop());
  pauseButton.addEventListener('click', togglePause);
  window.addEventListener('beforeunload', (event) => {
    if (isSending) event.preventDefault();
  });

  function takeChosen() {
    const files = Array.from(input.files);
    input.value = '';
    void add(files);
  }

  async function add(files) {
    say('');
    const known = await chosen.add(files);
    if (known.length > 0) warn(about(known, texts.alreadyChosen));
  }

  function about(names, text) {
    return names.map((name) => `${name}: ${text}`).join(' ');
  }

  async function takeDrop(drop) {
    const { files, emptyFolders, unreadable } = await drop;
    await add(files);
    if (emptyFolders.length > 0) warn(about(emptyFolders, texts.emptyFolder));
    if (unreadable.length > 0) warn(about(unreadable, texts.unreadable));
  }

  /** Beside the button: the rows that say why may be far above it. */
  function summarise() {
    const count = chosen.refused().length;
    summary.textContent = count === 0 ? '' : counted(texts.refused, count);
  }

  function counted(forms, count) {
    const phrase = forms[plurals.select(count)] ?? forms.other;
    return phrase.replace('{count}', count.toLocaleString(locale));
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
      if (isSending) return;
      void takeDrop(readDrop(event.dataTransfer));
    });
  }

  function nameButton() {
    const count = countSendable();
    sendButton.textContent = count === 0 ? sendText : counted(texts.send, count);
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
    const ids = [];
    let before = 0;
    for (const file of files) {
      upload = createUpload({
        endpoint,
        file,
        url: urlOf(file),
        onBegin: (url) => urls.set(file, url),
        onStart(offset) {
          rate.start(before + offset);
          say(texts.sending);
        },
        onProgress(offset) {
          rate.advance(before + offset);
          chosen.showProgress(before + offset);
          showTotal(before + offset, allBytes);
        },
        onWait() {
          rate.stop();
          showTotal();
          warn(texts.waiting);
        },
      });
      const id = await upload.finish().catch((error) => {
        error.fileName = file.name;
        throw error;
      });
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
    const body = JSON.stringify({ uploads, message: message.value });
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

  function refusalOf({ code, fileName }) {
    const text = texts.refusals[code] ?? texts.refusals.other;
    return fileName === undefined ? text : about([fileName], text);
  }

  function togglePause() {
    isPaused = !isPaused;
    if (isPaused) {
      rate.stop();
      showTotal();
      upload?.pause();
    } else upload?.resume();
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
    kept.sent(chosen.refused());
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
    message.readOnly = isNow;
    input.disabled = isNow;
    sendButton.hidden = isNow;
    pauseButton.hidden = !isNow;
    pauseButton.textContent = texts.pause;
    cancelButton.hidden = !isNow;
    total.hidden = !isNow;
    if (isNow) cancelButton.focus();
  }

  /** Rate and time left are shown only while bytes leave. */
  function showTotal(sentBytes, allBytes) {
    const bar = total.querySelector('progress');
    if (sentBytes !== undefined) bar.value = allBytes === 0 ? 1 : sentBytes / allBytes;
    const parts = [percentText(bar.value)];
    const bytesPerSecond = sentBytes === undefined ? undefined : rate.bytesPerSecond();
    if (bytesPerSecond !== undefined) {
      const time = durationText((allBytes - sentBytes) / bytesPerSecond);
      parts.push(rateText(bytesPerSecond), texts.left.replace('{time}', time));
    }
    total.querySelector('.progress-text').textContent = parts.join(' · ');
  }

  function say(text) {
    form.querySelector('.send-status').textContent = text;
    form.querySelector('.send-alert').textContent = '';
  }

  /** One state at a time: what is wrong takes the place of what was going on. */
  function warn(text) {
    form.querySelector('.send-status').textContent = '';
    form.querySelector('.send-alert').textContent = text;
  }
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
