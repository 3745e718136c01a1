import type { Instant } from '../../../domain/model/clock.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import { renderSlip, slipFacts } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { moment } from '../../link-pages/page-parts.ts';
import { stateOf } from '../frame/drop-parts.ts';
import type { PageReader } from '../frame/frame.ts';

/** What goes where until when, and what receivers need to open it. */
export function renderSummary({
  drop,
  reader,
  now,
}: {
  drop: SentDrop;
  reader: PageReader;
  now: Instant;
}): Html {
  const { say, formats } = reader;
  const { dispatch } = drop;
  const { message, secondFactor, passwordHash, downloadLimit, receipts } = dispatch;
  return renderSlip(say('sent.drop.title', { date: formats.dateTime(dispatch.createdAt) }), [
    message === undefined
      ? undefined
      : html`<p class="letter letter-flat" dir="auto">${userText(message)}</p>`,
    html`<p>${stateOf(drop, now, reader)}</p>
      ${slipFacts([
        ['calendar', say('sent.drop.until'), moment(reader, dispatch.expiresAt)],
        secondFactor === 'off'
          ? undefined
          : ['phone', say('send.sent.code'), say(`send.code.${secondFactor}`)],
        passwordHash === undefined
          ? undefined
          : ['lock', say('send.sent.password'), say('send.sent.passwordTold')],
        downloadLimit === undefined
          ? undefined
          : ['download', say('send.limit'), formats.number(downloadLimit)],
        receipts === undefined
          ? undefined
          : ['bell', say('send.receipts.label'), say(`send.receipts.${receipts}`)],
      ])}`,
  ]);
}
