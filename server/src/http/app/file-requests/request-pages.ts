import type {
  AskedLink,
  RequestDetails,
  RequestLink,
} from '../../../domain/grants/file-requests.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import { day } from '../../../domain/model/clock.ts';
import type { CameBack, RequestEntry } from '../../../domain/model/file-request.ts';
import { isBareLink, endReasonOf } from '../../../domain/model/dispatch.ts';
import type { ReturnSum } from '../../../domain/model/dispatch.ts';
import { crumb, factsLine, renderCard, renderHead, renderSlip } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { personMark } from '../../html/people.ts';
import { renderState as stateMark } from '../../html/states.ts';
import { csrfField } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { selectField } from '../frame/select-field.ts';
import { when } from '../frame/when.ts';

/** Whom it asks, or how many links it has. */
export function requestName({ receivers, firstEmail }: RequestEntry, { say }: PageReader): string {
  if (firstEmail === '') return say('requests.linkCount', { count: receivers });
  return receivers === 1
    ? firstEmail
    : say('requests.andMore', { first: firstEmail, count: receivers - 1 });
}

export function renderCame(
  { files, bytes }: Pick<ReturnSum, 'files' | 'bytes'>,
  { say, formats }: PageReader,
): string {
  return files === 0
    ? say('requests.nothing')
    : say('requests.cameFiles', { count: files, size: formats.size(bytes) });
}

export function renderRequestState(
  request: Pick<RequestEntry, 'dispatch' | 'endedAt'>,
  now: Instant,
  { say }: PageReader,
): Html {
  const reason = endReasonOf(request, now);
  if (reason === undefined) return stateMark('active', say('requests.open'));
  return reason === 'revoked'
    ? stateMark('closed', say('requests.closed'))
    : stateMark('expired', say('requests.expired'));
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
  const requestOf = say('requests.requestOf', { date: formats.dateTime(dispatch.createdAt) });
  const title = dispatch.title ?? requestOf;
  const isLive = endReasonOf(details, now) === undefined;
  const { message } = dispatch;
  const summary = renderSlip(title, [
    message === undefined
      ? undefined
      : html`<p class="letter letter-flat" dir="auto">${userText(message)}</p>`,
    html`<p>${renderRequestState(details, now, reader)}</p>
      <p>${endOf(details, now, reader)}</p>
      ${renderLimits(details, reader)}`,
  ]);
  const body = html`${renderHead(title, { above: crumb('requests', say('requests.all')) })}
    ${view.notice}
    <div class="beside">
      <div class="stack">
        ${renderReturns(view)} ${renderLinks(view)} ${isLive && renderClosing(view)}
      </div>
      <div class="stack">${summary} ${isLive && renderChanges(view)}</div>
    </div>`;
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
  return html`<ul class="small quiet">
    ${shown.map(([name, value]) => html`<li>${name}: ${value}</li>`)}
  </ul>`;
}

function renderReturns({ reader, details }: DetailView): Html {
  const { say } = reader;
  return renderCard({
    id: 'came',
    title: say('requests.cameTitle'),
    isPadded: details.returns.length === 0,
    body:
      details.returns.length === 0
        ? html`<p class="quiet">${say('requests.cameNothing')}</p>`
        : html`<ul class="rows">
            ${details.returns.map((returned) => renderReturn(returned, reader))}
          </ul>`,
  });
}

function renderReturn({ nick, email, token, isLive, ...came }: CameBack, reader: PageReader): Html {
  const { say } = reader;
  const name = userText(nick === '' ? email : nick);
  return html`<li>
    <div class="row">
      ${personMark(nick, email)}
      <span class="row-words"
        >${
          isLive
            ? html`<a class="row-link" href="/app/inbox/${token}">${name}</a>`
            : html`<span class="strong">${name}</span>`
        }
        ${factsLine([
          nick !== '' && email !== '' && email,
          renderCame(came, reader),
          when(reader, came.at),
          !isLive && say('requests.gone'),
        ])}</span
      >
    </div>
  </li>`;
}

