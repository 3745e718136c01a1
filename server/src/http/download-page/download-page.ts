import type { Instant } from '../../domain/model/clock.ts';
import { day } from '../../domain/model/clock.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import { unknownMediaType } from '../../domain/model/file.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import type { Html } from '../html/html.ts';
import { html, userText } from '../html/html.ts';
import { renderPage } from '../html/layout.ts';
import type { Reader } from '../link-pages/page-parts.ts';
import {
  breakAfterAt,
  explainPage,
  formatsOf,
  frameTexts,
  languageMenu,
  moment,
  reportTo,
} from '../link-pages/page-parts.ts';
import { archiveNameOf } from './send-archive.ts';

const script = html`<script type="module" src="/assets/download-page.js"></script>`;

/** The page of a receiver: who sent what, until when, and the download buttons. */
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

/**
 * In its last day, and in the second half of its life: a drop that lives for a day does not begin with a
 * warning.
 */
function endsSoon({ now, sentAt, expiresAt }: DownloadView): boolean {
  const leftMs = expiresAt - now;
  return leftMs < day && leftMs < (expiresAt - sentAt) / 2;
}

/** One file as the page shows it. */
interface DownloadableFile extends Pick<
  StoredFile,
  'id' | 'name' | 'mediaType' | 'sizeBytes' | 'sha256'
> {
  downloadedAt: Instant | undefined;
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
}

/** A longer list is shown in pages: each row costs a kilobyte, and dozens of elements in a browser. */
const filesOnPage = 200;

/** One page of the list of files. */
export interface ListPage {
  files: readonly DownloadableFile[];
  /** From 1; a page that does not exist is replaced by the nearest one. */
  number: number;
  pages: number;
}

function pageOfFiles({ files, listPage }: DownloadView): ListPage {
  const pages = Math.max(1, Math.ceil(files.length / filesOnPage));
  const number = Math.min(Math.max(1, listPage), pages);
  const start = (number - 1) * filesOnPage;
  return { files: files.slice(start, start + filesOnPage), number, pages };
}

/**
 * Files with their details before they are downloaded. The name links to the plain address, for other
 * programs; the download is a button, because scanners follow every address.
 */
function fileList(view: DownloadView, files: readonly DownloadableFile[], say: Say): Html {
  return html`<ul class="files">
    ${files.map((file) => fileRow(view, file, say))}
  </ul>`;
}

/** Which files these are, and links to the others, where not all are shown. */
function listPager(
  view: DownloadView,
  { number, pages, files }: ListPage,
  say: Say,
): Html | undefined {
  if (pages === 1) return undefined;
  const { language } = view;
  const formats = formatsOf(view);
  const first = (number - 1) * filesOnPage + 1;
  const link = (to: number, text: string, rel: 'prev' | 'next'): Html =>
    html`<a class="button" rel="${rel}" href="?lang=${language}&page=${to}#files">${text}</a>`;
  return html`<nav class="pager" aria-label="${say('download.fileListPages')}">
    ${number > 1 && link(number - 1, say('download.previousFiles'), 'prev')}
    <p class="quiet">
      ${say('download.shownFiles', {
        from: formats.number(first),
        to: formats.number(first + files.length - 1),
        total: formats.number(view.files.length),
      })}
    </p>
    ${number < pages && link(number + 1, say('download.nextFiles'), 'next')}
  </nav>`;
}

function fileRow(view: DownloadView, file: DownloadableFile, say: Say): Html {
  const { secret } = view;
  const downloaded = say('download.downloaded');
  const address = `${secret}/files/${file.id}/${encodeURIComponent(file.name.toWellFormed())}`;
  return html`<li
    class="file"
    data-size="${file.sizeBytes}"
    data-checksum="${file.sha256.toString('hex')}"
  >
    <div class="file-about">
      <a class="file-name" href="/d/${address}" rel="nofollow">${userText(file.name)}</a>
      <span class="file-facts">${formatsOf(view).size(file.sizeBytes)}${typeFact(file)}</span>
    </div>
    <form method="post" action="/d/${address}">
      <button class="button">
        ${say('download.download')} <span class="visually-hidden">${userText(file.name)}</span>
      </button>
    </form>
    <p class="file-state" role="status">
      ${
        file.downloadedAt !== undefined &&
        html`<span class="done">${downloaded} ${moment(view, file.downloadedAt)}</span>`
      }
    </p>
  </li>`;
}

/** The type as people know it: the extension of the name, if any. An unknown type is not shown. */
function typeFact({ name, mediaType }: DownloadableFile): Html | undefined {
  const ending = /[^.]\.([A-Za-z0-9]{1,6})$/.exec(name)?.[1];
  if (ending === undefined && mediaType === unknownMediaType) return undefined;
  return html` · <span title="${mediaType}">${ending?.toUpperCase() ?? mediaType}</span>`;
}

function checksumList(files: readonly DownloadableFile[], say: Say): Html {
  return html`<details class="more-about">
    <summary>${say('download.checksums')}</summary>
    <p class="quiet">${say('download.checksumsHelp')}</p>
    <dl class="checksums">
      ${files.map(
        ({ name, sha256 }) =>
          html`<div>
            <dt>${userText(name)}</dt>
            <dd><code>${sha256.toString('hex')}</code></dd>
          </div>`,
      )}
    </dl>
  </details>`;
}
