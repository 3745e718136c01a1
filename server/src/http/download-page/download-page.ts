import type { Instant } from '../../domain/model/clock.ts';
import { day } from '../../domain/model/clock.ts';
import { formatsOf } from '../../i18n/formats.ts';
import type { Say } from '../../i18n/texts/translation.ts';
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
import type { DownloadableFile } from './file-list.ts';
import { checksumList, fileList } from './file-list.ts';
import { archiveNameOf } from './send-archive.ts';

const script = html`<script type="module" src="/assets/download-page.js"></script>`;

/** The page of a receiver: who sent what, until when, and the download buttons. */
export function renderDownloadPage(view: DownloadView): string {
  const { language, say, serviceName, supportAddress, sender, files } = view;
  const count = files.length;
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
    data-busy="${say('download.running.busy')}"
    data-offline="${say('download.running.offline')}"
    data-by-browser="${say('download.running.byBrowser')}"
    data-saved="${say('download.running.saved')}"
    data-not-saved="${say('download.running.notSaved')}"
    data-cancel="${say('download.running.cancel')}"
    data-cancelled="${say('download.running.cancelled')}"
    data-left="${say('download.timeLeft', { duration: '{}' })}"
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
      ${count > 1 && downloadAll(view, say)} ${fileList(view)} ${timeLeft(view, say)}
      ${checksumList(view)}
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
    width: 'narrow',
    body,
    frame: frameTexts(language, say),
    tools: languageMenu(language, say('download.language')),
    script,
  });
}

function downloadAll(view: DownloadView, say: Say): Html {
  const { secret } = view;
  const files = view.files.filter(({ isLimitReached }) => !isLimitReached);
  if (files.length === 0) return html`<p class="all-used">${say('download.limitAdvice')}</p>`;
  const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const name = archiveNameOf(view.serviceName, view.sentAt);
  return html`<div class="all" data-name="${name}">
    <form method="post" action="/d/${secret}/all.zip">
      <button class="button button-main">
        ${say('download.downloadAll', { size: formatsOf(view).size(totalBytes) })}
      </button>
    </form>
    <a class="archive-name" href="/d/${secret}/all.zip" rel="nofollow">${name}</a>
    <p class="file-state" role="status">
      ${hasEveryFile(view) && html`<span class="done">${say('download.allDownloaded')}</span>`}
    </p>
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

/**
 * In its last day, and in the second half of its life: a drop that lives for a day does not begin with a
 * warning.
 */
function endsSoon({ now, sentAt, expiresAt }: DownloadView): boolean {
  const leftMs = expiresAt - now;
  return leftMs < day && leftMs < (expiresAt - sentAt) / 2;
}

/** Everything the download page shows, and nothing of other receivers. */
export interface DownloadView extends Reader {
  say: Say;
  serviceName: string;
  /** The operator's contact address. */
  supportAddress: string | undefined;
  now: Instant;
  /** The secret of the link: the page's own address contains it. */
  secret: string;
  /** Undefined for a sender without a name. */
  sender: string | undefined;
  sentAt: Instant;
  expiresAt: Instant;
  /** Undefined when the sender wrote none. */
  message: string | undefined;
  files: readonly DownloadableFile[];
  /** Which page of a long list of files is shown, from 1. */
  listPage: number;
  /** Only files with this in their name are shown; empty for all. */
  find: string;
}
