import type { SentDrop } from '../../../domain/model/sent.ts';
import { renderSlip, slipFacts } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { moment } from '../../link-pages/page-parts.ts';
import type { PageReader } from '../frame/frame.ts';
import { dropName, filesOf, receiversOf } from '../frame/drop-parts.ts';

interface SentOffView {
  reader: PageReader;
  drop: SentDrop;
}

/** After a draft was sent. The heading takes the focus: nothing else on the page says that it worked. */
export function renderSentOffPage({ reader, drop }: SentOffView): Html {
  const { say } = reader;
  const { dispatch } = drop;
  const summary = html`<p class="row-words">
      <strong>${dropName(drop, reader)}</strong>
      <span class="small quiet">${filesOf(drop, reader)}</span>
    </p>
    ${slipFacts([
      ['people', say('sent.columns.to'), receiversOf(drop, reader)],
      ['calendar', say('sent.drop.until'), moment(reader, dispatch.expiresAt)],
    ])}
    ${dispatch.secondFactor !== 'off' && html`<p class="small quiet">${say('sent.drop.code')}</p>`}`;
  const acts = html`<p class="acts">
    <a class="button primary" href="/app/sent/${dispatch.id}"
      >${icon('pulse')}${say('send.sent.follow')}</a
    >
    <a class="button" href="/app/send">${say('send.sent.another')}</a>
  </p>`;
  return html`<div class="done-page stack">
    <header class="done-head">
      <svg class="seal" viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="28" />
        <path class="seal-check" d="m20 33 8.5 8.5L45 24" pathLength="100" />
      </svg>
      <h1 class="display" tabindex="-1" autofocus>${say('send.sent.title')}</h1>
      <p class="quiet">${say('send.sent.text')}</p>
    </header>
    ${renderSlip(say('sent.title'), [summary, acts])}
  </div>`;
}
