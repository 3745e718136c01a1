import type { SentPage } from '../../../domain/dispatches/sent.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import { endReasonOf } from '../../../domain/model/dispatch.ts';
import type { SentDrop, SentFilter } from '../../../domain/model/sent.ts';
import type { Html } from '../../html/html.ts';
import { excerpt, html, userText } from '../../html/html.ts';
import type { Column } from '../../html/table.ts';
import { renderTable } from '../../html/table.ts';
import { breakAfterAt, moment } from '../../link-pages/page-parts.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';

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
  const body = html`<h1>${title}</h1>
    <div class="sent-tools">
      <nav aria-label="${say('sent.show')}">
        <ul class="tabs">
          ${sentFilters.map(
            (filter) =>
              html`<li>
                <a
                  href="/app/sent?${listQuery(filter, view.text)}"
                  aria-current="${filter === view.filter ? 'true' : 'false'}"
                  >${say(`sent.filters.${filter}`)}</a
                >
              </li>`,
          )}
        </ul>
      </nav>
      <form class="sent-search" role="search" method="get" action="/app/sent">
        ${view.filter !== 'all' && html`<input type="hidden" name="filter" value="${view.filter}" />`}
        <label class="visually-hidden" for="q">${say('sent.searchHint')}</label>
        <input
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
        ? html`<div class="empty"><p class="empty-fact">${emptyFact(view)}</p></div>`
        : renderDrops(drops, say('sent.caption'), view.now, reader)
    }
    ${renderMore(view)}
    <p><a href="/app/sent.csv" download>${say('sent.csv')}</a></p>`;
  return { title, body };
}

function emptyFact({ text, filter, isFirst, reader: { say } }: SentListView): string {
  const isWhole = text === '' && filter === 'all' && isFirst;
  return isWhole ? say('sent.empty') : say('sent.nothingFound');
}

function renderMore({ filter, text, page, reader }: SentListView): Html | undefined {
  const { more, searchedTo } = page;
  if (more === undefined) return undefined;
  const { say, formats } = reader;
  const query = listQuery(filter, text, more);
  if (searchedTo === undefined) {
    return html`<p>
      <a class="button" href="/app/sent?${query}" rel="next">${say('sent.nextPage')}</a>
    </p>`;
  }
  return html`<p class="more">${say('sent.searchedTo', { date: formats.dateTime(searchedTo) })}</p>
    <p><a class="button" href="/app/sent?${query}" rel="next">${say('sent.searchOlder')}</a></p>`;
}

/** A table of drops, each of which leads to its page. */
export function renderDrops(
  drops: readonly SentDrop[],
  caption: string,
  now: Instant,
  reader: PageReader,
): Html {
  const { say, formats } = reader;
  const columns: Column<SentDrop>[] = [
    {
      label: say('sent.columns.files'),
      cell: ({ dispatch, firstFile, fileCount }) =>
        html`<span
          ><a href="/app/sent/${dispatch.id}">${fileTitle(firstFile, reader)}</a>
          ${moreThan(fileCount - 1, reader)}</span
        >`,
    },
    { label: say('sent.columns.to'), cell: (drop) => renderTo(drop, reader) },
    {
      label: say('sent.columns.size'),
      cell: ({ totalBytes }) => formats.size(totalBytes),
      width: 'small',
    },
    {
      label: say('sent.columns.downloaded'),
      cell: (drop) => downloadedShare(drop, reader),
      width: 'small',
    },
    {
      label: say('sent.columns.until'),
      cell: (drop) =>
        html`<span class="sent-until">${moment(reader, drop.dispatch.expiresAt)}</span>
          ${stateBadge(drop, now, reader)}`,
      width: 'medium',
    },
  ];
  return renderTable(caption, columns, drops);
}

export function fileTitle(name: string | undefined, { say }: PageReader): Html | string {
  return name === undefined ? say('sent.noFiles') : userText(excerpt(name, 80));
}

function moreThan(count: number, { say }: PageReader): Html | undefined {
  if (count <= 0) return undefined;
  return html`<span class="aside">${say('sent.more', { count })}</span>`;
}

function renderTo(drop: SentDrop, reader: PageReader): Html {
  const { firstReceivers, receiverCount } = drop;
  return html`<ul class="few">
      ${firstReceivers.map(({ email, nick }) => html`<li>${receiverName(nick, email)}</li>`)}
    </ul>
    ${moreThan(receiverCount - firstReceivers.length, reader)}`;
}

/** The name that the sender knows, or the address, which may break after its `@`. */
export function receiverName(nick: string, email: string): Html {
  return nick === '' ? html`<bdi>${breakAfterAt(email)}</bdi>` : userText(excerpt(nick, 80));
}

function downloadedShare({ fetchedCount, receiverCount }: SentDrop, reader: PageReader): string {
  const { say, formats } = reader;
  const done = formats.number(fetchedCount);
  return say('sent.share', { done, total: formats.number(receiverCount) });
}

/** Whether a drop is available, and whether somebody did not get the mail. */
export function stateBadge(drop: SentDrop, now: Instant, { say }: PageReader): Html {
  const ended = endReasonOf(drop, now);
  const isTroubled = ended === undefined && drop.undeliveredCount > 0;
  return html`<span class="badge ${ended === undefined && 'badge-live'}"
      >${say(`sent.states.${ended ?? 'live'}`)}</span
    >
    ${isTroubled && html`<span class="badge badge-warn">${say('sent.undelivered')}</span>`}`;
}
