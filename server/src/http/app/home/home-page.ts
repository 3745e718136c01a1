import type { Instant } from '../../../domain/model/clock.ts';
import type { DraftOverview } from '../../../domain/model/draft.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { renderEmpty, renderPanel } from '../../html/layout.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { renderDrafts } from '../send/draft-list.ts';
import { renderDrops } from '../sent/sent-list.ts';

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
  const body = html`<h1>${title}</h1>
    ${view.notice} ${isCalm && html`<p class="more">${say('sent.home.calm')}</p>`}
    ${renderDrafts(reader, view.drafts, view.csrfToken, 'home')}
    ${section('undelivered', undelivered, view)} ${section('ending', ending, view)}
    ${
      newest.length === 0
        ? renderEmpty(
            say('sent.empty'),
            html`<a class="button" href="/app/send">${say('send.title')}</a>`,
          )
        : html`${section('newest', newest, view)}
            <p><a href="/app/sent">${say('sent.home.all')}</a></p>`
    }`;
  return { title, body };
}

function section(
  name: 'ending' | 'undelivered' | 'newest',
  drops: readonly SentDrop[],
  { now, reader }: HomeView,
): Html | undefined {
  if (drops.length === 0) return undefined;
  const title = reader.say(`sent.home.${name}`);
  return renderPanel({ id: name, title, body: renderDrops(drops, title, now, reader) });
}
