import { unknownMediaType } from '../../domain/model/media-type.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { userText } from '../html/user-text.ts';
import type { DownloadView, DownloadableFile } from './download-view.ts';
import { formatsOf, moment } from '../link-pages/page-parts.ts';
import type { Say } from '../../i18n/texts/translation.ts';

/** A longer list is shown in pages: each row costs a kilobyte, and a browser dozens of elements. */
const filesOnPage = 200;

/** One page of the list of files. */
export interface ListPage {
  files: readonly DownloadableFile[];
  /** From 1; a page that is not there is the nearest one. */
  number: number;
  pages: number;
}

export function pageOfFiles({ files, listPage }: DownloadView): ListPage {
  const pages = Math.max(1, Math.ceil(files.length / filesOnPage));
  const number = Math.min(Math.max(1, listPage), pages);
  const start = (number - 1) * filesOnPage;
  return { files: files.slice(start, start + filesOnPage), number, pages };
}

/**
 * Files with what is known of them before they are downloaded. The name is the plain address, for
 * other programs to take; what is pressed is a button, because scanners follow every address.
 */
export function fileList(view: DownloadView, files: readonly DownloadableFile[], say: Say): Html {
  return html`<ul class="files">
    ${files.map((file) => fileRow(view, file, say))}
  </ul>`;
}

/** Which files these are, and the way to the others, where not all are shown. */
export function listPager(
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

/** What people call a type: the ending of the name, where it has one. That it is unknown tells nothing. */
function typeFact({ name, mediaType }: DownloadableFile): Html | undefined {
  const ending = /[^.]\.([A-Za-z0-9]{1,6})$/.exec(name)?.[1];
  if (ending === undefined && mediaType === unknownMediaType) return undefined;
  return html` · <span title="${mediaType}">${ending?.toUpperCase() ?? mediaType}</span>`;
}

export function checksumList(files: readonly DownloadableFile[], say: Say): Html {
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
