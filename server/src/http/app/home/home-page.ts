import type { Instant } from '../../../domain/model/clock.ts';
import type { DraftOverview } from '../../../domain/model/draft.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import { factsLine, renderCard, renderHead } from '../../html/cards.ts';
import { fileTile } from '../../html/file-kind.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderEmpty } from '../../html/notes.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { when } from '../frame/when.ts';
import { renderDrafts } from '../send/draft-list.ts';
import { dropName, filesOf, receiversOf, renderProgress, stateOf } from '../frame/drop-parts.ts';

export interface HomeView {
  reader: PageReader;
  /** Of the person, or their address. */
  name: string;
  ending: readonly SentDrop[];
  undelivered: readonly SentDrop[];
  newest: readonly SentDrop[];
  drafts: readonly DraftOverview[];
  csrfToken: string;
  /** What was done on the page before. */
  notice: Html | undefined;
  now: Instant;
}

/** The first page of a signed-in person: what needs attention, then what was sent last. */
export function homePage(view: HomeView): AppPage {
  const { reader, ending, undelivered, newest } = view;
  const { say } = reader;
  const title = say('app.welcome', { name: view.name });
  const isCalm = ending.length === 0 && undelivered.length === 0;
  const lead = isCalm ? html`<p class="quiet">${say('sent.home.calm')}</p>` : undefined;
  const drafts = renderDrafts(reader, view.drafts, view.csrfToken, 'home');
  const sent = html`${needing('undelivered', undelivered, view)} ${needing('ending', ending, view)}
  ${
    newest.length === 0
      ? renderEmpty(
          'files',
          say('sent.empty'),
          html`<a class="button primary" href="/app/send">${say('send.title')}</a>`,
        )
      : renderRecent(view)
  }`;
  const body = html`${renderHead(title, { lead })} ${view.notice}
  ${
    drafts === undefined
      ? html`<div class="stack">${sent}</div>`
      : html`<div class="beside">
          <div class="stack">${sent}</div>
          ${drafts}
        </div>`
  }`;
  return { title, body };
}

/** Drops that need their sender, each with its reason. */
function needing(
  name: 'ending' | 'undelivered',
  drops: readonly SentDrop[],
  { reader }: HomeView,
): Html | undefined {
  if (drops.length === 0) return undefined;
  const { say, formats } = reader;
  const [tone, picture] =
    name === 'ending' ? (['warn', 'hourglass'] as const) : (['bad', 'alert'] as const);
  return renderCard({
    id: name,
    title: say(`sent.home.${name}`),
    count: formats.number(drops.length),
    body: html`<ul class="rows">
      ${drops.map((drop) =>
        renderRow(drop, reader, {
          tile: html`<span class="file-tile is-${tone}">${icon(picture)}</span>`,
          time: html`${say('sent.expires')} ${when(reader, drop.dispatch.expiresAt)}`,
          end: renderProgress(drop, reader),
        }),
      )}
    </ul>`,
  });
}

function renderRecent({ reader, newest, now }: HomeView): Html {
  const { say } = reader;
  return renderCard({
    id: 'newest',
    title: say('sent.home.newest'),
    acts: html`<a class="small" href="/app/sent">${say('sent.home.all')}</a>`,
    body: html`<ul class="rows">
      ${newest.map((drop) =>
        renderRow(drop, reader, {
          tile: fileTile({ name: drop.firstFile ?? '' }),
          time: when(reader, drop.dispatch.createdAt),
          end: stateOf(drop, now, reader),
        }),
      )}
    </ul>`,
  });
}

function renderRow(
  drop: SentDrop,
  reader: PageReader,
  { tile, time, end }: { tile: Html; time: Html; end: Html },
): Html {
  return html`<li>
    <div class="row row-stack">
      ${tile}
      <span class="row-words"
        ><a class="row-link truncate" href="/app/sent/${drop.dispatch.id}"
          >${dropName(drop, reader)}</a
        >
        ${factsLine([receiversOf(drop, reader), filesOf(drop, reader), time])}</span
      >
      <span class="row-end">${end}</span>
    </div>
  </li>`;
}
