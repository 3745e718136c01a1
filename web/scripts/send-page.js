/* global addEventListener, clearTimeout, document, fetch, FormData, HTMLButtonElement, HTMLElement, HTMLFormElement, HTMLInputElement, location, setTimeout */
// The page on which a person prepares a drop: files are uploaded as soon as they are chosen, and what is typed is saved as
// it is typed. The page works without this, too.

import { dataOf, findElement, getElement, makeElement } from './elements.js';
import { takeOverLifetime } from './lifetime-choice.js';
import { percentText, sizeText } from './reader.js';
import { takeOverReceivers } from './receiver-field.js';
import { sendOff } from './send-off.js';
import { createShownProblems } from './shown-problems.js';
import { fingerprintOf, Refusal } from './tus-connection.js';
import { createUploader } from './uploader.js';
import { waitOrOnline } from './waiting.js';

/** @import { Limits } from './judge-files.js' */
/** @import { ReceiverTexts } from './receiver-field.js' */
/** @import { Problem } from './shown-problems.js' */
/** @import { UploaderTexts } from './uploader.js' */

/** @typedef {'problems' | 'rename' | 'newName' | 'uploaded' | 'chooseAgain' | 'saving' | 'notSaved' | 'sendsLater' | 'storing' | 'checking' | 'lost'} Phrase */
/** @typedef {UploaderTexts & ReceiverTexts & Record<Phrase, string>} SendTexts */
/** @typedef {{ saved: string, summary: string, problems: Problem[] }} Saved */
/**
 * An upload of the draft.
 * @typedef {object} DraftFile
 * @property {string} id
 * @property {string} name
 * @property {number} sizeBytes
 * @property {number} receivedBytes
 * @property {string} fingerprint
 */

const saveAfterMs = 600;
/** After a save that did not reach the server, or that it had no time for. */
const saveAgainAfterMs = 3000;
/** While files arrive, the summary is brought up to date this often. */
const summariseEveryMs = 3000;

const form = getElement(document, '.compose-form', HTMLFormElement);
const texts = /** @type {SendTexts} */ (dataOf(form, 'texts'));
const sendButton = getElement(form, 'button[value=send]', HTMLButtonElement);
const fileInput = getElement(form, 'input[type=file]', HTMLInputElement);
const status = getElement(form, '.compose-saved', HTMLElement);
const summary = getElement(form, '.compose-summary', HTMLElement);
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {Promise<void>} */
let saving = Promise.resolve();
let isUploading = false;
let isSummarising = false;
/** Whether the last save was lost. */
let isUnsaved = false;
/** Whether the person pressed Send before all files had arrived. */
let sendsLater = false;
let isSending = false;
/** Whether the server refused to send the draft: then the form is sent by the browser, and its page says why. */
let isRefused = false;

// Files are uploaded by the script, and are not part of the form.
fileInput.removeAttribute('name');

const uploader = createUploader(form, {
  endpoint: form.dataset.endpoint ?? '',
  texts,
  limits: /** @type {Limits} */ (dataOf(form, 'limits')),
  begunList: '.kept-files',
  discard: removeFile,
  takesMore: () => true,
  onChange() {
    void uploadPending();
  },
});
const receivers = takeOverReceivers(getElement(form, '.receivers-field', HTMLElement), {
  texts,
  suggestUrl: '/app/send/suggest',
  onChange: () => {
    saveSoon();
  },
});
takeOverLifetime(getElement(form, '#lifetime', HTMLElement));
const shownProblems = createShownProblems(form, {
  title: texts.problems,
  focusField(field) {
    if (field !== 'receivers') return false;
    receivers.focus();
    return true;
  },
});
const listed = listAll();
void uploadPending();

form.addEventListener('input', (event) => {
  if (event.target instanceof HTMLElement && event.target.id === 'receivers-input') return;
  if (event.target !== fileInput) saveSoon();
});
addEventListener('online', () => {
  if (isUnsaved) saveSoon(0);
});
form.addEventListener('submit', (event) => {
  const act = event.submitter instanceof HTMLButtonElement ? event.submitter.value : '';
  for (const input of unchangedNames()) input.disabled = true;
  if (act === 'save') {
    hold(event);
    saveSoon();
  }
  if (act === 'discard') uploader.stop();
  if (act !== 'send' || isRefused) return;
  hold(event);
  clearTimeout(timer);
  if (!receivers.settle()) receivers.focus();
  else if (!isSending) void pressed();
});

