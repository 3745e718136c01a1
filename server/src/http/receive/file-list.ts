import type { Html } from '../pages/html.ts';
import { html } from '../pages/html.ts';
import { userText } from '../pages/user-text.ts';
import type { DownloadView, DownloadableFile } from './download-view.ts';
import { formatsOf, moment } from './page-parts.ts';
import type { ReceiveTexts } from './texts/receive-texts.ts';

/**
 * Every file with what is known of it before it is downloaded. The name is the plain address, for
 * other programs to take; what is pressed is a button, because scanners follow every address.
 */
export function fileList(view: DownloadView, texts: ReceiveTexts): Html {
  return html`<ul class="files">
    ${view.files.map((file) => fileRow(view, file, texts))}
  </ul>`;
}

function fileRow(view: DownloadView, file: DownloadableFile, texts: ReceiveTexts): Html {
  const { secret } = view;
  const address = `${secret}/files/${file.id}/${encodeURIComponent(file.name.toWellFormed())}`;
  return html`<li
    class="file"
    data-size="${file.sizeBytes}"
    data-checksum="${file.sha256.toString('hex')}"
  >
    <div class="file-about">
      <a class="file-name" href="/d/${address}" rel="nofollow">${userText(file.name)}</a>
      <span class="file-facts"
        >${formatsOf(view).size(file.sizeBytes)} ·
        <span title="${file.mediaType}">${typeLabel(file)}</span></span
      >
    </div>
    <form method="post" action="/d/${address}">
      <button class="button">
        ${texts.download} <span class="visually-hidden">${userText(file.name)}</span>
      </button>
    </form>
    <p class="file-state" role="status">
      ${
        file.downloadedAt !== undefined &&
        html`<span class="done">${texts.downloaded} ${moment(view, file.downloadedAt)}</span>`
      }
    </p>
  </li>`;
}

/** What people call a type: the ending of the name, where it has one. */
function typeLabel({ name, mediaType }: DownloadableFile): string {
  const ending = /[^.]\.([A-Za-z0-9]{1,6})$/.exec(name)?.[1];
  return ending === undefined ? mediaType : ending.toUpperCase();
}

export function checksumList({ files }: DownloadView, texts: ReceiveTexts): Html {
  return html`<details class="more-about">
    <summary>${texts.checksums}</summary>
    <p class="quiet">${texts.checksumsHelp}</p>
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
