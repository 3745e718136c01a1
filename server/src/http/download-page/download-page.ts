import type { ShownSender } from '../../domain/model/account.ts';
import type { Instant } from '../../domain/model/clock.ts';
import { day } from '../../domain/model/clock.ts';
import type { PictureSizes } from '../../domain/pictures/pictures.ts';
import { formatsOf } from '../../i18n/formats.ts';
import type { Say } from '../../i18n/texts/translation.ts';
import type { Html } from '../html/html.ts';
import { renderSlip, slipFacts } from '../html/cards.ts';
import { html, userText } from '../html/html.ts';
import { icon } from '../html/icons.ts';
import { renderNote } from '../html/notes.ts';
import type { Reader } from '../link-pages/page-parts.ts';
import {
  checklist,
  explainPage,
  moment,
  receiveHead,
  renderVisitorPage,
  reportTo,
} from '../link-pages/page-parts.ts';
import { galleryScript, renderGallery } from '../html/file-thumb.ts';
import type { DownloadableFile } from './file-list.ts';
import { checksumList, doneState, fileList, pageOfFiles, stateLine } from './file-list.ts';
import { archiveNameOf } from './send-archive.ts';

const script = html`<script type="module" src="/assets/download-page.js"></script>`;

/**
 * The page of a receiver: who sent what, until when, and the download buttons. `shown`: which files, where the caller
 * has found that out.
 */
export function renderDownloadPage(view: DownloadView, shown = pageOfFiles(view)): string {
  const { language, say, serviceName, supportAddress, sender, files } = view;
  const { isForAnyone = false } = view;
  const count = files.length;
  const hasGallery = (view.pictures?.size ?? 0) > 0;
  const title =
    sender === undefined
      ? say('download.sentThrough', { service: serviceName, count })
      : say(isForAnyone ? 'anyone.sharedBy' : 'download.sentBy', { sender, count });
  const message = isBlank(view.message) ? say('download.defaultMessage') : view.message;
  const letter = html`<section class="letter" aria-label="${say('download.message')}" dir="auto">
    ${userText(message)}
  </section>`;
  const body = html`<article
    class="beside receive"
    data-downloading="${say('download.running.downloading')}"
    data-checking="${say('download.running.checking')}"
    data-checked="${say('download.running.checked')}"
    data-mismatch="${say('download.running.mismatch')}"
    data-broke-off="${say('download.running.brokeOff')}"
    data-busy="${say('download.running.busy')}"
    data-offline="${say('download.running.offline')}"
    data-by-browser="${say('download.running.byBrowser')}"
    data-saved="${say('download.running.saved')}"
    data-not-saved="${say('download.running.notSaved')}"
    data-cancel="${say('download.running.cancel')}"
    data-cancelled="${say('download.running.cancelled')}"
    data-left="${say('download.timeLeft', { duration: '{}' })}"
  >
    <template id="done-icon">${icon('check-ring')}</template>
    <template id="cancel-icon">${icon('close')}</template>
    <div class="stack">
      ${receiveHead(view, { title, serviceName, called: view.called, letter })}
      ${isUrgent(view) && renderNote('warn', say('download.endsSoon', { count }), undefined, 'hourglass')}
      <section class="card" aria-labelledby="files">
        ${count > 1 ? downloadAll(view, say) : html`<h2 id="files" class="hidden-text">${say('download.files')}</h2>`}
        ${fileList(view, shown)} ${checksumList(view, shown)}
      </section>
    </div>
    <div class="beside-sticky stack">
      ${slip(view, say)}
      ${explainPage(
        say('download.unexpected'),
        [
          say(isForAnyone ? 'anyone.whatThisIs' : 'download.whatThisIs', { service: serviceName }),
          say('download.whenInDoubt'),
          say(isForAnyone ? 'anyone.share' : 'download.keepTheLink'),
        ],
        reportTo(supportAddress, say),
      )}
    </div>
    ${hasGallery && renderGallery(say)}
  </article>`;
  const scripts = hasGallery ? html`${script}${galleryScript}` : script;
  return renderVisitorPage(language, say, { title, serviceName, body, script: scripts });
}

