import type { Instant } from '../../domain/model/clock.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import { essenceOf, unknownMediaType } from '../../domain/model/media-type.ts';
import { formatsOf } from '../../i18n/formats.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import type { Html } from '../html/html.ts';
import { html, userText } from '../html/html.ts';
import { moment } from '../link-pages/page-parts.ts';
import type { DownloadView } from './download-page.ts';
import { isViewable } from './view-file.ts';

/** One file as the page shows it. */
export interface DownloadableFile extends Pick<
  StoredFile,
  'id' | 'name' | 'mediaType' | 'sizeBytes' | 'sha256'
> {
  downloadedAt: Instant | undefined;
  /** Whether the receiver has had it as often as the drop allows. */
  isLimitReached: boolean;
}

/** A longer list is shown in pages: each row costs a kilobyte, and dozens of elements in a browser. */
const filesOnPage = 200;
/** A list that fits on a screen needs no search. */
const searchedFrom = 20;

/** One page of the list of files. */
interface ListPage {
  files: readonly DownloadableFile[];
  /** How many files there are on all pages. */
  total: number;
  /** From 1; a page that does not exist is replaced by the nearest one. */
  number: number;
  pages: number;
}

function pageOfFiles({ files, listPage, find }: DownloadView): ListPage {
  const wanted = folded(find);
  const found = wanted === '' ? files : files.filter(({ name }) => folded(name).includes(wanted));
  const pages = Math.max(1, Math.ceil(found.length / filesOnPage));
  const number = Math.min(Math.max(1, listPage), pages);
  const start = (number - 1) * filesOnPage;
  return {
    files: found.slice(start, start + filesOnPage),
    total: found.length,
    number,
    pages,
  };
}

/** The same for what people take for the same name. */
function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim();
}

/**
 * Files with their details before they are downloaded. The name links to the plain address, for other
 * programs; the download is a button, because scanners follow every address.
 */
export function fileList(view: DownloadView): Html {
  const shown = pageOfFiles(view);
  return html`${view.files.length >= searchedFrom && searchForm(view, shown)}
    ${symbols(shown.files)}
    <ul class="files">
      ${shown.files.map((file) => fileRow(view, file))}
    </ul>
    ${listPager(view, shown)}`;
}

function searchForm({ language, say, find }: DownloadView, { total }: ListPage): Html {
  const result = html`<p class="quiet" role="status">
    ${total === 0 ? say('download.foundNone') : say('download.found', { count: total })}
    <a href="?lang=${language}#files">${say('download.showAll')}</a>
  </p>`;
  return html`<form class="search" role="search" method="get" action="#files">
      <input type="hidden" name="lang" value="${language}" />
      <label class="visually-hidden" for="find">${say('download.find')}</label>
      <input
        class="search-field"
        type="search"
        id="find"
        name="find"
        value="${find}"
        maxlength="255"
        placeholder="${say('download.find')}"
      />
      <button class="button">${say('download.findAction')}</button>
    </form>
    ${find !== '' && result}`;
}

/** Which files these are, and links to the others, where not all are shown. */
function listPager(
  view: DownloadView,
  { number, pages, files, total }: ListPage,
): Html | undefined {
  if (pages === 1) return undefined;
  const { language, say, find } = view;
  const formats = formatsOf(view);
  const first = (number - 1) * filesOnPage + 1;
  const also = find === '' ? '' : `&find=${encodeURIComponent(find)}`;
  const link = (to: number, text: string, rel: 'prev' | 'next'): Html =>
    html`<a class="button" rel="${rel}" href="?lang=${language}&page=${to}${also}#files"
      >${text}</a
    >`;
  return html`<nav class="pager" aria-label="${say('download.fileListPages')}">
    ${number > 1 && link(number - 1, say('download.previousFiles'), 'prev')}
    <p class="quiet">
      ${say('download.shownFiles', {
        from: formats.number(first),
        to: formats.number(first + files.length - 1),
        total: formats.number(total),
      })}
    </p>
    ${number < pages && link(number + 1, say('download.nextFiles'), 'next')}
  </nav>`;
}

function fileRow(view: DownloadView, file: DownloadableFile): Html {
  const { secret, say } = view;
  const kind = kindOf(file);
  const address = `${secret}/files/${file.id}/${encodeURIComponent(file.name.toWellFormed())}`;
  return html`<li
    class="file"
    data-size="${file.sizeBytes}"
    data-name="${file.name}"
    data-checksum="${file.sha256.toString('hex')}"
  >
    <svg class="file-kind" role="img" aria-label="${say(`download.kinds.${kind}`)}">
      <use href="#kind-${kind}" />
    </svg>
    <div class="file-about">
      ${
        file.isLimitReached
          ? html`<span class="file-name">${userText(file.name)}</span>`
          : html`<a class="file-name" href="/d/${address}" rel="nofollow"
              >${userText(file.name)}</a
            >`
      }
      <span class="file-facts">${formatsOf(view).size(file.sizeBytes)}${typeFact(file)}</span>
    </div>
    <div class="file-actions">
      ${
        file.isLimitReached
          ? html`<span class="quiet">${say('download.limitTitle')}</span>`
          : html`<form method="post" action="/d/${address}">
                <button class="button">
                  ${say('download.download')}
                  <span class="visually-hidden">${userText(file.name)}</span>
                </button>
              </form>
              ${isViewable(file) && viewForm(address, file, say)}`
      }
    </div>
    <p class="file-state" role="status">
      ${file.downloadedAt !== undefined && downloadedAt(view, file.downloadedAt)}
    </p>
  </li>`;
}

