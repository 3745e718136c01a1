import { mostCounted } from '../../../domain/dispatches/inbox-items.ts';
import type { RequestEntry } from '../../../domain/model/file-request.ts';
import type { InboxItem } from '../../../domain/model/inbox-item.ts';
import { endReasonOf } from '../../../domain/model/dispatch.ts';
import { isGuarded } from '../../../domain/model/receiver-code.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import { factsLine, renderCard } from '../../html/cards.ts';
import { fileTile } from '../../html/file-kind.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderEmpty } from '../../html/notes.ts';
import { personMark } from '../../html/people.ts';
import { dropName, receiversOf, renderProgress, stateOf } from '../frame/drop-parts.ts';
import type { PageReader } from '../frame/frame.ts';
import { when } from '../frame/when.ts';
import { renderCame, requestName } from '../file-requests/request-pages.ts';
import { senderOf } from '../inbox/inbox-list.ts';
import type { HomeView } from './home-page.ts';

const mostItems = 3;

/** What was sent last, or how something is sent. */
export function renderRecent({ reader, newest }: Pick<HomeView, 'reader' | 'newest'>): Html {
  const { say } = reader;
  if (newest.length === 0) {
    return renderEmpty(
      'files',
      say('sent.empty'),
      say('home.nothingSent'),
      html`<a class="button" href="/app/send">${icon('send')}${say('send.title')}</a>`,
    );
  }
  return renderCard({
    id: 'newest',
    title: say('sent.home.newest'),
    acts: html`<a class="small" href="/app/sent">${say('sent.home.all')}</a>`,
    body: html`<ul class="rows">
      ${newest.map((drop) => renderSent(drop, reader))}
    </ul>`,
  });
}

function renderSent(drop: SentDrop, reader: PageReader): Html {
  const { formats } = reader;
  const now = reader.now();
  return html`<li>
    <div class="row row-stack">
      ${fileTile({ name: drop.firstFile ?? '' })}
      <span class="row-words"
        ><a class="row-link truncate" href="/app/sent/${drop.dispatch.id}"
          >${dropName(drop, reader)}</a
        >
        ${factsLine([
          receiversOf(drop, reader),
          formats.size(drop.totalBytes),
          when(reader, drop.dispatch.createdAt),
        ])}</span
      >
      <span class="row-end"
        >${
          endReasonOf(drop, now) === undefined
            ? renderProgress(drop, reader, 'brief')
            : stateOf(drop, now, reader)
        }</span
      >
    </div>
  </li>`;
}

/** What came last. What a code or a password guards shows who sent it, as the inbox does before they are entered. */
export function renderInbox({ reader, items, newItems, email }: HomeView): Html {
  const { say, formats } = reader;
  if (items.length === 0) {
    return renderEmpty(
      'inbox',
      say('inbox.empty'),
      say('inbox.emptyHint', { email }),
      html`<a class="button" href="/app/requests/new">${say('requests.new')}</a>`,
    );
  }
  const many = `${formats.number(mostCounted - 1)}+`;
  const news = newItems < mostCounted ? say('home.newItems', { count: newItems }) : many;
  return renderCard({
    id: 'inbox',
    title: say('inbox.title'),
    count: newItems === 0 ? undefined : news,
    acts: html`<a class="small" href="/app/inbox">${say('home.openInbox')}</a>`,
    body: html`<ul class="rows">
      ${items.slice(0, mostItems).map((item) => renderItem(item, reader))}
    </ul>`,
  });
}

function renderItem(item: InboxItem, reader: PageReader): Html {
  const { say, formats } = reader;
  const isNew = item.seenAt === undefined;
  const files = say('inbox.fileCount', { count: item.files, size: formats.size(item.bytes) });
  const demand = say(item.hasPassword === true ? 'inbox.needsPassword' : 'inbox.needsCode');
  return html`<li>
    <div class="row">
      ${personMark(item.senderName, item.senderEmail)}
      <span class="row-words"
        ><a class="row-link truncate ${!isNew && 'row-seen'}" href="/app/inbox/${item.token}"
          >${userText(senderOf(item, reader))}</a
        >
        ${factsLine([isGuarded(item) ? demand : files, when(reader, item.createdAt)])}</span
      >
      ${isNew && html`<span class="dot" role="img" aria-label="${say('inbox.new')}"></span>`}
    </div>
  </li>`;
}

export function renderRequests({ reader, requests }: HomeView): Html | undefined {
  if (requests.length === 0) return undefined;
  const { say } = reader;
  return renderCard({
    id: 'requests',
    title: say('home.requests'),
    acts: html`<a class="small" href="/app/requests">${say('requests.all')}</a>`,
    body: html`<ul class="rows">
      ${requests.map((entry) => renderRequest(entry, reader))}
    </ul>`,
  });
}

function renderRequest(entry: RequestEntry, reader: PageReader): Html {
  const { dispatch, came } = entry;
  return html`<li>
    <div class="row row-two">
      <span class="row-words"
        ><a class="row-link truncate" href="/app/requests/${dispatch.id}"
          >${userText(dispatch.title ?? requestName(entry, reader))}</a
        >
        ${factsLine([
          renderCame(came, reader),
          html`${reader.say('sent.expires')} ${when(reader, dispatch.expiresAt)}`,
        ])}</span
      >
    </div>
  </li>`;
}

/** How much of what the account may have unsent is used; nothing where there is neither a limit nor a file. */
export function renderSpace({ reader, space }: HomeView): Html | undefined {
  const { usedBytes, quotaBytes } = space;
  if (quotaBytes === undefined && usedBytes === 0) return undefined;
  const { say, formats } = reader;
  const used = formats.size(usedBytes);
  const text =
    quotaBytes === undefined ? used : say('home.used', { used, total: formats.size(quotaBytes) });
  return renderCard({
    id: 'space',
    title: say('home.space'),
    isPadded: true,
    body: html`<p class="strong">${text}</p>
      ${quotaBytes !== undefined && renderMeter(usedBytes, quotaBytes)}
      <p class="small quiet">${say('home.usedHint')}</p>`,
  });
}

const nearlyFull = 0.9;

function renderMeter(usedBytes: number, quotaBytes: number): Html {
  const share = quotaBytes === 0 ? 1 : Math.min(1, usedBytes / quotaBytes);
  return html`<progress
    class="${share >= nearlyFull && 'progress-warn'}"
    value="${share.toFixed(3)}"
    max="1"
    aria-labelledby="space-title"
  ></progress>`;
}
