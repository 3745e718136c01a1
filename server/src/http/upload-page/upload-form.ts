import { maxMessageCharacters } from '../../domain/model/message.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import { renderBegun, roomBeside } from './begun-files.ts';
import { refusalTexts } from './refusal.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import type { Texts } from '../../i18n/texts/texts.ts';
import type { UploadView } from './upload-view.ts';

/**
 * A plain form that works as it is. The script finds its words and limits in the data attributes,
 * takes over the choosing and sending, and shows what is hidden here.
 */
export function renderUploadForm(view: UploadView, say: Say): Html {
  const { secret, query, allowance, begun, sent, refusal } = view;
  return html`<form
    class="send-form"
    method="post"
    enctype="multipart/form-data"
    action="/u/${secret}${query}"
    data-texts="${scriptTexts(view.translation.texts)}"
    data-limits="${JSON.stringify(roomBeside(begun, allowance))}"
    data-sendings="${sent.length}"
  >
    ${sent.length > 0 && html`<h2>${say('upload.more')}</h2>`}
    <div class="drop-zone">
      <p class="drop-hint">${say('upload.drop')}</p>
      <label class="choose" for="files">${say('upload.choose')}</label>
      <input class="file-input" type="file" id="files" name="file" multiple required />
    </div>
    <ul class="chosen" hidden></ul>
    ${renderBegun(view, say)}
    <div class="field">
      <label class="field-label" for="message">${say('upload.message')}</label>
      <textarea id="message" name="message" rows="3" maxlength="${maxMessageCharacters}" dir="auto">
${refusal?.message}</textarea>
    </div>
    <div class="progress-total" hidden>
      <label for="progress-total">${say('upload.script.total')}</label>
      <progress id="progress-total" max="1" value="0"></progress>
      <span class="progress-text quiet"></span>
    </div>
    <p class="refused-summary" role="status"></p>
    <p class="send-status" role="status"></p>
    <p class="send-alert" role="alert"></p>
    <div class="send-actions">
      <button class="button button-main" type="submit">${say('upload.send')}</button>
      <button class="button pause" type="button" hidden>${say('upload.script.pause')}</button>
      <button class="button cancel" type="button" hidden>${say('upload.script.cancel')}</button>
    </div>
    <p class="quiet">${say('upload.together')}</p>
  </form>`;
}

/** The script's words; refusals stand under the error code that the server answers with. */
function scriptTexts({ upload: { script, refusals } }: Texts): string {
  const byCode: Record<string, string> = { other: refusals.failed };
  for (const [code, text] of Object.entries(refusalTexts)) byCode[code] = refusals[text];
  return JSON.stringify({ ...script, refusals: byCode });
}
