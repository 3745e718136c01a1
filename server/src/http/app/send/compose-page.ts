import type { Suggestion } from '../../../domain/drafts/suggestions.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import type {
  ChosenFile,
  Draft,
  DraftContents,
  DraftOverview,
  DraftReceiver,
  SeenDraft,
} from '../../../domain/model/draft.ts';
import type { IncomingUpload } from '../../../domain/model/incoming-upload.ts';
import type { SecondFactorMode } from '../../../domain/model/receiver-code.ts';
import type { Allowance } from '../../../domain/uploads/allowance.ts';
import type { Texts } from '../../../i18n/texts/texts.ts';
import { filePictures, picturesByEnding } from '../../html/file-kind.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderMenu } from '../../html/menu.ts';
import { renderNote } from '../../html/notes.ts';
import { scriptForms } from '../../html/script-forms.ts';
import { listTexts, roomBeside } from '../../upload-page/upload-form.ts';
import { templateActs } from '../templates/template-pages.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import { renderFiles } from './compose-files.ts';
import { renderOptions } from './compose-options.ts';
import { renderPeople } from './compose-people.ts';
import type { DraftFacts } from './compose-slip.ts';
import { renderComposeSlip, renderSendBar } from './compose-slip.ts';
import type { DraftPlace } from './discarding.ts';
import { renderDrafts } from './draft-list.ts';

/** What the fields show: what was typed, or what the draft has. */
export interface ComposeInput extends Omit<DraftContents, 'receivers' | 'downloadLimit'> {
  receivers: string;
  downloadLimit: string;
  date: string;
}

export interface ComposeView {
  reader: PageReader;
  texts: Texts;
  csrfToken: string;
  draft: Draft;
  /** What was done on the page before. */
  notice: Html | undefined;
  /** What this page shows: saving is refused once another one has changed the draft. */
  seen: SeenDraft;
  /** Stores the draft with the first form; undefined for one that is stored. */
  ticket: string | undefined;
  /** Whether another page has changed the draft, so that what was typed was not saved. */
  isOutdated: boolean;
  place: DraftPlace;
  input: ComposeInput;
  files: readonly IncomingUpload[];
  allowance: Allowance;
  /** Where uploads go; it needs no session. */
  endpoint: string;
  facts: DraftFacts;
  /** The recipients of the draft that are contacts or groups. */
  known: readonly Suggestion[];
  now: Instant;
  maxDays: number;
  /** Codes that receivers can be asked for: the operator may demand more than the sender. */
  secondFactors: readonly SecondFactorMode[];
  /** Whether a link for anyone can be chosen. */
  allowsAnyone: boolean;
  problems: readonly FieldProblem[];
  /** Files that were chosen and whose upload has not begun. */
  missing: readonly ChosenFile[];
  /** Other drafts that were not sent. */
  others: readonly DraftOverview[];
}

export function inputOf(draft: DraftContents): ComposeInput {
  const { title, message, lifetime, secondFactor, wantsPassword, anyone } = draft;
  const { receipts, mailLanguage } = draft;
  return {
    receivers: draft.receivers.map(textOf).join('\n'),
    title,
    message,
    lifetime,
    date: 'date' in lifetime ? lifetime.date : '',
    secondFactor,
    wantsPassword,
    anyone,
    downloadLimit: draft.downloadLimit === undefined ? '' : String(draft.downloadLimit),
    receipts,
    mailLanguage,
  };
}

export function textOf(receiver: DraftReceiver): string {
  return 'email' in receiver ? receiver.email : receiver.group;
}

/**
 * One form that works without the script. The script adds files as they are chosen, saves as the person types, and
 * shows receivers one by one.
 */
