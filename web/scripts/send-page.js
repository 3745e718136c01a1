/* global addEventListener, document, HTMLButtonElement, HTMLElement, HTMLFormElement, location, setTimeout */
// The page on which a person prepares a drop: files are uploaded as soon as they are chosen, and what is typed is saved
// as it is typed. The page works without this, too.

import { createDoneNotice } from './done-notice.js';
import { createDraftConnection } from './draft-connection.js';
import { createDraftSaving } from './draft-saving.js';
import { makeDraftRow } from './draft-row.js';
import { dataOf, findElement, getElement } from './elements.js';
import { createFileTree } from './file-tree.js';
import { folderOf } from './file-folder.js';
import { takeHandedOver } from './handed-over.js';
import { takeOverLifetime } from './lifetime-choice.js';
import { takeOverPassword } from './password-choice.js';
import { takeOverReceivers } from './receiver-field.js';
import { createMissingFiles } from './missing-files.js';
import { conflictIn, createOutdatedDraft } from './outdated-draft.js';
import { showOffline } from './offline-note.js';
import { createRememberedFiles } from './remembered-files.js';
import { nameSendButton } from './send-button.js';
import { sendOff } from './send-off.js';
import { createShownProblems } from './shown-problems.js';
import { percentText } from './reader.js';
import { fingerprintOf, Refusal } from './tus-connection.js';
import { createUploader } from './uploader.js';
import { waitOrOnline } from './waiting.js';

/** @import { BegunFile } from './begun-files.js' */
/** @import { Limits } from './judge-files.js' */
/** @import { HandedOverTexts } from './handed-over.js' */
/** @import { MissingFile, MissingTexts } from './missing-files.js' */
/** @import { Saved } from './draft-saving.js' */
/** @import { UploaderTexts } from './uploader.js' */

/**
 * @typedef {'problems' | 'rename' | 'newName' | 'uploaded' | 'chooseAgain' | 'saving' | 'notSaved' | 'storing' |
 * 'checking' | 'lost' | 'outdated' | 'reload' | 'keepMine' | 'sendNow' | 'sent' | 'sendWhenUploaded' | 'takeBack' |
 * 'keepOpen' | 'sendsLater' | 'tellMe' | 'tells' | 'tellsNot'} Phrase
 */
/** @import { DraftRowTexts } from './draft-row.js' */
/** @import { PluralForms } from './count-text.js' */
/** @typedef {UploaderTexts & DraftRowTexts & { countFiles: PluralForms } & MissingTexts & HandedOverTexts & Record<Phrase, string>} SendTexts */
/** @typedef {{ saved?: Saved, conflict?: number | undefined }} Refused */
/** @typedef {{ isSent: boolean, files: BegunFile[], missing: MissingFile[] }} DraftNow */

/** While files arrive, the summary is brought up to date this often. */
const summariseEveryMs = 3000;

const form = getElement(document, '.compose-form', HTMLFormElement);
const texts = /** @type {SendTexts} */ (dataOf(form, 'texts'));
const sendButton = getElement(form, 'button[value=send]', HTMLButtonElement);
const status = getElement(document, '.compose-saved', HTMLElement);
let isUploading = false;
let isSummarising = false;
/** Whether the person pressed Send before all files had arrived. */
let sendsLater = false;
/** The button that was pressed then. */
let pressedButton = sendButton;
let isSending = false;
/** Whether the server refused to send the draft: then the form is sent by the browser, and its page says why. */
let isRefused = false;

const draft = createDraftConnection(form);
const doneNotice = createDoneNotice(
  getElement(form, '.tell-me', HTMLButtonElement),
  (phrase) => {
    uploader.progress.note(phrase);
  },
  texts,
);
// Files are uploaded by the script, and are not part of the form.
for (const input of form.querySelectorAll('input[type=file]')) input.removeAttribute('name');

