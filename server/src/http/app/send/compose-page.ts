import type { Allowance } from '../../../domain/uploads/allowance.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import { utcDay } from '../../../domain/model/clock.ts';
import type {
  ChosenFile,
  Draft,
  DraftContents,
  DraftOverview,
  DraftReceiver,
  SeenDraft,
} from '../../../domain/model/draft.ts';
import type { IncomingUpload } from '../../../domain/model/incoming-upload.ts';
import { maxMessageCharacters } from '../../../domain/model/message.ts';
import type { SecondFactorMode } from '../../../domain/model/receiver-code.ts';
import type { Texts } from '../../../i18n/texts/texts.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import type { DraftPlace } from './discarding.ts';
import { renderDrafts } from './draft-list.ts';
import { renderMissing } from './missing-files.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import { selectField } from '../frame/select-field.ts';
import {
  listTexts,
  scriptForms,
  renderDropZone,
  renderUploadProgress,
  roomBeside,
} from '../../upload-page/upload-form.ts';

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
  /** How many would get the drop, with the members of groups. */
  people: number;
  /** When a drop would end that is sent now; undefined where the lifetime cannot be used. */
  until: Instant | undefined;
  now: Instant;
  maxDays: number;
  /** Codes that receivers can be asked for: the operator may demand more than the sender. */
  secondFactors: readonly SecondFactorMode[];
  problems: readonly FieldProblem[];
  /** Files that were chosen and whose upload has not begun. */
  missing: readonly ChosenFile[];
  /** Other drafts that were not sent. */
  others: readonly DraftOverview[];
}

/** A page that shows more would be too large. */
const mostShown = 50;
const lifetimes = [1, 7, 30];

export function inputOf(draft: DraftContents): ComposeInput {
  const { message, lifetime, secondFactor, receipts } = draft;
  return {
    receivers: draft.receivers.map(textOf).join('\n'),
    message,
    lifetime,
    date: 'date' in lifetime ? lifetime.date : '',
    secondFactor,
    downloadLimit: draft.downloadLimit === undefined ? '' : String(draft.downloadLimit),
    receipts,
  };
}

export function textOf(receiver: DraftReceiver): string {
  return 'email' in receiver ? receiver.email : receiver.group;
}

/** "3 files · 2.1 GB · 5 people · until 22 November 2026". */
export function summaryOf(
  { say, formats }: PageReader,
  files: readonly Pick<IncomingUpload, 'sizeBytes'>[],
  { people, until }: Pick<ComposeView, 'people' | 'until'>,
): string {
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return [
    say('send.countFiles', { count: files.length }),
    formats.size(bytes),
    say('send.countPeople', { count: people }),
    ...(until === undefined ? [] : [say('send.untilDate', { date: formats.dateTime(until) })]),
  ].join(' · ');
}

/**
 * One form that works without the script. The script adds files as they are chosen, saves as the person types, and
 * shows receivers one by one.
 */
export function renderComposePage(view: ComposeView): Html {
  const { reader, texts, draft, files, allowance, problems } = view;
  const { say } = reader;
  return html`<div class="compose">
    <h1>${say('send.title')}</h1>
    ${view.notice} ${errorSummary(problems, say)} ${view.isOutdated && renderOutdated(view)}
    ${renderDrafts(reader, view.others, view.csrfToken, view.place)}
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
        class="visually-hidden"
        type="submit"
        name="act"
        value="save"
        tabindex="-1"
        aria-hidden="true"
      >
        ${say('send.save')}
      </button>
      ${renderReceivers(view)} ${renderFiles(view)} ${renderMessage(view)} ${renderLifetime(view)}
      ${renderOptions(view)}
      <p class="compose-summary" aria-live="polite">${summaryOf(reader, files, view)}</p>
      <div class="send-actions">
        <button class="button button-main" type="submit" name="act" value="send">
          ${say('send.send')}
        </button>
        <button class="button compose-save" type="submit" name="act" value="save">
          ${say('send.save')}
        </button>
        <button class="button" type="submit" name="act" value="discard" formnovalidate>
          ${say('send.discard')}
        </button>
        <span class="compose-saved quiet" role="status"></span>
      </div>
    </form>
  </div>`;
}

