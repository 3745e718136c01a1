import { joinPath } from '#protocol/file-folder.ts';
import { inFileOrder } from '../../../domain/files/file-order.ts';
import type { IncomingUpload } from '../../../domain/model/incoming-upload.ts';
import { countedBytes, isWhole } from '../../../domain/model/incoming-upload.ts';
import { fileTile } from '../../html/file-kind.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import type { PageReader } from '../frame/frame.ts';

/** A folder with all that is in it; the sums are of the files below it, too. */
interface Folder {
  name: string;
  folders: Map<string, Folder>;
  files: IncomingUpload[];
  count: number;
  bytes: number;
}

/**
 * The first files of a draft in their folders, as items of a list. What a person has to choose again comes first. The
 * script draws the same (`web/scripts/file-tree.js`).
 */
export function renderDraftFiles(
  reader: PageReader,
  files: readonly IncomingUpload[],
  mostShown: number,
): Html {
  const unfinished = files.filter((file) => !isWhole(file));
  const shown = [...unfinished, ...inFileOrder(files.filter(isWhole))].slice(0, mostShown);
  const whole = treeOf(shown.filter(isWhole));
  return html`${shown.filter((file) => !isWhole(file)).map((file) => renderFile(reader, file))}
  ${renderInside(reader, whole)}`;
}

function emptyFolder(name: string): Folder {
  return { name, folders: new Map(), files: [], count: 0, bytes: 0 };
}

function treeOf(files: readonly IncomingUpload[]): Folder {
  const root = emptyFolder('');
  for (const file of files) {
    let folder = root;
    for (const name of file.folder === '' ? [] : file.folder.split('/')) {
      const next = folder.folders.get(name) ?? emptyFolder(name);
      folder.folders.set(name, next);
      folder = next;
      folder.count += 1;
      folder.bytes += countedBytes(file);
    }
    folder.files.push(file);
  }
  return root;
}

function renderInside(reader: PageReader, { folders, files }: Folder): Html {
  return html`${Array.from(folders.values(), (folder) => renderFolder(reader, folder))}
  ${files.map((file) => renderFile(reader, file))}`;
}

function renderFolder(reader: PageReader, folder: Folder): Html {
  const { say, formats } = reader;
  return html`<li>
    <details class="tree" open>
      <summary class="file-row">
        <span class="file-tile">${icon('folder')}</span>
        <span class="row-words">
          <span class="file-name">${userText(folder.name)}</span>
          <span class="small quiet"
            >${say('send.countFiles', { count: folder.count })}, ${formats.size(folder.bytes)}</span
          >
        </span>
        <span class="file-state"></span>
        ${icon('next', 'turn icon-turns')}
      </summary>
      <ul class="tree-inside">
        ${renderInside(reader, folder)}
      </ul>
    </details>
  </li>`;
}

function renderFile(reader: PageReader, file: IncomingUpload): Html {
  const { say, formats } = reader;
  const { id, name, folder, receivedBytes } = file;
  const sizeBytes = countedBytes(file);
  const share = formats.percent(receivedBytes / sizeBytes);
  const words = isWhole(file)
    ? html`<span class="small quiet">${formats.size(sizeBytes)}</span>`
    : html`<span class="small quiet">${formats.size(sizeBytes)}</span>
        ${folder !== '' && html`<span class="small quiet">${userText(folder)}</span>`}
        <span class="chosen-state">${say('upload.begun.part', { share })}</span>`;
  const state = isWhole(file)
    ? html`<span class="file-state is-good"
        >${icon('check-ring')}<span class="not-narrow">${say('send.uploaded')}</span></span
      >`
    : html`<span class="file-state">${icon('alert')}</span>`;
  // A page has many.
  // prettier-ignore
  return html`<li class="draft-file" data-upload="${id}" data-name="${name}" data-folder="${folder}" data-size="${sizeBytes}" data-received="${receivedBytes}" data-fingerprint="${file.fingerprint}"><div class="file-row">${fileTile({ name })}<span class="row-words"><span class="file-name">${userText(name)}</span>${words}</span>${state}<span class="file-acts">${renderActs(reader, file)}</span></div></li>`;
}

/** Without the script, the menu holds the field for another name. */
function renderActs({ say }: PageReader, file: IncomingUpload): Html {
  const { id, name } = file;
  const label = say('send.moreFor', { name: joinPath(file) });
  const rename = say('send.rename');
  const remove = say('upload.script.remove');
  // prettier-ignore
  return html`<details name="menu" class="menu"><summary class="button quiet-button icon-button short" aria-label="${label}">${icon('more')}</summary><div class="menu-list menu-form"><label class="label" for="name-${id}">${say('send.newName')}</label><input class="input" id="name-${id}" name="name-${id}" value="${name}" autocomplete="off"><button class="button short" name="act" value="save">${rename}</button><button class="menu-item menu-danger" name="remove" value="${id}">${icon('trash')}${remove}</button></div></details>`;
}