/** Send was pressed. Only files that are on their way are waited for: all else is checked at once. */
async function pressed() {
  isSending = true;
  shownProblems.clear();
  try {
    await saving;
    if (uploader.isUploading() && (await post(fieldsOf('check'))) !== 'saved') return;
    sendsLater = uploader.isUploading();
    if (sendsLater) status.textContent = texts.sendsLater;
    else await send();
  } finally {
    isSending = false;
  }
}

/** Sends the draft. Large files may have to be checked before; a lost answer is looked up. */
async function send() {
  status.textContent = texts.storing;
  const body = fieldsOf('send');
  /** @type {Problem[]} */
  let problems = [];
  try {
    const isSent = await sendOff({
      async post() {
        const answer = await postForm(body);
        problems = await problemsIn(answer);
        return answer;
      },
      countSendings,
      sendingsBefore: 0,
      wait: waitOrOnline,
      onLost() {
        status.textContent = texts.checking;
      },
    });
    if (isSent) location.reload();
    else status.textContent = texts.lost;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    status.textContent = '';
    if (problems.length > 0) shownProblems.show(problems);
    else {
      isRefused = true;
      form.requestSubmit(sendButton);
    }
  }
}

/**
 * What is wrong with the draft, where that is the answer.
 * @param {Response} answer
 * @returns {Promise<Problem[]>}
 */
async function problemsIn(answer) {
  if (answer.status !== 422) return [];
  /** @type {unknown} */
  const content = await answer.clone().json();
  return /** @type {Saved} */ (content).problems;
}

/** Whether the draft was sent, as a number; undefined while the server cannot be reached. */
async function countSendings() {
  const content = await askForDraft();
  return content === undefined ? undefined : Number(content.isSent);
}

/**
 * The form is not sent now.
 * @param {SubmitEvent} event
 */
function hold(event) {
  event.preventDefault();
  for (const input of unchangedNames()) input.disabled = false;
}

/** Uploads what was chosen and has not arrived, until nothing is left. A refused file does not stop the others. */
async function uploadPending() {
  if (isUploading) return;
  isUploading = true;
  try {
    await listed;
    for (;;) {
      const files = uploader.chosen.accepted();
      if (files.length === 0) break;
      const ids = await uploader.upload(files, {
        onDone: keepFile,
        onRefused(file, error) {
          uploader.chosen.refuse(file, uploader.refusalOf(error));
        },
      });
      if (ids === undefined) break;
    }
  } finally {
    isUploading = false;
  }
  uploader.progress.say('');
  const isClean = uploader.chosen.refused().length === 0;
  if (sendsLater && isClean) form.requestSubmit(sendButton);
  else if (sendsLater) status.textContent = '';
  else saveSoon();
  sendsLater = false;
}

/**
 * The page lists the first files of a draft, and says how many more there are. All of them have to be known here: a file
 * that is chosen again goes on where it was, and is not uploaded twice.
 */
async function listAll() {
  const more = findElement(form, '.more-files', HTMLElement);
  if (more === undefined) return;
  const content = await askForDraft();
  if (content === undefined) return;
  for (const file of content.files)
    if (!uploader.begun.has(file.id)) uploader.begun.add(itemOf(file));
  more.remove();
}

/**
 * Undefined when the server cannot be reached, or does not answer.
 * @returns {Promise<{ isSent: boolean, files: DraftFile[] } | undefined>}
 */
async function askForDraft() {
  const answer = await fetch(location.pathname, { headers: { accept: 'application/json' } }).catch(
    () => undefined,
  );
  // The page leads to sign-in, and back.
  if (answer?.status === 401) location.reload();
  if (answer?.ok !== true) return undefined;
  /** @type {unknown} */
  const content = await answer.json().catch(() => undefined);
  return /** @type {{ isSent: boolean, files: DraftFile[] } | undefined} */ (content);
}

/**
 * The file has arrived: it stands among those of the draft from now on.
 * @param {File} file
 * @param {string} id
 */
function keepFile(file, id) {
  if (!uploader.chosen.release(file)) return;
  uploader.begun.add(
    itemOf({
      id,
      name: file.name.normalize('NFC'),
      sizeBytes: file.size,
      receivedBytes: file.size,
      fingerprint: fingerprintOf(file),
    }),
  );
  if (isSummarising) return;
  isSummarising = true;
  setTimeout(() => {
    isSummarising = false;
    if (isUploading) saving = saving.then(save);
  }, summariseEveryMs);
}

