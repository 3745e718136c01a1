import type { RequestDetails, RequestLink } from '../../../domain/grants/file-requests.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import { day } from '../../../domain/model/clock.ts';
import type { CameBack, RequestEntry } from '../../../domain/model/file-request.ts';
import { isBareLink, endReasonOf } from '../../../domain/model/dispatch.ts';
import type { ReturnSum } from '../../../domain/model/dispatch.ts';
import type { Html } from '../../html/html.ts';
import { excerpt, html, userText } from '../../html/html.ts';
import { renderEmpty } from '../../html/layout.ts';
import { renderTable } from '../../html/table.ts';
import { csrfField } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { renderPaging } from '../frame/paging.ts';
import { selectField } from '../frame/select-field.ts';

const longestExcerpt = 100;

interface ListView {
  reader: PageReader;
  entries: readonly RequestEntry[];
  /** Whether there are older ones. */
  hasMore: boolean;
  isFirst: boolean;
  now: Instant;
}

/** The requests of a person, newest first. */
export function listPage(view: ListView): AppPage {
  const { reader, entries, now } = view;
  const { say, formats } = reader;
  const title = say('requests.title');
  const last = entries.at(-1)?.dispatch.id;
  const table = renderTable(
    title,
    [
      {
        label: say('requests.asked'),
        cell: (entry) =>
          html`<a href="/app/requests/${entry.dispatch.id}">${userText(nameOf(entry, reader))}</a>
            ${
              entry.dispatch.message !== undefined &&
              html`<span class="aside"
                >${userText(excerpt(entry.dispatch.message, longestExcerpt))}</span
              >`
            }`,
      },
      {
        label: say('requests.came'),
        cell: ({ came }) => renderCame(came, reader),
        width: 'medium',
      },
      {
        label: say('requests.until'),
        cell: ({ dispatch }) => formats.dateTime(dispatch.expiresAt),
        width: 'medium',
      },
      {
        label: say('requests.state'),
        cell: (entry) => renderState(entry, now, reader),
        width: 'small',
      },
    ],
    entries,
  );
  const ask = html`<a class="button button-main" href="/app/requests/new"
    >${say('requests.new')}</a
  >`;
  const body = html`<div class="page-head">
      <h1>${title}</h1>
      ${ask}
    </div>
    ${
      entries.length === 0 && view.isFirst
        ? renderEmpty(say('requests.empty'), html`${say('requests.emptyHint')}`)
        : table
    }
    ${renderPaging(view.isFirst, view.hasMore ? last : undefined, 'requests', [
      say('requests.newest'),
      say('requests.older'),
    ])}`;
  return { title, body };
}

function nameOf({ receivers, firstEmail }: RequestEntry, { say }: PageReader): string {
  if (firstEmail === '') return say('requests.linkCount', { count: receivers });
  return receivers === 1
    ? firstEmail
    : say('requests.andMore', { first: firstEmail, count: receivers - 1 });
}

function renderCame({ files, bytes }: ReturnSum, { say, formats }: PageReader): string {
  return files === 0
    ? say('requests.nothing')
    : say('requests.cameFiles', { count: files, size: formats.size(bytes) });
}

function renderState(
  request: Pick<RequestEntry, 'dispatch' | 'endedAt'>,
  now: Instant,
  { say }: PageReader,
): Html {
  const reason = endReasonOf(request, now);
  if (reason === undefined) {
    return html`<span class="badge badge-live">${say('requests.open')}</span>`;
  }
  const text = reason === 'revoked' ? say('requests.closed') : say('requests.expired');
  return html`<span class="badge">${text}</span>`;
}

export interface DetailView {
  reader: PageReader;
  csrfToken: string;
  details: RequestDetails;
  /** The start of every link. */
  origin: string;
  choices: readonly number[];
  notice: Html | undefined;
  now: Instant;
}

