import { day } from '../../domain/model/clock.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { renderPage } from '../html/layout.ts';
import { userText } from '../html/user-text.ts';
import { archiveNameOf } from './archive-names.ts';
import type { DownloadView } from './download-view.ts';
import { checksumList, fileList, listPager, pageOfFiles } from './file-list.ts';
import { languageMenu } from '../link-pages/language-menu.ts';
import {
  breakAfterAt,
  explainPage,
  formatsOf,
  frameTexts,
  moment,
  reportTo,
} from '../link-pages/page-parts.ts';
import type { DownloadPageTexts } from './texts/download-page-texts.ts';

const script = html`<script type="module" src="/assets/download-page.js"></script>`;

/** What a receiver sees: who sent what, until when, and the buttons to take it. */
export function renderDownloadPage(view: DownloadView): string {
  const { language, texts, serviceName, supportAddress, sender, files } = view;
  const count = files.length;
  const shown = pageOfFiles(view);
  const title =
    sender === undefined
      ? texts.sentThrough({ service: serviceName, count })
      : texts.sentBy({ sender, count });
  const { running } = texts;
  const body = html`<article
    class="receive"
    data-downloading="${running.downloading}"
    data-checking="${running.checking}"
    data-checked="${running.checked}"
    data-mismatch="${running.mismatch}"
    data-broke-off="${running.brokeOff}"
    data-offline="${running.offline}"
    data-by-browser="${running.byBrowser}"
  >
    <header>
      <h1>${breakAfterAt(title)}</h1>
      <p class="quiet">${texts.sent} ${moment(view, view.sentAt)}</p>
    </header>
    <section aria-label="${texts.message}" class="message">
      <p dir="auto">${userText(isBlank(view.message) ? texts.defaultMessage : view.message)}</p>
    </section>
    <section class="panel" aria-labelledby="files">
      <h2 id="files" class="visually-hidden">${texts.files}</h2>
      ${count > 1 && downloadAll(view, texts)} ${fileList(view, shown.files, texts)}
      ${listPager(view, shown, texts)} ${timeLeft(view, texts)} ${checksumList(shown.files, texts)}
    </section>
    ${explainPage(
      texts.unexpected,
      [texts.whatThisIs({ service: serviceName }), texts.whenInDoubt, texts.keepTheLink],
      reportTo(supportAddress, texts),
    )}
  </article>`;
  return renderPage({
    title,
    serviceName,
    locale: language,
    width: 'narrow',
    body,
    frame: frameTexts(language, texts),
    tools: languageMenu(language, texts.language),
    script,
  });
}

function downloadAll(view: DownloadView, texts: DownloadPageTexts): Html {
  const { secret, files } = view;
  const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return html`<div class="all">
    <form method="post" action="/d/${secret}/all.zip">
      <button class="button button-main">
        ${texts.downloadAll({ size: formatsOf(view).size(totalBytes) })}
      </button>
    </form>
    <a class="archive-name" href="/d/${secret}/all.zip" rel="nofollow"
      >${archiveNameOf(view.serviceName, view.sentAt)}</a
    >
    ${hasEveryFile(view) && html`<p class="done">${texts.allDownloaded}</p>`}
  </div>`;
}

function hasEveryFile({ files }: DownloadView): boolean {
  return files.every(({ downloadedAt }) => downloadedAt !== undefined);
}

function isBlank(message: string | undefined): message is undefined {
  return message === undefined || message.trim() === '';
}

function timeLeft(view: DownloadView, texts: DownloadPageTexts): Html {
  const { now, expiresAt } = view;
  const leftMs = expiresAt - now;
  const left = texts.timeLeft({ duration: formatsOf(view).timeLeft(leftMs) });
  const until = html`<p class="until">
    ${texts.availableUntil} ${moment(view, expiresAt)}
    <span class="nowrap"
      >(<span data-left-ms="${leftMs}" data-phrase="${texts.timeLeft({ duration: '{}' })}"
        >${left}</span
      >)</span
    >
  </p>`;
  if (!endsSoon(view) || hasEveryFile(view)) return until;
  return html`<div class="soon">
    <p><strong>${texts.endsSoon({ count: view.files.length })}</strong></p>
    ${until}
  </div>`;
}

/** In its last day, and in the later half of its life: what was sent for a day does not begin with an alarm. */
function endsSoon({ now, sentAt, expiresAt }: DownloadView): boolean {
  const leftMs = expiresAt - now;
  return leftMs < day && leftMs < (expiresAt - sentAt) / 2;
}
