import type { FollowedDrop, FollowedReceiver, SentEvent } from '../../../domain/dispatches/sent.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import type { DispatchFile } from '../../../domain/model/dispatch.ts';
import { endReasonOf } from '../../../domain/model/dispatch.ts';
import type { FileId } from '../../../domain/model/ids.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { renderPanel } from '../../html/layout.ts';
import type { Column } from '../../html/table.ts';
import { renderTable } from '../../html/table.ts';
import { moment } from '../../link-pages/page-parts.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary, field } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { PageContext } from '../frame/pages.ts';
import { selectField } from '../frame/select-field.ts';
import { renderState } from './receiver-state.ts';
import { receiverName, stateBadge } from './sent-list.ts';

export interface DropView extends FollowedDrop {
  reader: PageReader;
  now: Instant;
  csrfToken: string;
  files: { files: DispatchFile[]; more: FileId | undefined };
  /** The ends that the sender can choose: later than the present one. */
  ends: readonly Instant[];
  /** Where the receivers begin; undefined on the first page. */
  after: string | undefined;
  notice?: Html | undefined;
  problems?: readonly FieldProblem[];
  /** What was entered as the address of a new receiver. */
  email?: string;
}

/** The page of one drop: how far its receivers are, and what its sender can do with it. */
export function dropPage(view: DropView): AppPage {
  const { reader, drop, now, problems = [] } = view;
  const { say, formats } = reader;
  const { dispatch } = drop;
  const isLive = endReasonOf(drop, now) === undefined;
  const title = say('sent.drop.title', { date: formats.dateTime(dispatch.createdAt) });
  const body = html`<p><a href="/app/sent">${say('sent.title')}</a></p>
    <h1>${title}</h1>
    ${view.notice} ${errorSummary(problems, say)}
    ${
      dispatch.message !== undefined &&
      html`<section class="panel" aria-label="${say('sent.drop.message')}">
        <p class="sent-message">${userText(dispatch.message)}</p>
      </section>`
    }
    ${dispatch.secondFactor !== 'off' && html`<p class="more">${say('sent.drop.code')}</p>`}
    <div id="live" data-live="${livePath(view)}">${renderLive(view)}</div>
    ${isLive && renderActs(view)} ${renderFiles(view)}`;
  return { title, body };
}

/** Where the part of the page is that changes. */
function livePath({ drop, after }: Pick<DropView, 'drop' | 'after'>): string {
  const path = `/app/sent/${drop.dispatch.id}/live`;
  return after === undefined ? path : `${path}?after=${after}`;
}

/** The part of the page that changes while it is looked at. It has no form: nothing typed is lost. */
export function renderLive(
  view: Pick<DropView, 'reader' | 'drop' | 'receivers' | 'events' | 'more' | 'now'>,
): Html {
  const { reader, drop, receivers, more, now } = view;
  const { say, formats } = reader;
  const { dispatch } = drop;
  const columns: Column<FollowedReceiver>[] = [
    {
      label: say('sent.csvColumns.receiver'),
      cell: ({ nick, email }) =>
        html`<span
          >${receiverName(nick, email)}
          ${nick !== '' && html`<span class="aside">${userText(email)}</span>`}</span
        >`,
    },
    { label: say('sent.columns.state'), cell: (each) => renderState(each, drop.fileCount, reader) },
    {
      label: say('sent.drop.manageShort'),
      cell: ({ id, nick, email }) =>
        html`<a
          href="/app/sent/${dispatch.id}/receivers/${id}"
          aria-label="${say('sent.drop.manage', { receiver: nick === '' ? email : nick })}"
          >${say('sent.drop.manageShort')}</a
        >`,
      width: 'small',
    },
  ];
  const body = html`${renderTable(say('sent.drop.receivers'), columns, receivers)}
  ${
    more !== undefined &&
    html`<p>
      <a class="button" href="/app/sent/${dispatch.id}?after=${more}">${say('sent.nextPage')}</a>
    </p>`
  }`;
  return html`<dl class="facts">
      <div>
        <dt>${say('sent.drop.until')}</dt>
        <dd>${moment(reader, dispatch.expiresAt)} ${stateBadge(drop, now, reader)}</dd>
      </div>
      <div>
        <dt>${say('sent.drop.size')}</dt>
        <dd>${formats.size(drop.totalBytes)}</dd>
      </div>
    </dl>
    ${renderPanel({
      id: 'receivers',
      title: say('sent.drop.receivers'),
      count: formats.number(drop.allReceivers),
      body,
    })}
    ${renderPanel({
      id: 'history',
      title: say('sent.drop.history'),
      body: html`<ul class="events">
        ${view.events.map((event) => renderEvent(event, reader))}
      </ul>`,
    })}`;
}

