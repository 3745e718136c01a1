import type { Grant } from '../../domain/grants/grant-upload.ts';
import type { Allowance } from '../../domain/uploads/allowance.ts';
import type { ShownSender } from '../../domain/model/account.ts';
import { shownSender } from '../../domain/model/account.ts';
import type { Instant } from '../../domain/model/clock.ts';
import type { DispatchOverview } from '../../domain/model/dispatch.ts';
import type { IncomingUpload } from '../../domain/model/incoming-upload.ts';
import { maxSenderCharacters } from '../../domain/grants/keep-uploads.ts';
import { isBareLink } from '../../domain/model/dispatch.ts';
import { maxMessageCharacters } from '../../domain/model/message.ts';
import { formatsOf } from '../../i18n/formats.ts';
import type { Texts } from '../../i18n/texts/texts.ts';
import type { Say, Translation } from '../../i18n/texts/translation.ts';
import { renderSlip, slipFacts } from '../html/cards.ts';
import { fileTile } from '../html/file-kind.ts';
import type { Html } from '../html/html.ts';
import { html, userText } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { renderNote } from '../html/notes.ts';
import type { Reader } from '../link-pages/page-parts.ts';
import {
  breakAfterAt,
  checklist,
  explainPage,
  moment,
  receiveHead,
  renderVisitorPage,
  reportTo,
} from '../link-pages/page-parts.ts';
import { renderBegun } from './send-uploads-route.ts';
import { listTexts, renderCamera, renderDropZone, renderUploadProgress } from './upload-form.ts';
import type { RefusalText } from './receive-form.ts';
import { refusalTexts } from './receive-form.ts';

const script = html`<script type="module" src="/assets/upload-page.js"></script>`;

/** Who asks for files, what was sent already, and the form to send more. */
export function renderUploadPage(view: UploadView): string {
  const { language, serviceName, supportAddress } = view;
  const { say } = view.translation;
  const title = say('upload.title', { sender: view.sender });
  const isFull = view.allowance.files === 0 || view.allowance.bytes === 0;
  const advice = [
    say('upload.unexpected.text'),
    ...(view.asksName ? [] : [say('upload.unexpected.keepLink')]),
  ];
  const { message = '' } = view;
  const letter =
    message.trim() === '' ? undefined : html`<p class="letter" dir="auto">${userText(message)}</p>`;
  const body = html`<article class="beside send-back">
    <div class="stack">
      ${receiveHead(view, { title, serviceName, called: view.called, letter })}
      ${renderRefusal(view, say)} ${renderSent(view, say)}
      ${isFull ? renderNote('accent', say('upload.full')) : renderUploadForm(view, say)}
    </div>
    <div class="beside-sticky stack">
      ${renderTerms(view, say, isFull)}
      ${explainPage(say('upload.unexpected.title'), advice, reportTo(supportAddress, say))}
    </div>
  </article>`;
  return renderVisitorPage(language, say, { title, serviceName, body, script });
}

/** Who gets the files, until when and how many, and what holds for the reader. */
function renderTerms(view: UploadView, say: Say, isFull: boolean): Html {
  const { sender } = view;
  return renderSlip(say('upload.until'), [
    slipFacts([
      sender === undefined
        ? undefined
        : ['person', say('upload.onlyFor'), html`${breakAfterAt(sender)}`],
      ['calendar', say('upload.until'), moment(view, view.expiresAt)],
      isFull
        ? undefined
        : [
            'archive',
            say('download.files'),
            html`${limitsOf(view, say).map((limit) => html`<span class="limit">${limit}</span>`)}`,
          ],
    ]),
    checklist([say('upload.resumes'), say('upload.receiptHere')]),
  ]);
}

function limitsOf(view: UploadView, say: Say): string[] {
  const formats = formatsOf(view);
  const { files, bytes, fileBytes } = view.allowance;
  const limits = say('upload.limits', {
    count: files,
    size: bytes === undefined ? undefined : formats.size(bytes),
  });
  return fileBytes === undefined
    ? [limits]
    : [limits, say('upload.fileLimit', { size: formats.size(fileBytes) })];
}

function renderRefusal({ refusal }: UploadView, say: Say): Html | undefined {
  if (refusal === undefined) return undefined;
  const { text, fileName } = refusal;
  return html`<div class="note is-bad" role="alert">
    ${icon('alert')}
    <div>
      ${fileName !== undefined && html`<p class="strong">${userText(fileName)}</p>`}
      <p>${say(`upload.refusals.${text}`)}</p>
    </div>
  </div>`;
}

/** The receipt, which stays for as long as the page does. */
function renderSent(view: UploadView, say: Say): Html | undefined {
  const { sent, sender } = view;
  if (sent.length === 0) return undefined;
  return html`<section
    class="receipt stack"
    id="sent"
    tabindex="-1"
    aria-labelledby="sent-title"
    data-left-out="${say('upload.leftOut')}"
  >
    <div class="done-head">
      ${seal}
      <h2 class="display" id="sent-title">${say('upload.sentTitle')}</h2>
      <p class="quiet">${say('upload.told', { sender })}</p>
    </div>
    <div class="slip">${sent.map((sending) => renderSending(sending, view))}</div>
  </section>`;
}

