import type { FilePlace } from '../../domain/model/file.ts';
import { filesByFolder } from '../../domain/files/file-order.ts';
import type { Html } from './html.ts';
import { html, userText } from './html.ts';
import { icon } from './icons.ts';

/**
 * The rows of files as items of a list: those in no folder, then each folder with its own, which can be folded away. A
 * folder is named by its whole path: however deep it is, its files stand no further in.
 */
export function rowsByFolder<File extends FilePlace>(
  files: readonly File[],
  renderRow: (file: File) => Html,
): Html {
  return html`${filesByFolder(files).map(({ folder, files: inFolder }) => {
    const rows = html`${inFolder.map(renderRow)}`;
    return folder === '' ? rows : renderFolder(folder, rows);
  })}`;
}

function renderFolder(folder: string, rows: Html): Html {
  return html`<li class="folder">
    <details open>
      <summary class="folder-name">
        ${icon('folder')}<span class="file-name">${userText(readable(folder))}</span>
        ${icon('next', 'turn icon-turns')}
      </summary>
      <ul>
        ${rows}
      </ul>
    </details>
  </li>`;
}

/** With blanks, so that a long one has places where a line can end. */
function readable(folder: string): string {
  return folder.split('/').join(' / ');
}
