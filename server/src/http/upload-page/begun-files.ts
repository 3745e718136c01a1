import type { IncomingUpload } from '../../domain/model/incoming-upload.ts';
import type { GrantAllowance } from '../../domain/grants/grant-allowance.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { userText } from '../html/user-text.ts';
import { formatsOf } from '../link-pages/page-parts.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import type { UploadView } from './upload-view.ts';

/** What was begun and not sent off, for those who come back; the script finds in it where to go on. */
export function renderBegun(view: UploadView, say: Say): Html | undefined {
  if (view.begun.length === 0) return undefined;
  const formats = formatsOf(view);
  const stateOf = ({ receivedBytes, sizeBytes }: IncomingUpload) =>
    receivedBytes === sizeBytes
      ? say('upload.begun.whole')
      : say('upload.begun.part', { share: formats.percent(receivedBytes / sizeBytes) });
  return html`<div class="begun">
    <h2>${say('upload.begun.title')}</h2>
    <ul class="begun-files">
      ${view.begun.map(
        (upload) =>
          html`<li
            class="chosen-file"
            data-upload="${upload.id}"
            data-name="${upload.name}"
            data-size="${upload.sizeBytes}"
            data-received="${upload.receivedBytes}"
            data-fingerprint="${upload.fingerprint}"
          >
            <span class="file-about">
              <span class="file-name">${userText(upload.name)}</span>
              <span class="file-facts nowrap">${formats.size(upload.sizeBytes)}</span>
              <span class="file-facts">${stateOf(upload)}</span>
            </span>
            <button class="button" type="button" hidden>${say('upload.script.remove')}</button>
          </li>`,
      )}
    </ul>
  </div>`;
}

/** What fits beside the uploads that were begun. */
export function roomBeside(
  begun: readonly IncomingUpload[],
  { files, bytes, fileBytes }: GrantAllowance,
): GrantAllowance {
  const taken = begun.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return {
    files: Math.max(0, files - begun.length),
    bytes: bytes === undefined ? undefined : Math.max(0, bytes - taken),
    fileBytes,
  };
}