const uploader = createUploader(form, {
  endpoint: form.dataset.endpoint ?? '',
  texts,
  limits: /** @type {Limits} */ (dataOf(form, 'limits')),
  begunList: '.kept-files',
  isRenamable: true,
  makeTree: (tellMore) =>
    createFileTree({
      list: getElement(form, '.kept-files', HTMLElement),
      texts,
      tellMore,
    }),
  makeRow: (file, _texts, { onRename, onRetry, ...options }) =>
    makeDraftRow(draftFileOf(file), texts, {
      ...options,
      isWhole: false,
      ...(onRetry !== undefined && { onRetry }),
      ...(onRename !== undefined && { onRename }),
    }),
  renderBegun(file) {
    const isWhole = file.receivedBytes === file.sizeBytes;
    const share = percentText(file.receivedBytes / file.sizeBytes);
    return makeDraftRow(file, texts, {
      reason: isWhole ? undefined : texts.chooseAgain.replace('{share}', share),
      isWhole,
      onRename: (name) => void renameFile(file.id, name),
    }).item;
  },
  discard: removeFile,
  takesMore: () => true,
  onTaken(files) {
    missing.take(files);
  },
  onRemoved(file) {
    remembered.remove(file);
  },
  onChange() {
    if (draft.isBegun()) remembered.add(uploader.chosen.accepted());
    void uploadPending();
  },
});
const receivers = takeOverReceivers(getElement(form, '.receivers-field', HTMLElement), () => {
  saving.soon();
});
takeOverLifetime(getElement(form, '#lifetime', HTMLElement));
takeOverPassword(getElement(form, '.compose-password', HTMLElement));
const shownProblems = createShownProblems(form, texts.problems);
const missing = createMissingFiles(getElement(form, '.missing', HTMLElement), texts);
const remembered = createRememberedFiles({
  remember: (chosen) => draft.tell('remember', 'chosen', chosen),
  forget: (key) => draft.tell('forget', 'keys', JSON.stringify([key])),
});
const outdated = createOutdatedDraft(form, texts, () => {
  saving.soon(0);
});
const saving = createDraftSaving(form, {
  ...{ draft, status, texts, outdated, shownProblems },
  describe(known) {
    receivers.describe(known);
  },
  warn(text) {
    uploader.progress.warn(text);
  },
});
const listed = listAll();
void uploadPending();

form.addEventListener('input', (event) => {
  if (event.target instanceof HTMLElement && event.target.matches('#receivers, [type=file]'))
    return;
  saving.soon();
});
takeHandedOver(form, texts, {
  take: uploader.take,
  warn(text) {
    uploader.progress.warn(text);
  },
});
// A transfer that waits for its files goes off only from a page that is open.
addEventListener('beforeunload', (event) => {
  if (sendsLater) event.preventDefault();
});
showOffline(getElement(document, '.offline-note', HTMLElement));
addEventListener('online', () => {
  saving.again();
});
// Files go on uploading here while the mail is looked at.
getElement(form, '[value=preview]', HTMLButtonElement).formTarget = '_blank';
form.addEventListener('submit', (event) => {
  const act = event.submitter instanceof HTMLButtonElement ? event.submitter.value : '';
  if (act === 'save') {
    event.preventDefault();
    saving.soon();
  }
  if (act === 'discard') uploader.stop();
  if ((act !== 'send' && act !== 'send-without') || isRefused) return;
  event.preventDefault();
  saving.cancel();
  if (sendsLater) {
    sendsLater = false;
    status.textContent = '';
    showSendButton();
  } else if (!receivers.settle()) receivers.focus();
  else if (!isSending) {
    if (event.submitter instanceof HTMLButtonElement) pressedButton = event.submitter;
    void pressed(act);
  }
});

/**
 * Send was pressed. Only files that are on their way are waited for: all else is checked at once.
 * @param {'send' | 'send-without'} act
 */
async function pressed(act) {
  isSending = true;
  shownProblems.clear();
  try {
    await saving.settled();
    if (outdated.isShown()) {
      outdated.focus();
      return;
    }
    if (act === 'send' && missing.count() > 0) {
      shownProblems.show([{ field: 'missing', text: missing.about() }]);
      return;
    }
    if (uploader.isUploading() && (await saving.post(saving.fieldsOf('check'))) !== 'saved') return;
    sendsLater = uploader.isUploading();
    showSendButton();
    if (!sendsLater) await send(act);
  } finally {
    isSending = false;
  }
}

function showSendButton() {
  nameSendButton(form, texts, { sendsLater, isUploading: uploader.isUploading() });
}

/**
 * Sends the draft. Large files may have to be checked before; a lost answer is looked up.
 * @param {'send' | 'send-without'} act
 */
async function send(act) {
  status.textContent = texts.storing;
  const body = saving.fieldsOf(act);
  /** @type {Refused} */
  let refused = {};
  try {
    const isSent = await sendOff({
      async post() {
        const answer = await draft.post(body);
        refused = await refusalIn(answer);
        return answer;
      },
      countSendings,
      sendingsBefore: 0,
      wait: waitOrOnline,
      onLost() {
        status.textContent = texts.checking;
      },
    });
    if (isSent) {
      sendsLater = false;
      doneNotice.tell(texts.sent);
      location.reload();
    } else status.textContent = texts.lost;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    status.textContent = '';
    if (refused.conflict !== undefined) {
      outdated.show(refused.conflict);
      outdated.focus();
    } else if (refused.saved !== undefined) {
      missing.set(refused.saved.missing);
      shownProblems.show(refused.saved.problems);
    } else {
      isRefused = true;
      form.requestSubmit(pressedButton);
    }
  }
}

