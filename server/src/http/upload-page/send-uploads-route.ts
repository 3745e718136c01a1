import { setTimeout } from 'node:timers/promises';
import { joinPath } from '#protocol/file-folder.ts';
import type { UploadOwner } from '../../domain/uploads/owners.ts';
import type { ResumableUploads } from '../../domain/uploads/resumable-uploads.ts';
import type { IncomingUpload } from '../../domain/model/incoming-upload.ts';
import { countedBytes, isWhole } from '../../domain/model/incoming-upload.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { formatsOf } from '../../i18n/formats.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import { factsLine } from '../html/cards.ts';
import { fileTile } from '../html/file-kind.ts';
import type { Html } from '../html/html.ts';
import { html, userText } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { operations } from '../generated/operations.js';
import { route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import type { UploadView } from './upload-page.ts';

/** Proxies cut sooner: most of them after a minute. */
const longestWaitMs = 20_000;

/**
 * Resolves once every complete upload, or those with these ids, are verified. Throws `upload_in_progress` when that
 * takes too long.
 */
type Preparation = (owner: UploadOwner, uploads?: readonly string[]) => Promise<void>;

/** Large files take long to verify, and no connection may be idle for as long. */
export function createPreparation(
  resumableUploads: Pick<ResumableUploads, 'prepare'>,
  stallMs: number,
): Preparation {
  const waitMs = Math.min(longestWaitMs, stallMs / 3);

  return async (owner, uploads) => {
    const timer = new AbortController();
    const tooLong = setTimeout(waitMs, 'too long', { signal: timer.signal });
    const outcome = await Promise.race([resumableUploads.prepare(owner, uploads), tooLong]).finally(
      () => {
        tooLong.catch(() => undefined);
        timer.abort();
      },
    );
    if (outcome === undefined) return;
    throw new ValiseError('upload_in_progress', 'The files are still being checked. Ask again.', {
      retryAfterSeconds: 1,
    });
  };
}

/** Sends resumable uploads: the same result as a form with files. */
export function sendUploadsRoute(
  { grants, resumableUploads }: Services,
  { stallMs }: { stallMs: number },
): Route {
  const untilPrepared = createPreparation(resumableUploads, stallMs);

  return route(operations.tus.send, async ({ target, actor }, { json }) => {
    const { uploads, message = '', from } = json;
    await untilPrepared(target.owner, uploads);
    const text = message.trim() === '' ? undefined : message.trim();
    return {
      status: 'done' as const,
      files: await grants.send(actor, target, uploads, text, from),
    };
  });
}

/** The uploads that were not sent, for returning readers; the script finds the offsets in it. */
export function renderBegun(view: UploadView, say: Say): Html | undefined {
  if (view.begun.length === 0) return undefined;
  const formats = formatsOf(view);
  const stateOf = (upload: IncomingUpload) =>
    isWhole(upload)
      ? say('upload.begun.whole')
      : say('upload.begun.part', {
          share: formats.percent(upload.receivedBytes / countedBytes(upload)),
        });
  return html`<div class="begun">
    <h2>${say('upload.begun.title')}</h2>
    <ul class="file-rows begun-files">
      ${view.begun.map(
        (upload) =>
          html`<li
            class="file-row"
            data-upload="${upload.id}"
            data-name="${upload.name}"
            data-folder="${upload.folder}"
            data-size="${countedBytes(upload)}"
            data-received="${upload.receivedBytes}"
            data-fingerprint="${upload.fingerprint}"
          >
            ${fileTile(upload)}
            <span class="row-words">
              <span class="file-name">${userText(joinPath(upload))}</span>
              ${factsLine([formats.size(countedBytes(upload)), stateOf(upload)])}
            </span>
            <button
              class="button quiet-button icon-button short begun-remove"
              type="button"
              data-act="remove"
              hidden
            >
              ${icon('close')}<span class="hidden-text">${say('upload.script.remove')}</span>
            </button>
          </li>`,
      )}
    </ul>
  </div>`;
}
