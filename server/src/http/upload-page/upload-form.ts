import type { Allowance } from '../../domain/uploads/allowance.ts';
import type { IncomingUpload } from '../../domain/model/incoming-upload.ts';
import { countedBytes } from '../../domain/model/incoming-upload.ts';
import type { PluralForms, Texts } from '../../i18n/texts/texts.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import { fileTile } from '../html/file-kind.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { icon } from '../html/icons.ts';

/** The parts of a form that `web/scripts/uploader.js` takes over. They work without it. */

export function renderDropZone(say: Say, { isRequired }: { isRequired: boolean }): Html {
  const input = isRequired
    ? html`<input class="file-input" type="file" id="files" name="file" multiple required />`
    : html`<input class="file-input" type="file" id="files" name="file" multiple />`;
  return html`<div class="drop drop-zone">
    <span class="drop-icon">${icon('upload')}</span>
    <p class="drop-title drop-hint">${say('upload.drop')}</p>
    <label class="choose" for="files">${icon('plus')}${say('upload.choose')}</label>
    ${input}
    <template data-tile>${fileTile({ name: '' })}</template>
  </div>`;
}

/** Progress and what is said about it; empty until the script fills it. */
export function renderUploadProgress(say: Say): Html {
  return html`<div class="overall progress-total" hidden>
      <label for="progress-total">${say('upload.script.total')}</label>
      <progress id="progress-total" max="1" value="0"></progress>
      <span class="progress-text quiet"></span>
    </div>
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

/** A text for a script, which looks for the form of a count. An operator's may be one for all counts. */
export function scriptForms(text: string | PluralForms): PluralForms {
  return typeof text === 'string' ? { other: text } : text;
}
