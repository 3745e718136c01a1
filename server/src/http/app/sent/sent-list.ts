import type { SentCounts, SentOrder, SentPage } from '../../../domain/dispatches/sent.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import { endReasonOf } from '../../../domain/model/dispatch.ts';
import type { SentDrop, SentFilter } from '../../../domain/model/sent.ts';
import { factsLine, renderHead } from '../../html/cards.ts';
import { fileTile } from '../../html/file-kind.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { IconName } from '../../html/icons.ts';
import { icon } from '../../html/icons.ts';
import { renderMenu } from '../../html/menu.ts';
import { renderEmpty } from '../../html/notes.ts';
import { personMark } from '../../html/people.ts';
import type { Column } from '../../html/table.ts';
import { renderGroups, renderTable } from '../../html/table.ts';
import {
  dropName,
  dropTitle,
  filesOf,
  receiversOf,
  renderProgress,
  stateOf,
} from '../frame/drop-parts.ts';
import { countUpTo } from '../frame/count-up-to.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { when } from '../frame/when.ts';
import type { ManyAct } from './many-acts.ts';

const sentFilters = ['all', 'live', 'ending', 'problems', 'ended'] as const satisfies SentFilter[];
const sentOrders = ['newest', 'ending'] as const satisfies SentOrder[];

export interface SentListView {
  reader: PageReader;
  filter: SentFilter;
  order: SentOrder;
  /** What is searched for; empty for everything. */
  text: string;
  /** Whether the keys of lists work in this browser. */
  hasKeys: boolean;
  isFirst: boolean;
  page: SentPage;
  /** What the filters show; undefined beside a search, which they take over. */
  counts: SentCounts | undefined;
  now: Instant;
}

interface Listed {
  filter: SentFilter;
  order?: SentOrder;
  text: string;
  after?: string;
}

/** What follows `/app/sent?` in the address of a list, or of a page of it. */
function listQuery({ filter, order = 'newest', text, after }: Listed): string {
  const query = new URLSearchParams({
    ...(filter === 'all' ? {} : { filter }),
    ...(filter === 'live' && text === '' && order === 'ending' ? { order } : {}),
    ...(text === '' ? {} : { q: text }),
    ...(after === undefined ? {} : { after }),
  });
  return query.toString();
}

export function sentListPage(view: SentListView): AppPage {
  const { reader } = view;
  const { say } = reader;
  const { drops } = view.page;
  const title = say('sent.title');
  const acts = html`<a class="button" href="/app/sent.csv" download
    >${icon('download')}${say('sent.csv')}</a
  >`;
  const body = html`${renderHead(title, { acts })}
    <div class="tools">
      ${renderFilters(view)}
      <form class="search" role="search" method="get" action="/app/sent">
        ${view.filter !== 'all' && html`<input type="hidden" name="filter" value="${view.filter}" />`}
        <label class="hidden-text" for="q">${say('sent.searchHint')}</label>
        ${icon('search')}
        <input
          class="input"
          id="q"
          name="q"
          type="search"
          value="${view.text}"
          placeholder="${say('sent.searchHint')}"
          autocomplete="off"
          maxlength="200"
        />
        ${view.hasKeys && html`<kbd data-keys hidden aria-hidden="true">/</kbd>`}
      </form>
    </div>
    ${
      drops.length === 0
        ? renderNothing(view)
        : html`<div class="chosen-list stack stack-s">
            ${renderOrder(view)}
            <div class="card table-card">${renderList(view)}</div>
            ${renderMany(view)}
          </div>`
    }
    ${renderEnd(view)}`;
  return { title, body, ...(view.hasKeys ? { script } : {}) };
}

const script = html`<script type="module" src="/assets/list-keys.js"></script>`;

function renderKeys({ say }: PageReader): Html {
  return html`<p class="keys" data-keys hidden>
    <span><kbd>J</kbd> <kbd>K</kbd> ${say('sent.keys.move')}</span>
    <span><kbd>Enter</kbd> ${say('sent.keys.open')}</span>
    <span><kbd>C</kbd> ${say('sent.keys.send')}</span>
  </p>`;
}

