import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { PageReader } from '../frame/frame.ts';

interface SentOffView {
  reader: PageReader;
  dispatchId: string;
}

/** After a draft was sent. The heading takes the focus: nothing else on the page says that it worked. */
export function renderSentOffPage({ reader: { say }, dispatchId }: SentOffView): Html {
  return html`<section class="notice">
    <h1 tabindex="-1" autofocus>${say('send.sent.title')}</h1>
    <p>${say('send.sent.text')}</p>
    <p class="send-actions">
      <a class="button button-main" href="/app/sent/${dispatchId}">${say('send.sent.follow')}</a>
      <a class="button" href="/app/send">${say('send.sent.another')}</a>
    </p>
  </section>`;
}