function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

/** The form below has what was typed on this page: saving it now replaces what the other one saved. */
function renderOutdated({ reader: { say }, draft }: ComposeView): Html {
  return html`<div class="error-summary" role="alert" tabindex="-1" autofocus>
    <p>${say('send.script.outdated')}</p>
    <p class="send-actions">
      <a class="button" href="/app/send/${draft.id}">${say('send.script.reload')}</a>
      <button class="button" type="submit" form="compose" name="act" value="save">
        ${say('send.script.keepMine')}
      </button>
    </p>
  </div>`;
}

function problemOf({ problems }: ComposeView, field: string): Html | undefined {
  const problem = problems.find((each) => each.field === field);
  return problem && html`<p class="field-problem" id="${field}-problem">${problem.text}</p>`;
}

function renderReceivers(view: ComposeView): Html {
  const { say } = view.reader;
  const groups = view.draft.receivers.flatMap((each) => ('group' in each ? [each.group] : []));
  return html`<div class="field receivers-field" data-groups="${JSON.stringify(groups)}">
    <label class="field-label" for="receivers">${say('send.to')}</label>
    <p class="field-hint" id="receivers-hint">${say('send.toHint')}</p>
    ${problemOf(view, 'receivers')}
    <textarea
      id="receivers"
      name="receivers"
      rows="3"
      autocomplete="off"
      spellcheck="false"
      aria-describedby="receivers-hint receivers-problem"
    >
${view.input.receivers}</textarea>
  </div>`;
}

function renderFiles(view: ComposeView): Html {
  const { files, reader } = view;
  const { say } = reader;
  return html`<fieldset class="compose-files" id="files-field">
    <legend class="field-label">${say('send.files')}</legend>
    ${problemOf(view, 'files-field')} ${renderDropZone(say, { isRequired: false })}
    <div class="send-actions">
      <button class="button choose-folder" type="button" hidden>${say('send.chooseFolder')}</button>
    </div>
    ${renderMissing(reader, view.missing)}
    <ul class="chosen" hidden></ul>
    <div class="kept">
      <ul class="kept-files">
        ${unfinishedFirst(files)
          .slice(0, mostShown)
          .map((file) => renderFile(view, file))}
      </ul>
    </div>
    ${files.length > mostShown && html`<p class="quiet more-kept">${say('send.moreFiles', { count: files.length - mostShown })}</p>`}
    <button class="button compose-add" type="submit" name="act" value="save">
      ${say('send.addFiles')}
    </button>
    ${renderUploadProgress(say)}
    <div class="send-actions">
      <button class="button pause" type="button" hidden>${say('upload.script.pause')}</button>
    </div>
  </fieldset>`;
}

/** What a person has to choose again comes first. */
function unfinishedFirst(files: readonly IncomingUpload[]): IncomingUpload[] {
  const isWhole = ({ sizeBytes, receivedBytes }: IncomingUpload) => receivedBytes === sizeBytes;
  return [...files.filter((file) => !isWhole(file)), ...files.filter(isWhole)];
}

function renderFile({ reader }: ComposeView, file: IncomingUpload): Html {
  const { say, formats } = reader;
  const { id, name, sizeBytes, receivedBytes } = file;
  const isWhole = receivedBytes === sizeBytes;
  const state = isWhole
    ? say('send.uploaded')
    : say('upload.begun.part', { share: formats.percent(receivedBytes / sizeBytes) });
  return html`<li
    class="chosen-file"
    data-upload="${id}"
    data-name="${name}"
    data-size="${sizeBytes}"
    data-received="${receivedBytes}"
    data-fingerprint="${file.fingerprint}"
  >
    <span class="file-about">
      <span class="file-name">${userText(name)}</span>
      <span class="file-facts nowrap">${formats.size(sizeBytes)}</span>
      <span class="file-facts">${state}</span>
    </span>
    <span class="file-acts">
      <details class="rename">
        <summary class="button">
          ${say('send.rename')}<span class="visually-hidden">: ${userText(name)}</span>
        </summary>
        <label class="field-label" for="name-${id}">${say('send.newName')}</label>
        <input id="name-${id}" name="name-${id}" value="${name}" autocomplete="off" />
      </details>
      <button class="button" type="submit" name="remove" value="${id}">
        ${say('upload.script.remove')}<span class="visually-hidden">: ${userText(name)}</span>
      </button>
    </span>
  </li>`;
}

