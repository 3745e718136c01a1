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
import { countedBytes } from '../../../domain/model/incoming-upload.ts';
import { maxMessageCharacters } from '../../../domain/model/message.ts';
import type { SecondFactorMode } from '../../../domain/model/receiver-code.ts';
import type { Texts } from '../../../i18n/texts/texts.ts';
import { renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import type { DraftPlace } from './discarding.ts';
import { renderDrafts } from './draft-list.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary } from '../frame/forms.ts';
import type { PageReader } from '../frame/frame.ts';
import { selectField } from '../frame/select-field.ts';
import { listTexts, scriptForms, roomBeside } from '../../upload-page/upload-form.ts';
import { problemAt, renderFiles } from './compose-files.ts';

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
  files: readonly Pick<IncomingUpload, 'sizeBytes' | 'receivedBytes'>[],
  { people, until }: Pick<ComposeView, 'people' | 'until'>,
): string {
  const bytes = files.reduce((sum, file) => sum + countedBytes(file), 0);
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
  return html`<div class="compose stack">
    ${renderHead(say('send.title'))} ${view.notice} ${errorSummary(problems, say)}
    ${view.isOutdated && renderOutdated(view)}
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
        ${say('send.save')}
      </button>
      <div class="beside send-grid">
        <div class="stack">
          <div class="card card-pad stack stack-s">
            ${renderReceivers(view)} ${renderMessage(view)}
          </div>
          ${renderFiles(view)}
        </div>
        <div class="stack send-side">
          <div class="card card-pad stack stack-s">
            ${renderLifetime(view)} ${renderOptions(view)}
          </div>
          ${renderSlip(view)}
        </div>
      </div>
    </form>
    ${renderDrafts(reader, view.others, view.csrfToken, view.place)}
  </div>`;
}

/** What goes where until when, and the one act. */
function renderSlip(view: ComposeView): Html {
  const { reader, files } = view;
  const { say } = reader;
  return html`<div class="slip send-slip">
    <div class="slip-part">
      <p class="strong compose-summary" aria-live="polite">${summaryOf(reader, files, view)}</p>
    </div>
    <div class="slip-part send-off">
      <button class="button primary big wide" type="submit" name="act" value="send">
        ${icon('send')}${say('send.send')}
      </button>
      <div class="acts">
        <button class="button short compose-save" type="submit" name="act" value="save">
          ${say('send.save')}
        </button>
        <button
          class="button quiet-button short"
          type="submit"
          name="act"
          value="discard"
          formnovalidate
        >
          ${say('send.discard')}
        </button>
        <span class="small quiet compose-saved" role="status"></span>
      </div>
    </div>
  </div>`;
}

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

function renderReceivers(view: ComposeView): Html {
  const { say } = view.reader;
  const groups = view.draft.receivers.flatMap((each) => ('group' in each ? [each.group] : []));
  return html`<div class="field receivers-field" data-groups="${JSON.stringify(groups)}">
    <label class="label" for="receivers">${say('send.to')}</label>
    <p class="hint" id="receivers-hint">${say('send.toHint')}</p>
    ${problemAt(view, 'receivers')}
    <textarea
      class="input"
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

function renderMessage(view: ComposeView): Html {
  return html`<div class="field">
    <label class="label" for="message">${view.reader.say('send.message')}</label>
    ${problemAt(view, 'message')}
    <textarea
      class="input"
      id="message"
      name="message"
      rows="4"
      maxlength="${maxMessageCharacters}"
      dir="auto"
    >
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
  return html`<fieldset class="field" id="lifetime">
    <legend class="label">${say('send.availableFor')}</legend>
    ${problemAt(view, 'lifetime')}
    <div class="segmented">
      ${[
        ...choices,
        { value: 'date', label: say('send.untilDay'), isChosen: chosen === undefined },
      ].map(
        ({ value, label, isChosen }) =>
          html`<label class="segment"
            >${radio('lifetime', value, isChosen)}<span>${label}</span></label
          >`,
      )}
    </div>
    <input
      class="input"
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
  const code = selectField({
    name: 'secondFactor',
    label: say('send.code.label'),
    value: input.secondFactor ?? '',
    options: [
      { value: '', text: say('send.asUsual') },
      ...secondFactors.map((mode) => ({ value: mode, text: say(`send.code.${mode}`) })),
    ],
  });
  const body = html`<summary>${icon('next', 'turn icon-turns')}${say('send.options')}</summary>
    <div class="stack stack-s">
      <div class="field">
        <label class="label" for="downloadLimit">${say('send.limit')}</label>
        <p class="hint" id="limit-hint">${say('send.limitHint')}</p>
        ${problemAt(view, 'downloadLimit')}
        <input
          class="input"
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
      })}
    </div>`;
  return isOpen
    ? html`${code}
        <details class="more-about compose-options" open>${body}</details>`
    : html`${code}
        <details class="more-about compose-options">${body}</details>`;
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
