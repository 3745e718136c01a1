import { joinPath } from '#protocol/file-folder.ts';
import type { IncomingUpload } from '../../../domain/model/incoming-upload.ts';
import { countedBytes, isWhole } from '../../../domain/model/incoming-upload.ts';
import { fileTile } from '../../html/file-kind.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import type { Say } from '../../../i18n/texts/translation.ts';
import { renderDropZone, renderUploadProgress } from '../../upload-page/upload-form.ts';
import type { ComposeView } from './compose-page.ts';
import { renderMissing } from './missing-files.ts';

/** A page that shows more would be too large. */
const mostShown = 50;

/** The card of the files: where they are dropped, how far they are, and what can be done with each. */
export function renderFiles(view: ComposeView): Html {
  const { files, reader } = view;
  const { say } = reader;
  return html`<fieldset class="card compose-files" id="files-field">
    <legend class="hidden-text">${say('send.files')}</legend>
    <div class="card-head">
      <span class="label card-title" aria-hidden="true">${say('send.files')}</span>
      ${problemAt(view, 'files-field')}
      <span class="acts">
        <button class="button short choose-folder" type="button" hidden>
          ${icon('folder', 'icon-s')}${say('send.chooseFolder')}
        </button>
      </span>
      ${renderDropZone(say, { isRequired: false, title: say('send.dropAnywhere') })}
    </div>
    ${renderUploadProgress(say, renderProgressActs(say))} ${renderMissing(reader, view.missing)}
    <ul class="file-rows chosen" hidden></ul>
    <div class="kept">
      <ul class="file-rows kept-files">
        ${unfinishedFirst(files)
          .slice(0, mostShown)
          .map((file) => renderFile(view, file))}
      </ul>
    </div>
    ${files.length > mostShown && html`<p class="quiet more-kept">${say('send.moreFiles', { count: files.length - mostShown })}</p>`}
    <p class="drop-line small">${say('send.dropMore')}</p>
    <p class="card-foot compose-add-line">
      <button class="button compose-add" type="submit" name="act" value="save">
        ${say('send.addFiles')}
      </button>
    </p>
  </fieldset>`;
}

function renderProgressActs(say: Say): Html {
  return html`<span class="acts">
    <button class="button short tell-me" type="button" hidden>
      ${icon('bell', 'icon-s')}${say('send.script.tellMe')}
    </button>
    <button class="button short pause" type="button" hidden>${say('upload.script.pause')}</button>
  </span>`;
}

/** What a person has to choose again comes first. */
function unfinishedFirst(files: readonly IncomingUpload[]): IncomingUpload[] {
  return [...files.filter((file) => !isWhole(file)), ...files.filter(isWhole)];
}

function renderFile({ reader }: ComposeView, file: IncomingUpload): Html {
  const { say, formats } = reader;
  const { id, name, receivedBytes } = file;
  const path = joinPath(file);
  const sizeBytes = countedBytes(file);
  const state = isWhole(file)
    ? say('send.uploaded')
    : say('upload.begun.part', { share: formats.percent(receivedBytes / sizeBytes) });
  return html`<li
    class="chosen-file"
    data-upload="${id}"
    data-name="${name}"
    data-folder="${file.folder}"
    data-size="${sizeBytes}"
    data-received="${receivedBytes}"
    data-fingerprint="${file.fingerprint}"
  >
    ${fileTile({ name })}
    <span class="file-about">
      <span class="file-name">${userText(path)}</span>
      <span class="file-facts nowrap">${formats.size(sizeBytes)}</span>
      <span class="file-facts">${state}</span>
    </span>
    <span class="file-acts">
      <details class="rename">
        <summary class="button quiet-button short">
          ${say('send.rename')}<span class="hidden-text">: ${userText(path)}</span>
        </summary>
        <label class="label" for="name-${id}">${say('send.newName')}</label>
        <input class="input" id="name-${id}" name="name-${id}" value="${name}" autocomplete="off" />
      </details>
      <button class="button quiet-button short" type="submit" name="remove" value="${id}">
        ${say('upload.script.remove')}<span class="hidden-text">: ${userText(path)}</span>
      </button>
    </span>
  </li>`;
}

/** What is wrong with a field of the form. */
export function problemAt(
  { problems }: Pick<ComposeView, 'problems'>,
  field: string,
): Html | undefined {
  const problem = problems.find((each) => each.field === field);
  return (
    problem &&
    html`<p class="problem" id="${field}-problem">${icon('alert')}<span>${problem.text}</span></p>`
  );
}
