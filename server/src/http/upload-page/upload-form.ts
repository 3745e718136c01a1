import type { Allowance } from '../../domain/uploads/allowance.ts';
import type { IncomingUpload } from '../../domain/model/incoming-upload.ts';
import { countedBytes } from '../../domain/model/incoming-upload.ts';
import type { Texts } from '../../i18n/texts/texts.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import { fileTile } from '../html/file-kind.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { scriptForms } from '../html/script-forms.ts';

/** The parts of a form that `web/scripts/uploader.js` takes over. They work without it. */

/** `title`: left out, it asks for a drop here. */
export function renderDropZone(say: Say, title = say('upload.drop')): Html {
  return html`<div class="drop drop-zone">
    <span class="drop-icon">${icon('upload')}</span>
    <p class="drop-title drop-hint">${title}</p>
    <label class="choose" for="files">${icon('plus')}${say('upload.choose')}</label>
    <input class="file-input" type="file" id="files" name="file" multiple />
    <template data-tile>${fileTile({ name: '' })}</template>
  </div>`;
}

/** On a device with a camera; others do not show it. Neither field is required, because one of them suffices. */
export function renderCamera(say: Say): Html {
  return html`<label class="button camera"
    >${icon('camera')}<span>${say('upload.takePhoto')}</span
    ><input class="camera-input" type="file" name="file" accept="image/*" capture="environment"
  /></label>`;
}

/** Progress and what is said about it; empty until the script fills it. `acts` stand beside the progress. */
export function renderUploadProgress(say: Say, acts?: Html): Html {
  return html`<div class="overall progress-total" hidden>
      <p class="overall-words">
        <span class="overall-share"></span> <span class="quiet progress-text"></span>
      </p>
      ${acts}
      <progress max="1" value="0" aria-label="${say('upload.script.total')}"></progress>
    </div>
    <p class="hidden-text send-news" role="status"></p>
    <p class="refused-summary" role="status"></p>
    <p class="send-status" role="status"></p>
    <p class="send-alert" role="alert"></p>`;
}

/** What fits beside the uploads that were begun. */
export function roomBeside(
  begun: readonly IncomingUpload[],
  { files, bytes, fileBytes }: Allowance,
): Allowance {
  const taken = begun.reduce((sum, upload) => sum + countedBytes(upload), 0);
  return {
    files: Math.max(0, files - begun.length),
    bytes: bytes === undefined ? undefined : Math.max(0, bytes - taken),
    fileBytes,
  };
}

/** What the lists of files say on the Send page and on the upload page. */
export function listTexts({ rename, newName, moreFiles }: Texts['send']) {
  return { rename, newName, moreFiles: scriptForms(moreFiles) };
}