/** What lives can be listed by its end. */
function renderOrder({
  filter,
  order: shown,
  text,
  reader: { say },
}: SentListView): Html | undefined {
  if (filter !== 'live' || text !== '') return undefined;
  return html`<nav class="order" aria-label="${say('sent.order.label')}">
    ${sentOrders.map(
      (order) =>
        html`<a
          href="/app/sent?${listQuery({ filter, order, text })}"
          aria-current="${order === shown ? 'true' : 'false'}"
          >${say(`sent.order.${order}`)}</a
        >`,
    )}
  </nav>`;
}

/** What is done to all chosen drops; the boxes in the rows belong to this form. Styles show it once one is ticked. */
function renderMany({ reader: { say } }: SentListView): Html {
  return html`<form class="many" id="many" method="get" action="/app/sent/many">
    <span class="strong">${say('sent.many.selected')}</span>
    <span class="acts"
      ><button class="button short" name="act" value="extend">
        ${icon('extend')}${say('sent.drop.extend')}
      </button>
      <button class="button short" name="act" value="remind">
        ${icon('bell')}${say('sent.many.remind')}
      </button>
      <button class="button short danger" name="act" value="withdraw">
        ${icon('ban')}${say('sent.drop.revoke')}
      </button></span
    >
  </form>`;
}

function renderFilters({ filter: shown, text, counts, reader }: SentListView): Html {
  const { say, formats } = reader;
  const countOf = (filter: (typeof sentFilters)[number]): number =>
    filter === 'all' || filter === 'ended' ? 0 : (counts?.[filter] ?? 0);
  return html`<nav class="segmented" aria-label="${say('sent.show')}">
    ${sentFilters.map(
      (filter) =>
        html`<a
          class="segment segment-flat"
          href="/app/sent?${listQuery({ filter, text })}"
          aria-current="${filter === shown ? 'true' : 'false'}"
          >${say(`sent.filters.${filter}`)}${
            countOf(filter) > 0 &&
            html` <span class="count">${countUpTo(countOf(filter), formats)}</span>`
          }</a
        >`,
    )}
  </nav>`;
}

function isWhole({ text, filter, isFirst }: SentListView): boolean {
  return text === '' && filter === 'all' && isFirst;
}

/** A list that is empty says how something gets into it; a search or filter, how to see the rest. */
function renderNothing(view: SentListView): Html {
  const { say } = view.reader;
  return isWhole(view)
    ? renderEmpty(
        'files',
        say('sent.empty'),
        say('home.nothingSent'),
        html`<a class="button primary" href="/app/send">${icon('send')}${say('send.title')}</a>`,
      )
    : renderEmpty(
        'search',
        say('sent.nothingFound'),
        view.text === '' ? undefined : say('sent.nothingFoundHint'),
        html`<a class="button quiet-button" href="/app/sent">${say('sent.home.all')}</a>`,
      );
}

/** Below the list: the keys that move in it, and the way to what was sent before. */
function renderEnd(view: SentListView): Html | undefined {
  const keys = view.hasKeys && view.page.drops.length > 0 ? renderKeys(view.reader) : undefined;
  const older = renderOlder(view);
  if (keys === undefined && older === undefined) return undefined;
  return html`<div class="pages">${keys} ${older}</div>`;
}

function renderOlder({ filter, order, text, page, reader }: SentListView): Html | undefined {
  const { more, searchedTo } = page;
  if (more === undefined) return undefined;
  const { say, formats } = reader;
  const query = listQuery({ filter, order, text, after: more });
  const isSearch = searchedTo !== undefined;
  return html`<div class="acts pages-next">
    ${isSearch && html`<p>${say('sent.searchedTo', { date: formats.date(searchedTo) })}</p>`}
    <a class="button short" href="/app/sent?${query}" rel="next"
      >${say(isSearch ? 'sent.searchOlder' : 'sent.nextPage')}${icon('next', 'icon-s icon-turns')}</a
    >
  </div>`;
}