/** One request: its links, what came, and what can be done with it. */
export function detailPage(view: DetailView): AppPage {
  const { reader, details, now } = view;
  const { say, formats } = reader;
  const { dispatch, endedAt } = details;
  const title = say('requests.requestOf', { date: formats.dateTime(dispatch.createdAt) });
  const isLive = endReasonOf(details, now) === undefined;
  const body = html`<p><a href="/app/requests">${say('requests.all')}</a></p>
    <h1>${title}</h1>
    ${view.notice}
    <p>${renderState(details, now, reader)} ${endOf(details, now, reader)}</p>
    ${
      dispatch.message !== undefined &&
      html`<p class="message" dir="auto">${userText(dispatch.message)}</p>`
    }
    ${renderLimits(details, reader)} ${renderReturns(view)} ${renderLinks(view)}
    ${isLive && renderChanges(view)}`;
  const hasLinks = details.links.some(({ secret }) => secret !== undefined);
  return {
    title,
    body,
    ...(hasLinks && isLive && endedAt === undefined ? { script } : {}),
  };
}

const script = html`<script type="module" src="/assets/copy-link.js"></script>`;

function endOf(details: RequestDetails, now: Instant, { say, formats }: PageReader): string {
  const { dispatch, endedAt } = details;
  const reason = endReasonOf(details, now);
  const until = formats.dateTime(dispatch.expiresAt);
  if (reason === undefined) return say('requests.openUntil', { date: until });
  return reason === 'expired' || endedAt === undefined
    ? say('requests.expiredOn', { date: until })
    : say('requests.closedOn', { date: formats.dateTime(endedAt) });
}

function renderLimits({ limits }: RequestDetails, { say, formats }: PageReader): Html | undefined {
  if (limits === undefined) return undefined;
  const { maxFiles, maxBytes, maxFileBytes, maxReturns } = limits;
  const megabytes = (bytes: number): string => formats.number(bytes / 1_000_000);
  const shown: (readonly [string, string])[] = [];
  if (maxFiles !== undefined) shown.push([say('requests.maxFiles'), formats.number(maxFiles)]);
  if (maxBytes !== undefined) shown.push([say('requests.maxBytes'), megabytes(maxBytes)]);
  if (maxFileBytes !== undefined) {
    shown.push([say('requests.maxFileBytes'), megabytes(maxFileBytes)]);
  }
  if (maxReturns !== undefined) {
    shown.push([say('requests.maxReturns'), formats.number(maxReturns)]);
  }
  if (shown.length === 0) return undefined;
  return html`<ul class="facts quiet">
    ${shown.map(([name, value]) => html`<li>${name}: ${value}</li>`)}
  </ul>`;
}

function renderReturns({ reader, details }: DetailView): Html {
  const { say, formats } = reader;
  const rows = renderTable<CameBack>(
    say('requests.cameTitle'),
    [
      {
        label: say('inbox.from'),
        cell: ({ nick, email, token, isLive }) => {
          const name = userText(nick === '' ? email : nick);
          const address = nick !== '' && email !== '' && html`<span class="aside">${email}</span>`;
          return isLive
            ? html`<a href="/app/inbox/${token}">${name}</a>${address}`
            : html`${name}${address}`;
        },
      },
      {
        label: say('inbox.files'),
        cell: ({ files, bytes }) =>
          say('requests.cameFiles', { count: files, size: formats.size(bytes) }),
        width: 'medium',
      },
      {
        label: say('requests.cameTitle'),
        cell: ({ at, isLive }) =>
          html`${formats.dateTime(at)}${
            !isLive && html`<span class="aside">${say('requests.gone')}</span>`
          }`,
        width: 'medium',
      },
    ],
    details.returns,
  );
  return html`<section class="panel" aria-labelledby="came-title">
    <h2 id="came-title">${say('requests.cameTitle')}</h2>
    ${
      details.returns.length === 0
        ? html`<p class="quiet">${say('requests.cameNothing')}</p>`
        : rows
    }
  </section>`;
}

function renderLinks(view: DetailView): Html {
  const { reader, details } = view;
  const { say } = reader;
  const left = details.linkCount - details.links.length;
  return html`<section class="panel" aria-labelledby="links-title">
    <h2 id="links-title">${say('requests.linksTitle')}</h2>
    <ul class="link-list">
      ${details.links.map((link, at) => renderLink(view, link, at))}
    </ul>
    ${left > 0 && html`<p class="quiet">${say('requests.moreLinks', { count: left })}</p>`}
  </section>`;
}

