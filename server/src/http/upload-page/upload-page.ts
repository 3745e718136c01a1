import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { renderPage } from '../html/layout.ts';
import { userText } from '../html/user-text.ts';
import { languageMenu } from '../link-pages/language-menu.ts';
import {
  breakAfterAt,
  explainPage,
  formatsOf,
  frameTexts,
  moment,
  reportTo,
} from '../link-pages/page-parts.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import { renderUploadForm } from './upload-form.ts';
import type { UploadView } from './upload-view.ts';

const script = html`<script type="module" src="/assets/upload-page.js"></script>`;

/** Who asks for what, what was sent already, and the form to send more with. */
export function renderUploadPage(view: UploadView): string {
  const { language, serviceName, supportAddress } = view;
  const { say } = view.translation;
  const title = say('upload.title', { sender: view.sender });
  const isFull = view.allowance.files === 0 || view.allowance.bytes === 0;
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
    ${explainPage(say('upload.unexpected.title'), [say('upload.unexpected.text')], reportTo(supportAddress, say))}
  </article>`;
  return renderPage({
    title,
    serviceName,
    locale: language,
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
