import { setTimeout } from 'node:timers/promises';

import type { Sending } from '#protocol/schemas/tus.ts';
import type { UploadOwner } from '../../domain/grants/commands.ts';
import type { ResumableUploads } from '../../domain/grants/resumable-uploads.ts';
import type { IncomingUpload } from '../../domain/model/incoming-upload.ts';
import { ValiseError, invalid } from '../../domain/model/valise-error.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import { tusChecks } from '../generated/checks.js';
import type { Html } from '../html/html.ts';
import { html, userText } from '../html/html.ts';
import type { GetGrant } from '../link-pages/link-page.ts';
import { actorOf } from '../link-pages/link-page.ts';
import { formatsOf } from '../link-pages/page-parts.ts';
import { refuseForeignPage } from '../routing/guard.ts';
import type { Route, Services } from '../routing/route.ts';
import type { UploadView } from './upload-page.ts';

interface Options {
  publicUrl: string | undefined;
  getGrant: GetGrant;
  /** A connection without progress for this long is cut. */
  stallMs: number;
}

/** Proxies cut sooner: most of them after a minute. */
const longestWaitMs = 20_000;

/** Resolves once every complete upload is verified. Throws `upload_in_progress` when that takes too long. */
type Preparation = (owner: UploadOwner, uploads: readonly string[]) => Promise<void>;

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
  { resumableUploads }: Services,
  { publicUrl, getGrant, stallMs }: Options,
): Route {
  const untilPrepared = createPreparation(resumableUploads, stallMs);

  return {
    path: '/u/:secret/send',
    access: 'public',
    cost: 'request',
    methods: {
      POST: {
        body: 'json',
        schema: tusChecks.send_uploads,
        async explain(request) {
          refuseForeignPage(request, publicUrl);
          await getGrant(request);
          explainSending(request.body);
        },
        async handle(request) {
          refuseForeignPage(request, publicUrl);
          const grant = await getGrant(request);
          const actor = actorOf(grant, request);
          const { uploads, message = '', from } = request.body as Sending;
          await untilPrepared(grant, uploads);
          const text = message.trim() === '' ? undefined : message.trim();
          return {
            status: 'done',
            files: await resumableUploads.send(actor, grant, uploads, text, from),
          };
        },
      },
    },
  };
}

/** Throws the fault of a body that does not fit the schema. */
function explainSending(body: unknown): never {
  if (typeof body !== 'object' || body === null) {
    throw new ValiseError('bad_request', 'The body must be a JSON object.');
  }
  const { uploads, from } = body as Record<string, unknown>;
  if (!tusChecks.send_uploads.body({ uploads })) {
    throw invalid([{ field: 'uploads', problem: 'must be a list of the ids of uploads.' }]);
  }
  const field = tusChecks.send_uploads.body({ uploads, from }) ? 'message' : 'from';
  throw invalid([{ field, problem: 'must be a text.' }]);
}

/** The uploads that were not sent, for returning readers; the script finds the offsets in it. */
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
            <button class="button" type="button" data-act="remove" hidden>
              ${say('upload.script.remove')}
            </button>
          </li>`,
      )}
    </ul>
  </div>`;
}