function renderLink(view: DetailView, link: RequestLink, at: number): Html {
  const { reader, details, origin } = view;
  const { say, formats } = reader;
  const isBare = isBareLink(link);
  const name = isBare
    ? say('requests.linkNumber', { number: formats.number(at + 1) })
    : link.nick === ''
      ? link.email
      : link.nick;
  const { id } = details.dispatch;
  const { files, bytes } = link.came;
  return html`<li class="link-item">
    <h3>${userText(name)}</h3>
    ${!isBare && link.nick !== '' && html`<p class="quiet">${link.email}</p>`}
    <p class="quiet">
      ${renderMailState(link, reader)}
      ${
        files > 0 &&
        html`<span>${say('requests.used', { count: files, size: formats.size(bytes) })}</span>`
      }
    </p>
    ${
      link.secret !== undefined &&
      html`<div class="link-tools">
        <input
          class="link-address"
          id="link-${link.id}"
          type="text"
          readonly
          value="${origin}/u/${link.secret}"
          aria-label="${say('requests.linkLabel', { person: name })}"
        />
        <div data-copy="link-${link.id}" hidden>
          <button class="button" type="button" data-copied="${say('requests.copied')}">
            ${say('requests.copy')}
          </button>
        </div>
        <details class="link-qr">
          <summary>${say('requests.qr')}</summary>
          <img
            src="/app/requests/${id}/links/${link.id}/qr.svg"
            alt="${say('requests.qr')}"
            width="200"
            height="200"
            loading="lazy"
          />
        </details>
        <form method="post" action="/app/requests/${id}/links/${link.id}/end">
          ${csrfField(view.csrfToken)}
          <button class="button" type="submit">
            ${say('requests.endLink')}<span class="visually-hidden">: ${name}</span>
          </button>
        </form>
      </div>`
    }
  </li>`;
}

function renderMailState(link: RequestLink, { say }: PageReader): Html | undefined {
  if (link.linkHash === undefined) return html`<span>${say('requests.ended')}</span>`;
  switch (link.mail) {
    case undefined:
    case 'withdrawn':
      return undefined;
    case 'waiting':
      return html`<span>${say('requests.mailWaiting')}</span>`;
    case 'sent':
    case 'captured':
      return html`<span>${say('requests.mailSent')}</span>`;
    case 'refused':
    case 'abandoned':
    case 'suppressed':
      return html`<span class="badge badge-warn">${say('requests.mailFailed')}</span>`;
  }
}

function renderChanges(view: DetailView): Html {
  const { reader, details, choices, now } = view;
  const { say, formats } = reader;
  const { id } = details.dispatch;
  const hasPeople = details.links.some((link) => !isBareLink(link));
  const token = csrfField(view.csrfToken);
  return html`<section class="panel" aria-labelledby="extend-title">
      <h2 id="extend-title">${say('requests.extendTitle')}</h2>
      <form class="person-form" method="post" action="/app/requests/${id}/extend">
        ${token}
        ${selectField({
          name: 'days',
          label: say('requests.newEnd'),
          value: '7',
          options: choices.map((days) => ({
            value: String(days),
            text: formats.dateTime(now + days * day),
          })),
        })}
        <div><button class="button" type="submit">${say('requests.extend')}</button></div>
      </form>
    </section>
    ${
      hasPeople &&
      html`<section class="panel" aria-labelledby="remind-title">
        <h2 id="remind-title">${say('requests.remind')}</h2>
        <p>${say('requests.remindHint')}</p>
        <form method="post" action="/app/requests/${id}/remind">
          ${token}<button class="button" type="submit">${say('requests.remind')}</button>
        </form>
      </section>`
    }
    <section class="panel" aria-labelledby="close-title">
      <h2 id="close-title">${say('requests.closeTitle')}</h2>
      <p>${say('requests.closeHint')}</p>
      <form method="post" action="/app/requests/${id}/close">
        ${token}<button class="button" type="submit">${say('requests.close')}</button>
      </form>
    </section>`;
}