/**
 * A file in the list of those of the draft.
 * @param {DraftFile} file
 */
function itemOf(file) {
  const { id, sizeBytes, receivedBytes } = file;
  const state =
    receivedBytes === sizeBytes
      ? texts.uploaded
      : texts.chooseAgain.replace('{share}', percentText(receivedBytes / sizeBytes));
  const item = makeElement('li', 'chosen-file');
  Object.assign(item.dataset, {
    upload: id,
    name: file.name,
    size: String(sizeBytes),
    received: String(receivedBytes),
    fingerprint: file.fingerprint,
  });
  const about = makeElement('span', 'file-about');
  const name = makeElement('span', 'file-name');
  name.append(makeElement('bdi', '', file.name));
  about.append(
    name,
    makeElement('span', 'file-facts nowrap', sizeText(sizeBytes)),
    makeElement('span', 'file-facts', state),
  );
  const rename = makeElement('details', 'rename');
  const label = makeElement('label', 'field-label', texts.newName);
  const input = makeElement('input');
  input.id = `name-${id}`;
  input.name = `name-${id}`;
  input.defaultValue = file.name;
  input.autocomplete = 'off';
  label.htmlFor = input.id;
  const opener = makeElement('summary', 'button', texts.rename);
  opener.setAttribute('aria-label', `${texts.rename}: ${file.name}`);
  rename.append(opener, label, input);
  const button = makeElement('button', 'button', texts.remove);
  button.type = 'button';
  const acts = makeElement('span', 'file-acts');
  acts.append(rename, button);
  item.append(about, acts);
  return item;
}

/**
 * Removes a file of the draft. With the ticket files can only be added, so that this needs the session.
 * @param {string} url
 */
async function removeFile(url) {
  const body = fieldsOf();
  body.set('remove', url.slice(url.lastIndexOf('/') + 1));
  await post(body);
}

/** @param {number} [afterMs] */
function saveSoon(afterMs = saveAfterMs) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    saving = saving.then(save);
  }, afterMs);
}

async function save() {
  isUnsaved = (await post(fieldsOf())) === 'lost';
  if (isUnsaved) saveSoon(saveAgainAfterMs);
}

/**
 * What is saved: all fields, but the names of renamed files only.
 * @param {'save' | 'check' | 'send'} [act]
 */
function fieldsOf(act = 'save') {
  const body = new FormData(form);
  for (const input of unchangedNames()) body.delete(input.name);
  body.set('act', act);
  return body;
}

/** @param {FormData} body */
function postForm(body) {
  return fetch(location.pathname, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body,
  });
}

/** The fields for the names of files that were not renamed: there may be thousands. */
function unchangedNames() {
  return Array.from(form.querySelectorAll('input[name^=name-]')).flatMap((input) =>
    input instanceof HTMLInputElement && input.value === input.defaultValue ? [input] : [],
  );
}

/**
 * `lost`: the connection, or a server that is busy; another time it may be saved. `refused`: it will not be. What is wrong
 * with fields is said beside the buttons while the person types, and at the fields once Send was pressed.
 * @param {FormData} body
 * @returns {Promise<'saved' | 'wrong' | 'lost' | 'refused'>}
 */
async function post(body) {
  status.textContent = texts.saving;
  const answer = await postForm(body).catch(() => undefined);
  /** @type {unknown} */
  const content = await answer?.json().catch(() => undefined);
  if (answer === undefined || content === undefined || !(answer.ok || answer.status === 422)) {
    status.textContent = texts.notSaved;
    const isLost = answer === undefined || answer.ok || [429, 503].includes(answer.status);
    return isLost ? 'lost' : 'refused';
  }
  const { saved, summary: text, problems } = /** @type {Saved} */ (content);
  summary.textContent = text;
  const isCheck = body.get('act') === 'check';
  if (isCheck) shownProblems.show(problems);
  status.textContent = isCheck
    ? ''
    : (problems[0]?.text ?? (sendsLater ? texts.sendsLater : saved));
  return problems.length === 0 ? 'saved' : 'wrong';
}

findElement(form, '.compose-add', HTMLButtonElement)?.remove();
