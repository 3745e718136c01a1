import type { SentPage } from '../../../domain/dispatches/sent.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import type { SentDrop, SentFilter } from '../../../domain/model/sent.ts';
import { factsLine, renderHead } from '../../html/cards.ts';
import { fileTile } from '../../html/file-kind.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderEmpty } from '../../html/notes.ts';
import { personMark } from '../../html/people.ts';
import type { Column } from '../../html/table.ts';
import { renderGroups, renderTable } from '../../html/table.ts';
import { dropName, filesOf, receiversOf, renderProgress, stateOf } from '../frame/drop-parts.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { when } from '../frame/when.ts';

const sentFilters = ['all', 'live', 'ending', 'ended'] as const satisfies SentFilter[];

export interface SentListView {
  reader: PageReader;
  filter: SentFilter;
  /** What is searched for; empty for everything. */
  text: string;
  isFirst: boolean;
  page: SentPage;
  now: Instant;
}

/** What follows `/app/sent?` in the address of a list, or of a page of it. */
function listQuery(filter: SentFilter, text: string, after?: string): string {
  const query = new URLSearchParams({
    ...(filter === 'all' ? {} : { filter }),
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
        <button class="button" type="submit">${say('sent.search')}</button>
      </form>
    </div>
    ${
      drops.length === 0
        ? renderEmpty(isWhole(view) ? 'files' : 'search', emptyFact(view))
        : html`<div class="card table-card">${renderList(view)}</div>`
    }
    ${renderMore(view)}`;
  return { title, body };
}

function renderFilters({ filter: shown, text, reader: { say } }: SentListView): Html {
  return html`<nav class="segmented" aria-label="${say('sent.show')}">
    ${sentFilters.map(
      (filter) =>
        html`<a
          class="segment segment-flat"
          href="/app/sent?${listQuery(filter, text)}"
          aria-current="${filter === shown ? 'true' : 'false'}"
          >${say(`sent.filters.${filter}`)}</a
        >`,
    )}
  </nav>`;
}

function isWhole({ text, filter, isFirst }: SentListView): boolean {
  return text === '' && filter === 'all' && isFirst;
}

function emptyFact(view: SentListView): string {
  const { say } = view.reader;
  return isWhole(view) ? say('sent.empty') : say('sent.nothingFound');
}

function renderMore({ filter, text, page, reader }: SentListView): Html | undefined {
  const { more, searchedTo } = page;
  if (more === undefined) return undefined;
  const { say, formats } = reader;
  const query = listQuery(filter, text, more);
  const isSearch = searchedTo !== undefined;
  return html`<div class="pages">
    <p>${isSearch && say('sent.searchedTo', { date: formats.date(searchedTo) })}</p>
    <a class="button short" href="/app/sent?${query}" rel="next"
      >${say(isSearch ? 'sent.searchOlder' : 'sent.nextPage')}${icon('next', 'icon-s icon-turns')}</a
    >
  </div>`;
}

/** All drops by the day on which they were sent; those that end soon are in the order of their ends. */
function renderList({ page: { drops }, filter, now, reader }: SentListView): Html {
  const { say, formats } = reader;
  const caption = say('sent.caption');
  const columns = columnsOf(reader, now);
  if (filter === 'ending') return renderTable(caption, columns, drops);
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
        html`<div class="cell-file">
          ${fileTile({ name: drop.firstFile ?? '' })}
          <span class="row-words"
            ><a class="row-link clamp" href="/app/sent/${drop.dispatch.id}"
              >${dropName(drop, reader)}</a
            >
            ${factsLine([filesOf(drop, reader)])}</span
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
  ];
}

function renderTo(drop: SentDrop, reader: PageReader): Html {
  const [first] = drop.firstReceivers;
  return html`<span class="people-line"
    >${first && personMark(first.nick, first.email, 's')}
    <span class="clamp">${receiversOf(drop, reader)}</span></span
  >`;
}
