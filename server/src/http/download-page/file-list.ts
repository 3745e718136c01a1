import type { Instant } from '../../domain/model/clock.ts';
import { inFileOrder } from '../../domain/files/file-order.ts';
import type { StoredFile } from '../../domain/model/file.ts';
import { filePathOf, shownNameOf } from '../../domain/model/file.ts';
import { essenceOf, unknownMediaType } from '../../domain/model/media-type.ts';
import { formatsOf } from '../../i18n/formats.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import type { Html } from '../html/html.ts';
import { factsLine } from '../html/cards.ts';
import { rowsByFolder } from '../html/file-folders.ts';
import { endingOf, fileKind, kindPicture } from '../html/file-kind.ts';
import { fileThumb } from '../html/file-thumb.ts';
import { html, userText } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { moment, renderMore } from '../link-pages/page-parts.ts';
import type { DownloadView } from './download-page.ts';
import { isViewable } from './view-file.ts';

/** One file as the page shows it. */
export interface DownloadableFile extends Pick<
  StoredFile,
  'id' | 'name' | 'folder' | 'nameInFolder' | 'mediaType' | 'sizeBytes' | 'sha256'
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
export interface ListPage {
  files: readonly DownloadableFile[];
  /** How many files there are on all pages. */
  total: number;
  /** From 1; a page that does not exist is replaced by the nearest one. */
  number: number;
  pages: number;
}

/** The files of the page that is asked for, as people sort them. */
export function pageOfFiles({
  files,
  listPage,
  find,
}: Pick<DownloadView, 'files' | 'listPage' | 'find'>): ListPage {
  const wanted = folded(find);
  const sorted = inFileOrder(files);
  const found =
    wanted === '' ? sorted : sorted.filter((file) => folded(filePathOf(file)).includes(wanted));
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
export function fileList(view: DownloadView, shown: ListPage): Html {
  return html`${view.files.length >= searchedFrom && searchForm(view, shown)}
    <ul class="gets">
      ${rowsByFolder(shown.files, (file) => fileRow(view, file))}
    </ul>
    ${listPager(view, shown)}`;
}

function searchForm({ language, say, find }: DownloadView, { total }: ListPage): Html {
  const result = html`<p class="small quiet" role="status">
    ${total === 0 ? say('download.foundNone') : say('download.found', { count: total })}
    <a href="?lang=${language}#files">${say('download.showAll')}</a>
  </p>`;
  return html`<form class="tools get-tools" role="search" method="get" action="#files">
    <input type="hidden" name="lang" value="${language}" />
    <label class="hidden-text" for="find">${say('download.find')}</label>
    <span class="search">
      ${icon('search')}
      <input
        class="input"
        type="search"
        id="find"
        name="find"
        value="${find}"
        maxlength="255"
        placeholder="${say('download.find')}"
      />
    </span>
    <button class="button">${say('download.findAction')}</button>
    ${find !== '' && result}
  </form>`;
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
  return html`<nav class="pages get-pages" aria-label="${say('download.fileListPages')}">
    ${number > 1 && link(number - 1, say('download.previousFiles'), 'prev')}
    <p>
      ${say('download.shownFiles', {
        from: formats.number(first),
        to: formats.number(first + files.length - 1),
        total: formats.number(total),
      })}
    </p>
    ${number < pages && link(number + 1, say('download.nextFiles'), 'next')}
  </nav>`;
}

/** The picture that the sender's browser made of it, or else that of its kind. */
function pictureOf({ secret, say, pictures }: DownloadView, file: DownloadableFile): Html {
  const picture = pictures?.get(file.id);
  if (picture === undefined) {
    const kind = say(`download.kinds.${fileKind(file)}`);
    const drawn = icon(kindPicture(file));
    return html`<span class="file-tile" role="img" aria-label="${kind}">${drawn}</span>`;
  }
  const path = `${secret}/pictures/${file.id}`;
  return fileThumb({ ...picture, page: 'd', path, name: shownNameOf(file) }, say);
}

function fileRow(view: DownloadView, file: DownloadableFile): Html {
  const { secret, say } = view;
  const name = shownNameOf(file);
  const address = `${secret}/files/${file.id}/${encodeURIComponent(file.name.toWellFormed())}`;
  return html`<li
    class="get"
    data-size="${file.sizeBytes}"
    data-name="${name}"
    data-checksum="${file.sha256.toString('hex')}"
  >
    ${pictureOf(view, file)}
    <span class="row-words">
      ${
        file.isLimitReached
          ? html`<span class="file-name">${userText(name)}</span>`
          : html`<a class="file-name" href="/d/${address}" rel="nofollow">${userText(name)}</a>`
      }
      ${factsLine([typeFact(file, say), formatsOf(view).size(file.sizeBytes)])}
    </span>
    <div class="get-acts">
      ${
        file.isLimitReached
          ? html`<p class="small quiet">${say('download.limitTitle')}</p>`
          : html`${isViewable(file) && viewForm(address, file, say)}
            ${downloadForm(address, file, view)}`
      }
    </div>
    ${stateLine(file.downloadedAt !== undefined && downloadedAt(view, file.downloadedAt))}
  </li>`;
}

/** The only file of a drop is what the page is for. */
function downloadForm(address: string, file: DownloadableFile, view: DownloadView): Html {
  const { say, files } = view;
  const isOnly = files.length === 1;
  const text = html`${icon('download')}<span class="${isOnly ? '' : 'get-word'}"
      >${say('download.download')}</span
    >
    <span class="hidden-text">${userText(shownNameOf(file))}</span>`;
  return html`<form method="post" action="/d/${address}" data-download>
    <button class="${isOnly ? 'button primary' : 'button quiet-button'}">${text}</button>
  </form>`;
}

/** Opens the file in a window of its own, where it can do nothing. */
function viewForm(address: string, file: DownloadableFile, say: Say): Html {
  return html`<form
    class="get-view"
    method="post"
    action="/d/${address}?view=1"
    target="_blank"
    rel="noopener"
  >
    <button class="button quiet-button">
      ${say('download.view')} <span class="hidden-text">${userText(shownNameOf(file))}</span>
    </button>
  </form>`;
}

/** Where the script says how a download goes. It takes no room while it is empty. */
export function stateLine(state: Html | false): Html {
  return html`<p class="get-state" role="status">${state}</p>`;
}

export function doneState(words: Html | string): Html {
  return html`<span class="state state-plain is-good"
    >${icon('check-ring')}<span>${words}</span></span
  >`;
}

function downloadedAt(view: DownloadView, at: Instant): Html {
  return doneState(html`${view.say('download.downloaded')} ${moment(view, at)}`);
}

/** The type as people know it: its ending, else its kind. Of an unknown type, nothing is said. */
function typeFact(file: DownloadableFile, say: Say): Html | undefined {
  const essence = essenceOf(file.mediaType);
  const ending = endingOf(file.name);
  if (ending === undefined && essence === unknownMediaType) return undefined;
  const kind = say(`download.kinds.${fileKind(file)}`);
  return html`<span title="${essence}">${ending?.toUpperCase() ?? kind}</span>`;
}

export function checksumList({ say }: DownloadView, { files }: ListPage): Html {
  return renderMore(
    say('download.checksums'),
    html`<p class="small quiet">${say('download.checksumsHelp')}</p>
      <dl class="checksums">
        ${files.map(
          (file) =>
            html`<div>
              <dt>${userText(filePathOf(file))}</dt>
              <dd><code>${file.sha256.toString('hex')}</code></dd>
            </div>`,
        )}
      </dl>`,
    'sums',
  );
}