function renderMessage(view: ComposeView): Html {
  return html`<div class="field">
    <label class="field-label" for="message">${view.reader.say('send.message')}</label>
    ${problemOf(view, 'message')}
    <textarea id="message" name="message" rows="4" maxlength="${maxMessageCharacters}" dir="auto">
${view.input.message}</textarea>
  </div>`;
}

function renderLifetime(view: ComposeView): Html {
  const { input, reader, now, maxDays } = view;
  const { say } = reader;
  const chosen = 'days' in input.lifetime ? input.lifetime.days : undefined;
  const days = new Set([...lifetimes, ...(chosen === undefined ? [] : [chosen])]);
  const shown = [...days]
    .filter((count) => count <= maxDays || count === chosen)
    .sort((a, b) => a - b);
  const choices = shown.map((count) => ({
    value: String(count),
    label: say('send.days', { count }),
    isChosen: count === chosen,
  }));
  return html`<fieldset class="field choices" id="lifetime">
    <legend class="field-label">${say('send.availableFor')}</legend>
    ${problemOf(view, 'lifetime')}
    ${[
      ...choices,
      { value: 'date', label: say('send.untilDay'), isChosen: chosen === undefined },
    ].map(
      ({ value, label, isChosen }) =>
        html`<label class="choice"
          >${radio('lifetime', value, isChosen)}<span>${label}</span></label
        >`,
    )}
    <input
      type="date"
      name="date"
      id="date"
      value="${input.date}"
      min="${utcDay(now)}"
      max="${utcDay(now + maxDays * 86_400_000)}"
      aria-label="${say('send.untilDay')}"
    />
  </fieldset>`;
}

function radio(name: string, value: string, isChosen: boolean): Html {
  return isChosen
    ? html`<input type="radio" name="${name}" value="${value}" checked />`
    : html`<input type="radio" name="${name}" value="${value}" />`;
}

function renderOptions(view: ComposeView): Html {
  const { input, reader, secondFactors } = view;
  const { say } = reader;
  const isOpen = view.problems.some(({ field }) => field === 'downloadLimit');
  const body = html`<summary>${say('send.options')}</summary>
    ${selectField({
      name: 'secondFactor',
      label: say('send.code.label'),
      value: input.secondFactor ?? '',
      options: [
        { value: '', text: say('send.asUsual') },
        ...secondFactors.map((mode) => ({ value: mode, text: say(`send.code.${mode}`) })),
      ],
    })}
    <div class="field">
      <label class="field-label" for="downloadLimit">${say('send.limit')}</label>
      <p class="field-hint" id="limit-hint">${say('send.limitHint')}</p>
      ${problemOf(view, 'downloadLimit')}
      <input
        id="downloadLimit"
        name="downloadLimit"
        inputmode="numeric"
        autocomplete="off"
        value="${input.downloadLimit}"
        aria-describedby="limit-hint"
      />
    </div>
    ${selectField({
      name: 'receipts',
      label: say('send.receipts.label'),
      value: input.receipts ?? '',
      options: [
        { value: '', text: say('send.asUsual') },
        { value: 'first', text: say('send.receipts.first') },
        { value: 'each', text: say('send.receipts.each') },
        { value: 'none', text: say('send.receipts.none') },
      ],
    })}`;
  return isOpen
    ? html`<details class="compose-options" open>${body}</details>`
    : html`<details class="compose-options">${body}</details>`;
}

/** What the script shows; refusals have the error code of the server as their key. */
function scriptTexts({ app, upload, send, sent }: Texts) {
  const { tooLarge, badName, noSpace, gone, failed } = send.refusals;
  return {
    ...upload.script,
    ...send.script,
    problems: app.problems,
    receivers: sent.drop.receivers,
    ...listTexts(send),
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