/** What was sent together, and when. */
function renderSending({ at, files }: UploadView['sent'][number], view: UploadView): Html {
  const { say } = view.translation;
  return html`<div class="slip-part" data-sending>
    <ul class="file-rows">
      ${files.map(
        (file) =>
          html`<li class="file-row">
            ${fileTile(file)}
            <span class="row-words">
              <span class="file-name">${userText(file.name)}</span>
              <span class="small quiet">${formatsOf(view).size(file.sizeBytes)}</span>
            </span>
            <span class="file-state is-good">${icon('check-ring')}</span>
          </li>`,
      )}
    </ul>
    ${slipFacts([['clock', say('upload.sentAt'), moment(view, at)]])}
  </div>`;
}

/** Its check is drawn when the page is shown. */
const seal = html`<svg class="seal" viewBox="0 0 64 64" aria-hidden="true">
  <circle cx="32" cy="32" r="28" />
  <path class="seal-check" d="m20 33 8.5 8.5L45 24" pathLength="100" />
</svg>`;

/**
 * A plain form that works without the script. The script reads its texts and limits from the data
 * attributes, replaces choosing and sending, and shows what is hidden here.
 */
function renderUploadForm(view: UploadView, say: Say): Html {
  const { secret, query, room, sent, refusal } = view;
  return html`<form
    class="send-form stack"
    method="post"
    enctype="multipart/form-data"
    action="/u/${secret}${query}"
    data-texts="${scriptTexts(view.translation.texts)}"
    data-limits="${JSON.stringify(room)}"
    data-sendings="${sent.length}"
  >
    ${sent.length > 0 && html`<h2>${say('upload.more')}</h2>`} ${renderDropZone(say)}
    ${renderCamera(say)}
    <div class="card picked">
      ${renderUploadProgress(
        say,
        html`<button class="button short pause" type="button" hidden>
          ${say('upload.script.pause')}
        </button>`,
      )}
      <template>${icon('alert')}${icon('close')}${icon('pencil')}${icon('refresh')}</template>
      <ul class="file-rows chosen" hidden></ul>
      ${renderBegun(view, say)}
    </div>
    ${view.asksName && renderFrom(view, say)}
    <div class="field">
      <label class="label" for="message">${say('upload.message')}</label>
      <textarea
        class="input"
        id="message"
        name="message"
        rows="3"
        maxlength="${maxMessageCharacters}"
        dir="auto"
      >
${refusal?.message}</textarea>
    </div>
    <div class="acts">
      <button class="button primary big" type="submit">
        ${icon('send')}<span>${say('upload.send')}</span>
      </button>
      <button class="button big cancel" type="button" hidden>${say('upload.script.cancel')}</button>
      <p class="small quiet">${say('upload.together')}</p>
    </div>
  </form>`;
}

/** Who sends: a link without an address says nothing of that. Whoever sent before need not say it again. */
function renderFrom({ refusal, sent }: UploadView, say: Say): Html {
  return html`<div class="field">
    <label class="label" for="from">${say('upload.from')}</label>
    <input
      class="input"
      id="from"
      name="from"
      type="text"
      autocomplete="name"
      maxlength="${maxSenderCharacters}"
      required
      dir="auto"
      value="${refusal?.from ?? sent[0]?.from ?? ''}"
    />
  </div>`;
}

/** The script's texts; refusals have the error code of the server as their key. */
function scriptTexts({ upload: { script, refusals }, send }: Texts): string {
  const byCode: Record<string, string> = {
    other: refusals.failed,
    unreadable: script.vanished,
  };
  for (const [code, text] of Object.entries(refusalTexts)) byCode[code] = refusals[text];
  return JSON.stringify({ ...script, ...listTexts(send), refusals: byCode });
}

/** Everything the upload page shows. */
export interface UploadView extends Reader, ShownSender {
  translation: Translation;
  serviceName: string;
  supportAddress: string | undefined;
  /** The target of the form: the page itself. */
  secret: string;
  /** Keeps the language that was chosen on the page; empty when none was. */
  query: string;
  /** What the account calls the request; undefined: nothing. */
  called: string | undefined;
  message: string | undefined;
  /** Whether the sender must say who they are. */
  asksName: boolean;
  expiresAt: Instant;
  allowance: Allowance;
  /** What fits beside all uploads that were begun, by others too. */
  room: Allowance;
  /** Newest first. */
  sent: { at: Instant; from: string | undefined; files: { name: string; sizeBytes: number }[] }[];
  /** The uploads that were not sent, in the order in which they began. */
  begun: readonly IncomingUpload[];
  /** Set when a form without script was refused. */
  refusal: Refusal | undefined;
}

export interface Refusal {
  text: RefusalText;
  /** The file it is about, where it is about one. */
  fileName: string | undefined;
  /** The sender's message and name, so that they need not be typed again. */
  message: string | undefined;
  from: string | undefined;
}

export function uploadViewOf(
  { dispatch, receiver, sender }: Grant,
  returns: readonly DispatchOverview[],
  rest: Omit<
    UploadView,
    'sender' | 'senderEmail' | 'called' | 'message' | 'asksName' | 'expiresAt' | 'sent'
  >,
): UploadView {
  return {
    ...rest,
    ...shownSender(sender),
    called: dispatch.title,
    message: dispatch.message,
    asksName: isBareLink(receiver),
    expiresAt: dispatch.expiresAt,
    sent: returns.map(({ dispatch: { createdAt: at, origin }, files }) => ({
      at,
      from: origin?.nick,
      files,
    })),
  };
}
