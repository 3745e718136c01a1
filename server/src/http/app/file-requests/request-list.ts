import type { AskedEntry, AskedLink } from '../../../domain/grants/file-requests.ts';
import { endReasonOf, isBareLink } from '../../../domain/model/dispatch.ts';
import { factsLine, renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { excerpt, html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderEmpty } from '../../html/notes.ts';
import { personMark } from '../../html/people.ts';
import { renderState } from '../../html/states.ts';
import { csrfField } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { when, whenIn } from '../frame/when.ts';
import type { AskView } from './ask-page.ts';
import { askScript, renderAskForm } from './ask-page.ts';
import { renderCame, renderMailState, renderRequestState, requestName } from './request-pages.ts';
import { renderRowMenu } from './row-menu.ts';

const longestExcerpt = 100;
/** Of those whom one request asks; its page has all. */
const mostNamed = 5;

export interface ListView extends AskView {
  entries: readonly AskedEntry[];
  /** Whether these are those that have ended. */
  isEnded: boolean;
  /** How many are open, formatted. */
  open: string;
  /** Whether there are older ones. */
  hasMore: boolean;
  isFirst: boolean;
}

/** The requests of a person, newest first, and beside them the form of a new one. */
export function listPage(view: ListView): AppPage {
  const { reader, entries, isEnded } = view;
  const { say } = reader;
  const title = say('requests.title');
  const acts = html`<a class="button not-beside" href="/app/requests/new"
    >${icon('plus')}${say('requests.new')}</a
  >`;
  const body = html`${renderHead(title, { acts, lead: html`<p class="quiet">${say('requests.lead')}</p>` })}
    <div class="beside">
      <div class="stack stack-s">
        ${renderTabs(view)}
        ${
          entries.length === 0 && view.isFirst
            ? renderEmpty(
                'inbox',
                say(isEnded ? 'requests.noneClosed' : 'requests.empty'),
                isEnded ? undefined : say('requests.emptyHint'),
              )
            : html`<ul class="stack stack-s" aria-label="${title}">
                ${entries.map((entry) => renderEntry(entry, view))}
              </ul>`
        }
        ${renderPages(view)}
      </div>
      ${renderAskForm(view, say('requests.askTitle'))}
    </div>`;
  return { title, body, script: askScript };
}

function renderTabs({ reader: { say }, isEnded, open }: ListView): Html {
  return html`<div class="tools">
    <nav class="segmented" aria-label="${say('requests.title')}">
      <a
        class="segment segment-flat"
        href="/app/requests"
        aria-current="${isEnded ? 'false' : 'page'}"
        >${say('requests.open')}<span class="count">${open}</span></a
      >
      <a
        class="segment segment-flat"
        href="/app/requests?state=ended"
        aria-current="${isEnded ? 'page' : 'false'}"
        >${say('requests.closed')}</a
      >
    </nav>
  </div>`;
}

function renderPages({
  reader: { say },
  entries,
  isEnded,
  isFirst,
  hasMore,
}: ListView): Html | undefined {
  if (isFirst && !hasMore) return undefined;
  const last = entries.at(-1)?.dispatch.id;
  const state = isEnded ? '&state=ended' : '';
  return html`<p class="pages">
    ${
      isFirst
        ? html`<span></span>`
        : html`<a class="button short" href="/app/requests${isEnded ? '?state=ended' : ''}"
            >${say('requests.newest')}</a
          >`
    }
    ${
      hasMore &&
      last !== undefined &&
      html`<a class="button short" href="/app/requests?after=${last}${state}" rel="next"
        >${say('requests.older')}${icon('next', 'icon-s icon-turns')}</a
      >`
    }
  </p>`;
}

/** One request: who was asked, what came, until when, and what can be done with it. */
function renderEntry(entry: AskedEntry, view: ListView): Html {
  const { reader } = view;
  const { say } = reader;
  const { dispatch, firstEmail } = entry;
  const now = reader.now();
  const isOpen = endReasonOf(entry, now) === undefined;
  const name = requestName(entry, reader);
  return html`<li class="card">
    <div class="row row-stack">
      ${firstEmail === '' ? html`<span class="file-tile">${icon('link')}</span>` : renderShare(entry, reader)}
      <span class="row-words"
        ><a class="row-link" href="/app/requests/${dispatch.id}"
          >${userText(dispatch.title ?? name)}</a
        >
        ${
          dispatch.message !== undefined &&
          html`<span class="small quiet"
            >${userText(excerpt(dispatch.message, longestExcerpt))}</span
          >`
        }
        ${factsLine([
          whenIn(reader, dispatch.createdAt, (date) => say('requests.askedAt', { date })),
          isOpen && html`${say('sent.expires')} ${when(reader, dispatch.expiresAt)}`,
        ])}</span
      >
      <span class="row-end"
        >${
          isOpen
            ? html`${renderAct(entry, view)} ${renderRowMenu(entry, name, view)}`
            : renderRequestState(entry, now, reader)
        }</span
      >
    </div>
    ${renderAsked(entry, reader)}
  </li>`;
}

/** How many of those who were asked have sent something, as a ring and in figures. */
function renderShare({ asked, receivers }: AskedEntry, { formats }: PageReader): Html {
  // Of more people than the list knows, nobody can be told.
  if (asked.length < receivers) return html`<span class="file-tile">${icon('people')}</span>`;
  const done = asked.filter(({ came }) => came.returns > 0).length;
  const share = Math.round((done / receivers) * 100);
  return html`<span class="ask-ring">
    <svg class="ring" viewBox="0 0 20 20" aria-hidden="true">
      <circle class="ring-way" cx="10" cy="10" r="7.5" />
      ${
        done > 0 &&
        html`<circle
          class="ring-done"
          cx="10"
          cy="10"
          r="7.5"
          pathLength="100"
          stroke-dasharray="${share} 100"
        />`
      }
    </svg>
    <span class="ask-share">${formats.number(done)}/${formats.number(receivers)}</span>
  </span>`;
}

/** What is done next with an open request: a reminder for people, or a link to hand out. */
function renderAct(
  { dispatch: { id }, firstEmail, asked }: AskedEntry,
  { reader: { say }, csrfToken }: ListView,
): Html | undefined {
  if (firstEmail === '') {
    return html`<a class="button short" href="/app/requests/${id}#links"
      >${icon('link', 'icon-s')}${say('requests.linksTitle')}</a
    >`;
  }
  if (asked.every(({ came }) => came.returns > 0)) return undefined;
  return html`<form method="post" action="/app/requests/${id}/remind">
    ${csrfField(csrfToken)}
    <button class="button short" type="submit">${say('requests.remindShort')}</button>
  </form>`;
}

function renderAsked({ asked, receivers }: AskedEntry, reader: PageReader): Html {
  const shown = asked.slice(0, mostNamed);
  const left = receivers - shown.length;
  return html`<ul class="ask-people">
    ${shown.map((link, at) => renderLink(link, at, reader))}
    ${left > 0 && html`<li class="quiet">${reader.say('sent.more', { count: left })}</li>`}
  </ul>`;
}

function renderLink(link: AskedLink, at: number, reader: PageReader): Html {
  const { say, formats } = reader;
  const isBare = isBareLink(link);
  const name = isBare
    ? say('requests.linkNumber', { number: formats.number(at + 1) })
    : link.nick === ''
      ? link.email
      : link.nick;
  const state =
    link.came.files > 0
      ? renderState('done', renderCame(link.came, reader), 'plain')
      : (renderMailState(link, reader, 'plain') ??
        renderState('idle', say('requests.nothing'), 'plain'));
  return html`<li>
    ${
      isBare
        ? html`<span class="person person-s" aria-hidden="true">${icon('link')}</span>`
        : personMark(link.nick, link.email, 's')
    }
    <span>${userText(name)}</span>
    ${state}
  </li>`;
}
