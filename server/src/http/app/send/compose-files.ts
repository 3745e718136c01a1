import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import type { Say } from '../../../i18n/texts/translation.ts';
import {
  renderCamera,
  renderDropZone,
  renderUploadProgress,
} from '../../upload-page/upload-form.ts';
import type { ComposeView } from './compose-page.ts';
import { renderDraftFiles } from './draft-files.ts';
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
      ${problemAt(view, 'files-field')} ${renderDropZone(say, say('send.dropAnywhere'))}
      <span class="acts">
        <button class="button short choose-folder" type="button" hidden>
          ${icon('folder', 'icon-s')}${say('send.chooseFolder')}
        </button>
      </span>
      ${renderCamera(say)}
    </div>
    ${renderUploadProgress(say, renderProgressActs(say))} ${renderMissing(reader, view.missing)}
    <ul class="file-rows kept-files">
      ${renderDraftFiles(reader, files, mostShown)}
    </ul>
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
