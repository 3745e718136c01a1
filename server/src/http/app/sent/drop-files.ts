import type { DispatchFile } from '../../../domain/model/dispatch.ts';
import { shownNameOf } from '../../../domain/model/file.ts';
import type { FileId } from '../../../domain/model/ids.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import type { PictureSizes } from '../../../domain/pictures/pictures.ts';
import { renderCard } from '../../html/cards.ts';
import { rowsByFolder } from '../../html/file-folders.ts';
import { fileTile } from '../../html/file-kind.ts';
import { icon } from '../../html/icons.ts';
import { fileThumb } from '../../html/file-thumb.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import type { PageReader } from '../frame/frame.ts';

export interface DropFiles {
  reader: PageReader;
  drop: SentDrop;
  files: {
    files: DispatchFile[];
    more: FileId | undefined;
    /** How many receivers have each of them, where it is any. */
    holders: ReadonlyMap<FileId, number>;
  };
  pictures: PictureSizes;
}

/** The files of a drop, with their pictures. */
export function renderFiles({ drop, files, pictures, reader }: DropFiles): Html {
  const { say, formats } = reader;
  const { dispatch } = drop;
  const tileOf = (file: DispatchFile): Html => {
    const picture = pictures.get(file.id);
    const path = `sent/${dispatch.id}/pictures/${file.id}`;
    const thumb = picture && { ...picture, page: 'app' as const, path, name: shownNameOf(file) };
    return thumb === undefined ? fileTile(file) : fileThumb(thumb, say);
  };
  const total = formats.number(drop.receiverCount);
  const shareOf = ({ id }: DispatchFile): Html =>
    html`<span class="file-state"
      >${icon('download', 'icon-s')}<span class="hidden-text"
        >${say('sent.columns.downloaded')}: </span
      >${say('sent.share', { done: formats.number(files.holders.get(id) ?? 0), total })}</span
    >`;
  return renderCard({
    id: 'files',
    title: say('sent.drop.files'),
    count: formats.number(drop.fileCount),
    body: html`<ul class="file-rows">
        ${rowsByFolder(
          files.files,
          (file) =>
            html`<li>
              <div class="file-row">
                ${tileOf(file)}
                <span class="row-words"
                  ><span class="file-name">${userText(shownNameOf(file))}</span>
                  <span class="small quiet">${formats.size(file.sizeBytes)}</span></span
                >
                ${drop.receiverCount > 0 && shareOf(file)}
              </div>
            </li>`,
        )}
      </ul>
      ${
        files.more !== undefined &&
        html`<p class="card-foot">
          <a class="button quiet-button" href="/app/sent/${dispatch.id}?files=${files.more}#files"
            >${say('sent.nextPage')}</a
          >
        </p>`
      }`,
  });
}