function downloadAll(view: DownloadView, say: Say): Html {
  const { secret } = view;
  const files = view.files.filter(({ isLimitReached }) => !isLimitReached);
  if (files.length === 0) {
    return html`<div class="all">
      <h2 id="files" class="hidden-text">${say('download.files')}</h2>
      <p>${say(view.isForAnyone === true ? 'anyone.limit' : 'download.limitAdvice')}</p>
    </div>`;
  }
  const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const name = archiveNameOf(view.serviceName, view.sentAt);
  return html`<div class="all" data-name="${name}">
    <div class="row-words">
      <h2 id="files">
        ${say('send.countFiles', { count: view.files.length })}
        <span class="count">${formatsOf(view).size(totalBytes)}</span>
      </h2>
      <a class="archive-name" href="/d/${secret}/all.zip" rel="nofollow">${name}</a>
    </div>
    <form method="post" action="/d/${secret}/all.zip" data-download>
      <button class="button primary big">
        ${icon('download')}${say('download.downloadAll', { size: formatsOf(view).size(totalBytes) })}
      </button>
    </form>
    ${stateLine(hasEveryFile(view) && doneState(say('download.allDownloaded')))}
  </div>`;
}

function hasEveryFile({ files }: DownloadView): boolean {
  return files.every(({ downloadedAt }) => downloadedAt !== undefined);
}

function isBlank(message: string | undefined): message is undefined {
  return message === undefined || message.trim() === '';
}

/** Until when, and what holds for the reader. */
function slip(view: DownloadView, say: Say): Html {
  const { now, sentAt, expiresAt } = view;
  const leftMs = expiresAt - now;
  const left = formatsOf(view).timeLeft(leftMs);
  const share = Math.round(Math.min(1, Math.max(0, leftMs / (expiresAt - sentAt))) * 100);
  const look = endsSoon(view) ? 'progress-warn' : '';
  return renderSlip(say('download.availableUntil'), [
    html`${slipFacts([
        [
          'hourglass',
          say('download.availableFor'),
          html`<span data-left-ms="${leftMs}" data-phrase="{}">${left}</span>`,
        ],
      ])}
      <progress class="${look}" value="${share}" max="100" aria-label="${left}"></progress>
      <p class="small quiet">${say('download.deletedOn')} ${moment(view, expiresAt)}</p>
      ${slipFacts([['mail', say('download.sent'), moment(view, sentAt)]])}`,
    checklist([
      say(view.isForAnyone === true ? 'anyone.meant' : 'download.forYou'),
      view.isConfirmed === true ? say('download.codeConfirmed') : undefined,
    ]),
  ]);
}

/** Whether the reader has little time for files that they do not have. */
function isUrgent(view: DownloadView): boolean {
  return endsSoon(view) && !hasEveryFile(view);
}

/**
 * In its last day, and in the second half of its life: a drop that lives for a day does not begin with a
 * warning.
 */
function endsSoon({ now, sentAt, expiresAt }: DownloadView): boolean {
  const leftMs = expiresAt - now;
  return leftMs < day && leftMs < (expiresAt - sentAt) / 2;
}

/** Everything the download page shows, and nothing of other receivers. */
export interface DownloadView extends Reader, ShownSender {
  say: Say;
  serviceName: string;
  /** The operator's contact address. */
  supportAddress: string | undefined;
  now: Instant;
  /** The secret of the link: the page's own address contains it. */
  secret: string;
  /** Whether a code was entered before. */
  isConfirmed?: boolean;
  /** Whether it is the page of a link for anyone, of which nobody knows who reads it. */
  isForAnyone?: boolean;
  sentAt: Instant;
  expiresAt: Instant;
  /** What the sender calls it; undefined: nothing. */
  called: string | undefined;
  /** Undefined when the sender wrote none. */
  message: string | undefined;
  files: readonly DownloadableFile[];
  /** Those that the shown files have; left out: none. */
  pictures?: PictureSizes;
  /** Which page of a long list of files is shown, from 1. */
  listPage: number;
  /** Only files with this in their name are shown; empty for all. */
  find: string;
}
