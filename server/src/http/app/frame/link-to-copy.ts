import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { PageReader } from './frame.ts';
import { renderQrCode } from './qr-code.ts';

/** A link as a QR code and as a text with a button that copies it. `id`: of the text on its page. */
export function linkToCopy(
  link: string,
  { say }: Pick<PageReader, 'say'>,
  { id, above }: { id: string; above?: Html },
): Html {
  return html`<div class="link-share">
    ${renderQrCode(link, say('sent.receiver.qr'))}
    <div class="stack stack-s">
      ${above}
      <p><code class="link-text" id="${id}">${link}</code></p>
      <p hidden data-copy="${id}">
        <button class="button wide" type="button" data-copied="${say('sent.receiver.copied')}">
          ${say('sent.receiver.copy')}
        </button>
      </p>
    </div>
  </div>`;
}
