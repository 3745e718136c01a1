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
import type { Say } from '../../i18n/texts/translation.ts';

const script = html`<script type="module" src="/assets/download-page.js"></script>`;

/** What a receiver sees: who sent what, until when, and the buttons to take it. */
export function renderDownloadPage(view: DownloadView): string {
  const { language, say, serviceName, supportAddress, sender, files } = view;
  const count = files.length;
  const shown = pageOfFiles(view);
  const title =
    sender === undefined
      ? say('download.sentThrough', { service: serviceName, count })
      : say('download.sentBy', { sender, count });
  const message = isBlank(view.message) ? say('download.defaultMessage') : view.message;
  const body = html`<article
    class="receive"
    data-downloading="${say('download.running.downloading')}"
    data-checking="${say('download.running.checking')}"
    data-checked="${say('download.running.checked')}"
    data-mismatch="${say('download.running.mismatch')}"
    data-broke-off="${say('download.running.brokeOff')}"
    data-offline="${say('download.running.offline')}"
    data-by-browser="${say('download.running.byBrowser')}"
  >
    <header>
      <h1>${breakAfterAt(title)}</h1>
      <p class="quiet">${say('download.sent')} ${moment(view, view.sentAt)}</p>
    </header>
    <section aria-label="${say('download.message')}" class="message">
      <p dir="auto">${userText(message)}</p>
    </section>
    <section class="panel" aria-labelledby="files">
      <h2 id="files" class="visually-hidden">${say('download.files')}</h2>
      ${count > 1 && downloadAll(view, say)} ${fileList(view, shown.files, say)}
      ${listPager(view, shown, say)} ${timeLeft(view, say)} ${checksumList(shown.files, say)}
    </section>
    ${explainPage(
      say('download.unexpected'),
      [
        say('download.whatThisIs', { service: serviceName }),
        say('download.whenInDoubt'),
        say('download.keepTheLink'),
      ],
      reportTo(supportAddress, say),
    )}
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

function downloadAll(view: DownloadView, say: Say): Html {
  const { secret, files } = view;
  const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return html`<div class="all">
    <form method="post" action="/d/${secret}/all.zip">
      <button class="button button-main">
        ${say('download.downloadAll', { size: formatsOf(view).size(totalBytes) })}
      </button>
    </form>
    <a class="archive-name" href="/d/${secret}/all.zip" rel="nofollow"
      >${archiveNameOf(view.serviceName, view.sentAt)}</a
    >
    ${hasEveryFile(view) && html`<p class="done">${say('download.allDownloaded')}</p>`}
  </div>`;
}

function hasEveryFile({ files }: DownloadView): boolean {
  return files.every(({ downloadedAt }) => downloadedAt !== undefined);
}

function isBlank(message: string | undefined): message is undefined {
  return message === undefined || message.trim() === '';
}

function timeLeft(view: DownloadView, say: Say): Html {
  const { now, expiresAt } = view;
  const leftMs = expiresAt - now;
  const left = say('download.timeLeft', { duration: formatsOf(view).timeLeft(leftMs) });
  const until = html`<p class="until">
    ${say('download.availableUntil')} ${moment(view, expiresAt)}
    <span class="nowrap"
      >(<span data-left-ms="${leftMs}" data-phrase="${say('download.timeLeft', { duration: '{}' })}"
        >${left}</span
      >)</span
    >
  </p>`;
  if (!endsSoon(view) || hasEveryFile(view)) return until;
  return html`<div class="soon">
    <p><strong>${say('download.endsSoon', { count: view.files.length })}</strong></p>
    ${until}
  </div>`;
}

/** In its last day, and in the later half of its life: what was sent for a day does not begin with an alarm. */
function endsSoon({ now, sentAt, expiresAt }: DownloadView): boolean {
  const leftMs = expiresAt - now;
  return leftMs < day && leftMs < (expiresAt - sentAt) / 2;
}
