import type { Grant } from '../../domain/grants/grant-upload.ts';
import type { Allowance } from '../../domain/uploads/allowance.ts';
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
import type { Html } from '../html/html.ts';
import { html, userText } from '../html/html.ts';
import { frameTexts, renderPage } from '../html/layout.ts';
import type { Reader } from '../link-pages/page-parts.ts';
import {
  breakAfterAt,
  explainPage,
  languageMenu,
  moment,
  reportTo,
} from '../link-pages/page-parts.ts';
import { renderBegun } from './send-uploads-route.ts';
import { listTexts, renderDropZone, renderUploadProgress } from './upload-form.ts';
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
  const body = html`<article class="send-back">
    <header class="send-back-head">
      <h1>${breakAfterAt(title)}</h1>
      ${view.message !== undefined && view.message.trim() !== '' && html`<p class="message" dir="auto">${userText(view.message)}</p>`}
      <ul class="send-back-facts">
        <li>${say('upload.until')} ${moment(view, view.expiresAt)}</li>
        ${!isFull && limitsOf(view, say).map((limit) => html`<li>${limit}</li>`)}
      </ul>
    </header>
    ${renderRefusal(view, say)} ${renderSent(view, say)}
    ${isFull ? html`<p>${say('upload.full')}</p>` : renderUploadForm(view, say)}
    ${explainPage(say('upload.unexpected.title'), advice, reportTo(supportAddress, say))}
  </article>`;
  return renderPage({
    title,
    serviceName,
    width: 'narrow',
    body,
    frame: frameTexts(language, say),
    tools: languageMenu(language, say('download.language')),
    script,
  });
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
  return html`<div class="alert" role="alert">
    ${fileName !== undefined && html`<p class="alert-about">${userText(fileName)}</p>`}
    <p>${say(`upload.refusals.${text}`)}</p>
  </div>`;
}

/** The receipt, which stays for as long as the page does. */
function renderSent(view: UploadView, say: Say): Html | undefined {
  const { sent, sender } = view;
  if (sent.length === 0) return undefined;
  return html`<section
    class="receipt"
    id="sent"
    tabindex="-1"
    aria-labelledby="sent-title"
    data-left-out="${say('upload.leftOut')}"
  >
    <h2 id="sent-title">${say('upload.sentTitle')}</h2>
    ${sent.map(
      ({ at, files }) =>
        html`<p class="receipt-when">${say('upload.sentAt')} ${moment(view, at)}</p>
          <ul class="receipt-files">
            ${files.map(
              ({ name, sizeBytes }) =>
                html`<li>
                  ${userText(name)}
                  <span class="quiet nowrap">${formatsOf(view).size(sizeBytes)}</span>
                </li>`,
            )}
          </ul>`,
    )}
    <p>${say('upload.told', { sender })}</p>
  </section>`;
}

/**
 * A plain form that works without the script. The script reads its texts and limits from the data
 * attributes, replaces choosing and sending, and shows what is hidden here.
 */
function renderUploadForm(view: UploadView, say: Say): Html {
  const { secret, query, room, sent, refusal } = view;
  return html`<form
    class="send-form"
    method="post"
    enctype="multipart/form-data"
    action="/u/${secret}${query}"
    data-texts="${scriptTexts(view.translation.texts)}"
    data-limits="${JSON.stringify(room)}"
    data-sendings="${sent.length}"
  >
    ${sent.length > 0 && html`<h2>${say('upload.more')}</h2>`}
    ${renderDropZone(say, { isRequired: true })}
    <ul class="chosen" hidden></ul>
    ${renderBegun(view, say)} ${view.asksName && renderFrom(view, say)}
    <div class="field">
      <label class="field-label" for="message">${say('upload.message')}</label>
      <textarea id="message" name="message" rows="3" maxlength="${maxMessageCharacters}" dir="auto">
${refusal?.message}</textarea>
    </div>
    ${renderUploadProgress(say)}
    <div class="send-actions">
      <button class="button button-main" type="submit">${say('upload.send')}</button>
      <button class="button pause" type="button" hidden>${say('upload.script.pause')}</button>
      <button class="button cancel" type="button" hidden>${say('upload.script.cancel')}</button>
    </div>
    <p class="quiet">${say('upload.together')}</p>
  </form>`;
}

/** Who sends: a link without an address says nothing of that. Whoever sent before need not say it again. */
function renderFrom({ refusal, sent }: UploadView, say: Say): Html {
  return html`<div class="field">
    <label class="field-label" for="from">${say('upload.from')}</label>
    <input
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
export interface UploadView extends Reader {
  translation: Translation;
  serviceName: string;
  supportAddress: string | undefined;
  /** The target of the form: the page itself. */
  secret: string;
  /** Keeps the language that was chosen on the page; empty when none was. */
  query: string;
  /** Undefined when the account does not show its address. */
  sender: string | undefined;
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
  rest: Omit<UploadView, 'sender' | 'message' | 'asksName' | 'expiresAt' | 'sent'>,
): UploadView {
  return {
    ...rest,
    sender: shownSender(sender),
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
