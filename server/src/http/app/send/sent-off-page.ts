import type { FollowedReceiver } from '../../../domain/dispatches/follow-receivers.ts';
import type { ReceiptMode } from '../../../domain/model/draft.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import { renderSlip, slipFacts } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { IconName } from '../../html/icons.ts';
import { icon } from '../../html/icons.ts';
import { moment } from '../../link-pages/page-parts.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { dropName, filesOf, receiversOf } from '../frame/drop-parts.ts';
import { renderAnyoneCard, renderShareCard } from './share-card.ts';

export interface SentOffView {
  reader: PageReader;
  csrfToken: string;
  draftId: string;
  drop: SentDrop;
  /** When the sender is mailed that receivers have every file. */
  receipts: ReceiptMode;
  /** Those whose link can be shown; empty where senders may not see links. */
  sharing: readonly FollowedReceiver[];
  /** The links for anyone that live. */
  open: readonly string[];
  /** The link that was asked for, and whose it is. */
  shown: { receiver: FollowedReceiver; link: string } | undefined;
  /** Why nothing was shown. */
  notice: Html | undefined;
}

/** After a draft was sent: to whom, what, until when, and what happens next. */
export function sentOffPage(view: SentOffView): AppPage {
  const { reader, drop, shown } = view;
  const { say } = reader;
  const { dispatch } = drop;
  const title =
    drop.receiverCount === 0
      ? say('anyone.ready')
      : say('send.sent.title', { count: drop.receiverCount });
  const summary = html`<p class="row-words">
      <strong>${dropName(drop, reader)}</strong>
      <span class="small quiet">${filesOf(drop, reader)}</span>
    </p>
    ${slipFacts([
      ['people', say('sent.columns.to'), receiversOf(drop, reader)],
      ['calendar', say('sent.drop.until'), moment(reader, dispatch.expiresAt)],
      dispatch.secondFactor === 'off'
        ? undefined
        : ['lock', say('send.sent.code'), say(`send.code.${dispatch.secondFactor}`)],
      dispatch.passwordHash === undefined
        ? undefined
        : ['lock', say('send.sent.password'), say('send.sent.passwordTold')],
    ])}`;
  const acts = html`<p class="acts">
    <a class="button primary" href="/app/sent/${dispatch.id}"
      >${icon('pulse')}${say(drop.receiverCount === 0 ? 'anyone.follow' : 'send.sent.follow')}</a
    >
    <a class="button" href="/app/send">${say('send.sent.another')}</a>
  </p>`;
  const body = html`<div class="done-page stack">
    ${renderDone(view, title)} ${view.notice}
    <div class="done-grid">
      ${renderSlip(say('sent.title'), [summary, acts])} ${renderAnyoneCard(view)}
      ${renderShareCard(view)}
    </div>
    ${renderNext(view)}
  </div>`;
  const script = html`<script type="module" src="/assets/copy-link.js"></script>`;
  return { title, body, ...((shown !== undefined || view.open.length > 0) && { script }) };
}

/** The heading takes the focus: nothing else on the page says that it worked. A link that was asked for takes it. */
function renderDone({ reader: { say }, drop, shown }: SentOffView, title: string): Html {
  const words =
    shown === undefined
      ? html`<h1 class="display" tabindex="-1" autofocus>${title}</h1>`
      : html`<h1 class="display">${title}</h1>`;
  return html`<header class="done-head">
    <svg class="seal" viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="28" />
      <path class="seal-check" d="m20 33 8.5 8.5L45 24" pathLength="100" />
    </svg>
    ${words}
    <p class="quiet">${say(drop.receiverCount === 0 ? 'anyone.readyText' : 'send.sent.text')}</p>
  </header>`;
}

function renderNext({ reader, drop, receipts }: SentOffView): Html {
  const { say, formats } = reader;
  const { receiverCount: count, dispatch } = drop;
  const step = (picture: IconName, at: string, what: string): Html =>
    html`<li>
      <span class="file-tile is-accent">${icon(picture)}</span>
      <span class="row-words"><strong>${at}</strong><span class="quiet">${what}</span></span>
    </li>`;
  const told = receipts === 'none' ? say('send.sent.seen') : say('send.sent.seenAndTold');
  const opened = count === 0 ? say('anyone.seen') : told;
  return html`<section class="done-next" aria-labelledby="next">
    <h2 id="next">${say('send.sent.next')}</h2>
    <ol class="next-steps">
      ${count > 0 && step('mail', say('send.sent.now'), say('send.sent.mails', { count }))}
      ${step('eye', say('send.sent.whenOpened'), opened)}
      ${step('trash', say('send.sent.on', { date: formats.date(dispatch.expiresAt) }), say('send.sent.deleted'))}
    </ol>
  </section>`;
}