/**
 * What is wrong with the draft, or that another tab has changed it, where that is the answer.
 * @param {Response} answer
 * @returns {Promise<Refused>}
 */
async function refusalIn(answer) {
  if (answer.status !== 422 && answer.status !== 409) return {};
  /** @type {unknown} */
  const content = await answer.clone().json();
  if (answer.status === 409) return { conflict: conflictIn(409, content) };
  return { saved: /** @type {Saved} */ (content) };
}

/** Whether the draft was sent, as a number; undefined while the server cannot be reached. */
async function countSendings() {
  const content = /** @type {DraftNow | undefined} */ (await draft.ask());
  return content === undefined ? undefined : Number(content.isSent);
}

/** Uploads what was chosen and has not arrived, until nothing is left. A refused file does not stop the others. */
async function uploadPending() {
  if (isUploading) return;
  isUploading = true;
  let wereUploaded = false;
  try {
    await listed;
    for (;;) {
      const files = uploader.chosen.accepted();
      if (files.length === 0 || !(await saving.untilBegun())) break;
      remembered.add(files);
      wereUploaded = true;
      const uploading = uploader.upload(files, {
        onDone: keepFile,
        onRefused(file, error) {
          uploader.chosen.refuse(file, uploader.refusalOf(error));
        },
      });
      showSendButton();
      if ((await uploading) === undefined) break;
    }
  } finally {
    isUploading = false;
  }
  uploader.progress.say('');
  const isClean = uploader.chosen.countRefused() === 0;
  const sendsNow = sendsLater && isClean;
  sendsLater = false;
  showSendButton();
  if (sendsNow) form.requestSubmit(pressedButton);
  else {
    if (wereUploaded && isClean) doneNotice.tell(texts.allUploaded);
    // Nothing is worth keeping on a page that nobody has entered anything on.
    if (draft.isBegun()) saving.soon();
  }
}

/** @param {File} file */
function draftFileOf(file) {
  const { name, size: sizeBytes, type } = file;
  return { name, folder: folderOf(file), sizeBytes, type };
}

/**
 * The page lists the first files of a draft, and says how many more there are. All of them have to be known here: a
 * file that is chosen again goes on where it was, and is not uploaded twice.
 */
async function listAll() {
  const more = findElement(form, '.more-kept', HTMLElement);
  const isMissing = findElement(form, '.missing[hidden]', HTMLElement) === undefined;
  if (more === undefined && !isMissing) return;
  more?.remove();
  const content = /** @type {DraftNow | undefined} */ (await draft.ask());
  if (content === undefined) return;
  missing.set(content.missing);
  for (const file of content.files) if (!uploader.begun.has(file.id)) uploader.begun.add(file);
}

/**
 * The file has arrived: it stands among those of the draft from now on.
 * @param {File} file
 * @param {string} id
 */
function keepFile(file, id) {
  if (!uploader.chosen.release(file)) return;
  const { size: sizeBytes } = file;
  const name = file.name.normalize('NFC');
  const fingerprint = fingerprintOf(file);
  const about = { id, name, folder: folderOf(file), sizeBytes, fingerprint };
  uploader.begun.add({ ...about, receivedBytes: sizeBytes }, file);
  if (isSummarising) return;
  isSummarising = true;
  setTimeout(() => {
    isSummarising = false;
    if (isUploading) saving.now();
  }, summariseEveryMs);
}

/**
 * A name that cannot be used is refused beside the buttons, and the old one stays.
 * @param {string} id
 * @param {string} name
 */
async function renameFile(id, name) {
  const body = saving.fieldsOf();
  body.set(`name-${id}`, name);
  const outcome = await saving.post(body);
  if (outcome === 'saved') uploader.begun.rename(id, name.normalize('NFC'));
}

/**
 * Removes a file of the draft. With the ticket files can only be added, so that this needs the session.
 * @param {string} url
 */
async function removeFile(url) {
  const body = saving.fieldsOf();
  body.set('remove', url.slice(url.lastIndexOf('/') + 1));
  await saving.post(body);
}

findElement(form, '.compose-add', HTMLButtonElement)?.remove();