/** All drops by the day on which they were sent, unless they are in the order of their ends. */
function renderList({ page: { drops }, filter, order, text, now, reader }: SentListView): Html {
  const { say, formats } = reader;
  const caption = say('sent.caption');
  const columns = columnsOf(reader, now);
  const isByEnd = text === '' && (filter === 'ending' || (filter === 'live' && order === 'ending'));
  if (isByEnd) return renderTable(caption, columns, drops);
  const days = Map.groupBy(drops, ({ dispatch }) => formats.dayGroup(dispatch.createdAt, now));
  return renderGroups(
    caption,
    columns,
    Array.from(days, ([title, rows]) => ({ title, rows })),
  );
}

function columnsOf(reader: PageReader, now: Instant): Column<SentDrop>[] {
  const { say } = reader;
  return [
    {
      label: say('sent.columns.files'),
      cell: (drop) =>
        html`<div class="cell-file cell-chosen">
          <label class="pick"
            ><input
              class="row-check"
              type="checkbox"
              form="many"
              name="id"
              value="${drop.dispatch.id}"
              aria-label="${say('sent.many.choose', { name: dropTitle(drop, reader) })}"
          /></label>
          ${fileTile({ name: drop.firstFile ?? '' })}
          <span class="row-words"
            ><a class="row-link clamp" href="/app/sent/${drop.dispatch.id}"
              >${dropName(drop, reader)}</a
            >
            ${factsLine([filesOf(drop, reader), when(reader, drop.dispatch.createdAt)])}</span
          >
        </div>`,
    },
    { label: say('sent.columns.to'), place: 'to', cell: (drop) => renderTo(drop, reader) },
    {
      label: say('sent.columns.downloaded'),
      place: 'done',
      cell: (drop) => renderProgress(drop, reader),
    },
    {
      label: say('sent.columns.state'),
      place: 'state',
      cell: (drop) => stateOf(drop, now, reader),
    },
    {
      label: say('sent.expires'),
      place: 'end',
      numeric: true,
      cell: ({ dispatch, endedAt }) =>
        endedAt === undefined && dispatch.expiresAt > now
          ? html`<span class="small quiet nowrap">${when(reader, dispatch.expiresAt)}</span>`
          : undefined,
    },
    {
      label: say('sent.many.acts'),
      place: 'acts',
      isLabelHidden: true,
      cell: (drop) => renderRowMenu(drop, reader, now),
    },
  ];
}

/** What can be done to one drop: each leads to a page that asks. */
function renderRowMenu(drop: SentDrop, reader: PageReader, now: Instant): Html {
  const { say } = reader;
  const { id } = drop.dispatch;
  const many = (act: ManyAct) => `many?act=${act}&id=${id}`;
  const item = (path: string, picture: IconName, text: string, kind = '') =>
    html`<a class="menu-item ${kind}" href="/app/sent/${path}">${icon(picture)}${text}</a>`;
  const isLive = endReasonOf(drop, now) === undefined;
  const isMissed = drop.fetchedCount < drop.receiverCount;
  return renderMenu(say('sent.many.more', { name: dropTitle(drop, reader) }), [
    isLive ? item(many('extend'), 'extend', say('sent.drop.extend')) : undefined,
    isLive && isMissed ? item(many('remind'), 'bell', say('sent.many.remind')) : undefined,
    item(`${id}/receipt`, 'download', say('sent.drop.receipt')),
    isLive
      ? html`<span class="menu-line"></span>${item(
            many('withdraw'),
            'ban',
            say('sent.drop.revoke'),
            'menu-danger',
          )}`
      : item(`${id}/deletion`, 'download', say('sent.drop.deletion')),
  ]);
}

function renderTo(drop: SentDrop, reader: PageReader): Html {
  const [first] = drop.firstReceivers;
  return html`<span class="people-line"
    >${first && personMark(first.nick, first.email, 's')}
    <span class="clamp">${receiversOf(drop, reader)}</span></span
  >`;
}
