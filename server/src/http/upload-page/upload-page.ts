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
import type { UploadPageTexts } from './texts/upload-page-texts.ts';
import { renderUploadForm } from './upload-form.ts';
import type { UploadView } from './upload-view.ts';

const script = html`<script type="module" src="/assets/upload-page.js"></script>`;

/** Who asks for what, what was sent already, and the form to send more with. */
export function renderUploadPage(view: UploadView): string {
  const { language, serviceName, supportAddress } = view;
  const { upload: texts, download: general } = view.texts;
  const title = texts.title(view.sender);
  const isFull = view.allowance.files === 0 || view.allowance.bytes === 0;
  const body = html`<article class="send-back">
    <header class="send-back-head">
      <h1>${breakAfterAt(title)}</h1>
      ${view.message !== undefined && view.message.trim() !== '' && html`<p class="message" dir="auto">${userText(view.message)}</p>`}
      <ul class="send-back-facts">
        <li>${texts.until} ${moment(view, view.expiresAt)}</li>
        ${!isFull && limitsOf(view, texts).map((limit) => html`<li>${limit}</li>`)}
      </ul>
    </header>
    ${renderRefusal(view, texts)} ${renderSent(view, texts)}
    ${isFull ? html`<p>${texts.full}</p>` : renderUploadForm(view, texts)}
    ${explainPage(texts.unexpected.title, [texts.unexpected.text], reportTo(supportAddress, general))}
  </article>`;
  return renderPage({
    title,
    serviceName,
    locale: language,
    width: 'narrow',
    body,
    frame: frameTexts(language, general),
    tools: languageMenu(language, general.language),
    script,
  });
}

function limitsOf(view: UploadView, texts: UploadPageTexts): string[] {
  const formats = formatsOf(view);
  const { files, bytes, fileBytes } = view.allowance;
  const limits = texts.limits(files, bytes === undefined ? undefined : formats.size(bytes));
  return fileBytes === undefined ? [limits] : [limits, texts.fileLimit(formats.size(fileBytes))];
}

function renderRefusal({ refusal }: UploadView, texts: UploadPageTexts): Html | undefined {
  if (refusal === undefined) return undefined;
  const { text, fileName } = refusal;
  return html`<div class="alert" role="alert">
    ${fileName !== undefined && html`<p class="alert-about">${userText(fileName)}</p>`}
    <p>${texts.refusals[text]}</p>
  </div>`;
}

/** The receipt, which stays for as long as the page does. */
function renderSent(view: UploadView, texts: UploadPageTexts): Html | undefined {
  const { sent, sender } = view;
  if (sent.length === 0) return undefined;
  return html`<section
    class="receipt"
    id="sent"
    tabindex="-1"
    aria-labelledby="sent-title"
    data-left-out="${texts.leftOut}"
  >
    <h2 id="sent-title">${texts.sentTitle}</h2>
    ${sent.map(
      ({ at, files }) =>
        html`<p class="receipt-when">${texts.sentAt} ${moment(view, at)}</p>
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
    <p>${texts.told(sender)}</p>
  </section>`;
}