function renderEvent(event: SentEvent, reader: PageReader): Html {
  return html`<li>
    <span class="aside">${moment(reader, event.at)}</span>
    ${userText(eventText(event, reader))}
  </li>`;
}

function eventText(
  { what, receiver: whom, expiresAt = 0 }: SentEvent,
  { say, formats }: PageReader,
): string {
  if (what === 'extended')
    return say('sent.events.extended', { date: formats.dateTime(expiresAt) });
  if (what === 'sent' || what === 'expired' || what === 'ended') return say(`sent.events.${what}`);
  return say(`sent.events.${what}`, { receiver: whom?.email ?? '' });
}

function renderActs(view: DropView): Html {
  const { say, formats } = view.reader;
  const { drop, csrfToken, ends, email = '', problems = [] } = view;
  const { dispatch } = drop;
  return html`<section class="panel sent-acts">
    ${
      ends.length > 0 &&
      html`<form class="person-form" method="post" action="/app/sent/${dispatch.id}/extend">
        ${csrfField(csrfToken)}
        ${selectField({
          name: 'until',
          label: say('sent.drop.extendLabel'),
          options: ends.map((at) => ({ value: String(at), text: formats.date(at) })),
          problems,
        })}
        <button class="button" type="submit">${say('sent.drop.extend')}</button>
      </form>`
    }
    <form class="person-form" method="post" action="/app/sent/${dispatch.id}/receivers">
      ${csrfField(csrfToken)}
      ${field({
        name: 'email',
        label: say('sent.drop.email'),
        value: email,
        type: 'email',
        inputmode: 'email',
        problems,
      })}
      <button class="button" type="submit">${say('sent.drop.add')}</button>
    </form>
    <form class="person-form" method="post" action="/app/sent/${dispatch.id}/again">
      ${csrfField(csrfToken)}
      <p class="more" id="again-text">${say('sent.drop.againText')}</p>
      <button class="button" type="submit" aria-describedby="again-text">
        ${say('sent.drop.again')}
      </button>
    </form>
    <p><a class="button" href="/app/sent/${dispatch.id}/revoke">${say('sent.drop.revoke')}</a></p>
  </section>`;
}

function renderFiles({ drop, files, reader }: DropView): Html {
  const { say, formats } = reader;
  const columns: Column<DispatchFile>[] = [
    { label: say('sent.columns.files'), cell: ({ name }) => userText(name) },
    {
      label: say('sent.columns.size'),
      cell: ({ sizeBytes }) => formats.size(sizeBytes),
      width: 'small',
    },
  ];
  const { dispatch } = drop;
  return renderPanel({
    id: 'files',
    title: say('sent.drop.files'),
    count: formats.number(drop.fileCount),
    body: html`${renderTable(say('sent.drop.files'), columns, files.files)}
    ${
      files.more !== undefined &&
      html`<p>
        <a class="button" href="/app/sent/${dispatch.id}?files=${files.more}#files"
          >${say('sent.nextPage')}</a
        >
      </p>`
    }`,
  });
}

/** Asks before an act that cannot be undone. */
export function revokePage(
  { dispatch }: DropView['drop'],
  { say, csrfToken }: Pick<PageContext, 'say' | 'csrfToken'>,
): AppPage {
  const title = say('sent.drop.revokeTitle');
  const body = html`<section class="notice">
    <h1>${title}</h1>
    <p>${say('sent.drop.revokeText')}</p>
    <form class="person-form" method="post" action="/app/sent/${dispatch.id}/revoke">
      ${csrfField(csrfToken)}
      <button class="button button-main" type="submit">${say('sent.drop.revoke')}</button>
    </form>
    <p><a href="/app/sent/${dispatch.id}">${say('sent.drop.cancel')}</a></p>
  </section>`;
  return { title, body };
}
