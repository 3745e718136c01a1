import type { DraftOverview } from '../../../domain/model/draft.ts';
import type { RequestEntry } from '../../../domain/model/file-request.ts';
import type { InboxItem } from '../../../domain/model/inbox-item.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import type { SpaceUse } from '../../../domain/uploads/allowance.ts';
import { renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { personMark } from '../../html/people.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { renderDrafts } from '../send/draft-list.ts';
import { renderInbox, renderRecent, renderRequests, renderSpace } from './home-cards.ts';
import { needsOf, renderNeeds } from './needs.ts';

export interface HomeView {
  reader: PageReader;
  /** Of the person, or their address. */
  name: string;
  email: string;
  ending: readonly SentDrop[];
  undelivered: readonly SentDrop[];
  newest: readonly SentDrop[];
  drafts: readonly DraftOverview[];
  /** What came last. */
  items: readonly InboxItem[];
  /** How many items were not opened yet. */
  newItems: number;
  requests: readonly RequestEntry[];
  space: SpaceUse & { maxFileBytes: number | undefined };
  csrfToken: string;
  /** What was done on the page before. */
  notice: Html | undefined;
}

/** The first page of a signed-in person: what needs attention, where files are dropped, what was sent and came last. */
export function homePage(view: HomeView): AppPage {
  const { reader } = view;
  const { say, formats, now } = reader;
  const title = say(`home.${formats.dayPart(now())}`, { name: view.name });
  const needs = needsOf(view, reader);
  const lead =
    needs.length === 0 ? say('sent.home.calm') : say('home.attention', { count: needs.length });
  const body = html`${renderHead(title, {
      lead: html`<p class="quiet">${lead}</p>`,
    })}
    ${view.notice} ${renderQuick(view)}
    <div class="beside home-grid">
      <div class="stack">
        ${renderNeeds(needs, reader)} ${renderDrafts(reader, view.drafts, view.csrfToken, 'home')}
        ${renderRecent(view)}
      </div>
      <div class="stack">${renderInbox(view)} ${renderRequests(view)} ${renderSpace(view)}</div>
    </div>`;
  return { title, body, unopened: view.newItems };
}

/** Where files begin a draft. The script opens the choice of files in place of the page that the link leads to. */
function renderQuick(view: HomeView): Html {
  const { reader, space } = view;
  const { say, formats } = reader;
  const hint =
    space.maxFileBytes === undefined
      ? say('home.dropHint')
      : say('home.dropHintUpTo', { size: formats.size(space.maxFileBytes) });
  return html`<section class="quick" aria-labelledby="quick-title">
    <div class="drop quick-drop">
      <span class="drop-icon">${icon('upload')}</span>
      <div class="quick-words">
        <h2 class="drop-title" id="quick-title">${say('home.drop')}</h2>
        <p class="quiet">${hint}</p>
      </div>
      <a class="button primary" href="/app/send" data-choose-files
        >${icon('plus')}${say('upload.choose')}</a
      >
    </div>
    ${renderPeople(view)}
  </section>`;
}

const mostPeople = 4;

/** Those to whom something was sent last. */
function renderPeople({ newest, reader: { say } }: HomeView): Html | undefined {
  const receivers = newest.flatMap(({ firstReceivers }) => firstReceivers);
  const people = new Map(receivers.toReversed().map((person) => [person.email, person]));
  if (people.size === 0) return undefined;
  return html`<div class="quick-people">
    <h3 class="small quiet">${say('home.sendTo')}</h3>
    <div class="acts">
      ${[...people.values()]
        .toReversed()
        .slice(0, mostPeople)
        .map(
          ({ email, nick }) =>
            html`<a class="chip chip-link" href="/app/send?${addressee(email)}"
              >${personMark(nick, email, 's')}<span class="truncate"
                >${userText(nick === '' ? email : nick)}</span
              ></a
            >`,
        )}
    </div>
  </div>`;
}

function addressee(email: string): string {
  return new URLSearchParams({ to: email }).toString();
}
