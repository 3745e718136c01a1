import type { Instant } from '../../../domain/model/clock.ts';
import type { DraftOverview } from '../../../domain/model/draft.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { renderEmpty, renderPanel } from '../../html/layout.ts';
import type { PageReader } from '../frame/frame.ts';
import { renderDrafts } from '../send/draft-list.ts';
import { renderDrops } from '../sent/sent-list.ts';

export interface HomeView {
  title: string;
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
export function renderHomePage(view: HomeView, reader: PageReader): Html {
  const { say } = reader;
  const { ending, undelivered, newest } = view;
  const isCalm = ending.length === 0 && undelivered.length === 0;
  return html`<h1>${view.title}</h1>
    ${view.notice} ${isCalm && html`<p class="more">${say('sent.home.calm')}</p>`}
    ${renderDrafts(reader, view.drafts, view.csrfToken, 'home')}
    ${section('undelivered', undelivered, view, reader)} ${section('ending', ending, view, reader)}
    ${
      newest.length === 0
        ? renderEmpty(
            say('sent.empty'),
            html`<a class="button" href="/app/send">${say('send.title')}</a>`,
          )
        : html`${section('newest', newest, view, reader)}
            <p><a href="/app/sent">${say('sent.home.all')}</a></p>`
    }`;
}

function section(
  name: 'ending' | 'undelivered' | 'newest',
  drops: readonly SentDrop[],
  { now }: HomeView,
  reader: PageReader,
): Html | undefined {
  if (drops.length === 0) return undefined;
  const title = reader.say(`sent.home.${name}`);
  return renderPanel({ id: name, title, body: renderDrops(drops, title, now, reader) });
}