export function renderComposePage(view: ComposeView): Html {
  const { reader, texts, draft, files, allowance, problems } = view;
  return html`<div class="compose stack">
    ${renderTop(view)} ${view.notice} ${errorSummary(problems, reader.say)}
    ${view.isOutdated && renderOutdated(view)}
    <div class="offline-note" role="status" hidden>
      ${renderNote('accent', reader.say('send.offline'), undefined, 'offline')}
    </div>
    <form
      class="send-form compose-form"
      id="compose"
      method="post"
      enctype="multipart/form-data"
      action="/app/send/${draft.id}"
      data-endpoint="${view.endpoint}"
      data-texts="${JSON.stringify(scriptTexts(texts))}"
      data-limits="${JSON.stringify(roomBeside(files, allowance))}"
    >
      ${csrfField(view.csrfToken)} ${view.ticket !== undefined && hidden('ticket', view.ticket)}
      ${hidden('version', String(view.seen.version))} ${hidden('page', view.seen.page)}
      <button
        class="hidden-text"
        type="submit"
        name="act"
        value="save"
        tabindex="-1"
        aria-hidden="true"
      >
        ${reader.say('send.save')}
      </button>
      <div class="beside send-grid">
        <div class="stack">${renderPeople(view)} ${renderFiles(view)}</div>
        <div class="stack send-side">${renderOptions(view)} ${renderComposeSlip(view)}</div>
      </div>
      ${renderSendBar(view)}
    </form>
    ${renderDrafts(reader, view.others, view.csrfToken, view.place)} ${scriptIcons}
  </div>`;
}

/** The heading, whether the draft is saved, and what can be done with the whole of it. */
function renderTop({ reader }: ComposeView): Html {
  const { say } = reader;
  const discard = html`<button
    class="menu-item menu-danger"
    type="submit"
    form="compose"
    name="act"
    value="discard"
    formnovalidate
  >
    ${icon('trash')}${say('send.discard')}
  </button>`;
  return html`<div class="head">
    <div class="head-words"><h1>${say('send.title')}</h1></div>
    <div class="head-end">
      <p class="small quiet compose-saved" role="status"></p>
      ${renderMenu(say('send.moreForDraft'), [...templateActs(reader), discard])}
    </div>
  </div>`;
}

/** What the script draws. */
const scriptIcons = html`<template data-icons
  >${(
    [
      'close',
      'check',
      'check-ring',
      'alert',
      'more',
      'folder',
      'next',
      'pencil',
      'trash',
      'refresh',
      'pause',
      'play',
      ...filePictures,
    ] as const
  ).map((name) => icon(name))}</template
>`;

function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

/** The form below has what was typed on this page: saving it now replaces what the other one saved. */
function renderOutdated({ reader: { say }, draft }: ComposeView): Html {
  return html`<div class="note is-warn" role="alert" tabindex="-1" autofocus>
    ${icon('alert')}
    <p>${say('send.script.outdated')}</p>
    <p class="acts">
      <a class="button short" href="/app/send/${draft.id}">${say('send.script.reload')}</a>
      <button class="button short" type="submit" form="compose" name="act" value="save">
        ${say('send.script.keepMine')}
      </button>
    </p>
  </div>`;
}

/** What the script shows; refusals have the error code of the server as their key. */
function scriptTexts({ app, upload, send }: Texts) {
  const { tooLarge, badName, noSpace, gone, failed } = send.refusals;
  return {
    ...upload.script,
    ...send.script,
    problems: app.problems,
    ...listTexts(send),
    countFiles: scriptForms(send.countFiles),
    sendNow: send.send,
    moreFor: send.moreFor,
    sent: send.sent.title,
    pictures: picturesByEnding,
    missing: scriptForms(send.missing),
    sendWithout: scriptForms(send.sendWithout),
    uploaded: send.uploaded,
    chooseAgain: upload.begun.part,
    refusals: {
      no_files: send.problems.noFiles,
      too_large: tooLarge,
      invalid: badName,
      insufficient_storage: noSpace,
      not_found: gone,
      unreadable: upload.script.vanished,
      other: failed,
    },
  };
}