function renderLinks(view: DetailView): Html {
  const { reader, details } = view;
  const { say } = reader;
  const left = details.linkCount - details.links.length;
  return renderCard({
    id: 'links',
    title: say('requests.linksTitle'),
    body: html`<ul class="rows">
        ${details.links.map((link, at) => renderLink(view, link, at))}
      </ul>
      ${
        left > 0 &&
        html`<p class="card-foot quiet">${say('requests.moreLinks', { count: left })}</p>`
      }`,
  });
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
    <div class="recipient-who">
      ${
        isBare
          ? html`<span class="file-tile">${icon('link')}</span>`
          : personMark(link.nick, link.email)
      }
      <span class="row-words"
        ><h3>${userText(name)}</h3>
        ${!isBare && link.nick !== '' && html`<span class="small quiet">${link.email}</span>`}
        ${files > 0 && html`<span class="small quiet">${say('requests.used', { count: files, size: formats.size(bytes) })}</span>`}</span
      >
      ${renderMailState(link, reader)}
    </div>
    ${
      link.secret !== undefined &&
      html`<div class="link-tools">
        <input
          class="input link-address"
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
        <form method="post" action="/app/requests/${id}/links/${link.id}/end">
          ${csrfField(view.csrfToken)}
          <button class="button danger" type="submit">
            ${say('requests.endLink')}<span class="hidden-text">: ${name}</span>
          </button>
        </form>
        <details class="more-about link-qr">
          <summary>${icon('qr')}${say('requests.qr')}</summary>
          <img
            src="/app/requests/${id}/links/${link.id}/qr.svg"
            alt="${say('requests.qr')}"
            width="200"
            height="200"
            loading="lazy"
          />
        </details>
      </div>`
    }
  </li>`;
}

export function renderMailState(
  link: AskedLink,
  { say }: PageReader,
  kind: 'pill' | 'plain' = 'pill',
): Html | undefined {
  if (link.linkHash === undefined) return stateMark('withdrawn', say('requests.ended'), kind);
  switch (link.mail) {
    case undefined:
    case 'withdrawn':
      return undefined;
    case 'waiting':
      return stateMark('waiting', say('requests.mailWaiting'), kind);
    case 'sent':
    case 'captured':
      return stateMark('mailed', say('requests.mailSent'), kind);
    case 'refused':
    case 'abandoned':
    case 'suppressed':
      return stateMark('trouble', say('requests.mailFailed'), kind);
  }
}

/** What cannot be undone stands apart, and last. */
function renderClosing({ reader: { say }, details, csrfToken }: DetailView): Html {
  return html`<section class="zone" aria-labelledby="close-title">
    <div>
      <h2 id="close-title">${say('requests.closeTitle')}</h2>
      <p class="small quiet">${say('requests.closeHint')}</p>
    </div>
    <form method="post" action="/app/requests/${details.dispatch.id}/close">
      ${csrfField(csrfToken)}
      <button class="button danger" type="submit">${icon('lock')}${say('requests.close')}</button>
    </form>
  </section>`;
}

function renderChanges(view: DetailView): Html {
  const { reader, details, choices, now } = view;
  const { say, formats } = reader;
  const { id } = details.dispatch;
  const hasPeople = details.links.some((link) => !isBareLink(link));
  const token = csrfField(view.csrfToken);
  return html`<section class="card card-pad stack stack-s" aria-labelledby="extend-title">
      <h2 id="extend-title">${say('requests.extendTitle')}</h2>
      <form class="stack stack-s" method="post" action="/app/requests/${id}/extend">
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
        <div class="acts">
          <button class="button" type="submit">${say('requests.extend')}</button>
        </div>
      </form>
    </section>
    ${
      hasPeople &&
      html`<section class="card card-pad stack stack-s" aria-labelledby="remind-title">
        <h2 id="remind-title">${say('requests.remind')}</h2>
        <p class="quiet">${say('requests.remindHint')}</p>
        <form class="acts" method="post" action="/app/requests/${id}/remind">
          ${token}<button class="button" type="submit">${say('requests.remind')}</button>
        </form>
      </section>`
    }`;
}