/** Opens the file in a window of its own, where it can do nothing. */
function viewForm(address: string, { name }: DownloadableFile, say: Say): Html {
  return html`<form method="post" action="/d/${address}?view=1" target="_blank" rel="noopener">
    <button class="button button-plain">
      ${say('download.view')} <span class="visually-hidden">${userText(name)}</span>
    </button>
  </form>`;
}

function downloadedAt(view: DownloadView, at: Instant): Html {
  return html`<span class="done">${view.say('download.downloaded')} ${moment(view, at)}</span>`;
}

/** The extension of the name as people know it, if there is any. */
function endingOf(name: string): string | undefined {
  return /[^.]\.([A-Za-z0-9]{1,6})$/.exec(name)?.[1];
}

/** The type as people know it. An unknown type is not shown. */
function typeFact({ name, mediaType }: DownloadableFile): Html | undefined {
  const essence = essenceOf(mediaType);
  const ending = endingOf(name);
  if (ending === undefined && essence === unknownMediaType) return undefined;
  return html` · <span title="${essence}">${ending?.toUpperCase() ?? essence}</span>`;
}

export function checksumList(view: DownloadView): Html {
  const { say } = view;
  return html`<details class="more-about">
    <summary>${say('download.checksums')}</summary>
    <p class="quiet">${say('download.checksumsHelp')}</p>
    <dl class="checksums">
      ${pageOfFiles(view).files.map(
        ({ name, sha256 }) =>
          html`<div>
            <dt>${userText(name)}</dt>
            <dd><code>${sha256.toString('hex')}</code></dd>
          </div>`,
      )}
    </dl>
  </details>`;
}

type Kind = 'picture' | 'video' | 'audio' | 'text' | 'table' | 'slides' | 'archive' | 'file';

const endings: Record<string, Kind> = {
  ...Object.fromEntries(
    ['dcm', 'heic', 'psd', 'svg', 'tif', 'tiff', 'raw', 'dng'].map((ending) => [ending, 'picture']),
  ),
  ...Object.fromEntries(
    ['pdf', 'doc', 'docx', 'odt', 'rtf', 'md', 'pages', 'tex', 'epub'].map((ending) => [
      ending,
      'text',
    ]),
  ),
  ...Object.fromEntries(
    ['xls', 'xlsx', 'ods', 'csv', 'tsv', 'numbers'].map((ending) => [ending, 'table']),
  ),
  ...Object.fromEntries(['ppt', 'pptx', 'odp', 'key'].map((ending) => [ending, 'slides'])),
  ...Object.fromEntries(
    ['zip', '7z', 'rar', 'tar', 'gz', 'tgz', 'bz2', 'xz', 'zst', 'iso'].map((ending) => [
      ending,
      'archive',
    ]),
  ),
};

/** What kind of file it is, told from its name, or from its type where the name says nothing. */
function kindOf({ name, mediaType }: DownloadableFile): Kind {
  const known = endings[endingOf(name)?.toLowerCase() ?? ''];
  if (known !== undefined) return known;
  if (mediaType.startsWith('image/')) return 'picture';
  if (mediaType.startsWith('video/')) return 'video';
  if (mediaType.startsWith('audio/')) return 'audio';
  const isText = mediaType.startsWith('text/') || essenceOf(mediaType) === 'application/pdf';
  return isText ? 'text' : 'file';
}

const shapes: Record<Kind, Html> = {
  picture: html`<path d="M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 5" /><circle cx="15.5" cy="9" r="1.5" />`,
  video: html`<path d="M3 5h18v14H3zM10 9v6l5-3z" />`,
  audio: html`<path d="M9 18V6l10-2v12" /><circle cx="6.5" cy="18" r="2.5" /><circle
      cx="16.5"
      cy="16"
      r="2.5"
    />`,
  text: html`<path d="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" />`,
  table: html`<path d="M3 5h18v14H3zM3 10h18M3 14.5h18M9 5v14" />`,
  slides: html`<path d="M3 4h18v11H3zM12 15v5M8 20h8M7 11l3-3 2 2 4-3" />`,
  archive: html`<path d="M4 8h16v12H4zM3 4h18v4H3zM10 12h4" />`,
  file: html`<path d="M6 3h8l4 4v14H6zM14 3v4h4" />`,
};

/** The shapes that the rows refer to, each once. */
function symbols(files: readonly DownloadableFile[]): Html {
  const kinds = [...new Set(files.map(kindOf))];
  return html`<svg class="symbols" aria-hidden="true">
    ${kinds.map((kind) => html`<symbol id="kind-${kind}" viewBox="0 0 24 24">${shapes[kind]}</symbol>`)}
  </svg>`;
}
