import type { FollowedReceiver } from '../../../domain/dispatches/follow-receivers.ts';
import { renderCard } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { csrfField } from '../frame/forms.ts';
import { renderQrCode } from '../frame/qr-code.ts';
import { selectField } from '../frame/select-field.ts';
import type { SentOffView } from './sent-off-page.ts';

/**
 * The link of a receiver for the sender to pass on, where the operator lets senders see links. It is recorded that it
 * was shown, so that a button asks for it.
 */
export function renderShareCard(view: SentOffView): Html | undefined {
  const { reader, csrfToken, draftId, sharing, shown } = view;
  const { say } = reader;
  if (sharing.length === 0) return undefined;
  return renderCard({
    id: 'share',
    title: say('send.sent.share'),
    isPadded: true,
    body: html`<form class="share-choice" method="post" action="/app/send/${draftId}/link#share">
        ${csrfField(csrfToken)}
        ${selectField({
          name: 'receiver',
          label: say('send.sent.linkOf'),
          ...(shown !== undefined && { value: shown.receiver.id }),
          options: sharing.map((each) => ({ value: each.id, text: nameOf(each) })),
        })}
        <button class="button" type="submit">${icon('qr')}${say('sent.receiver.link')}</button>
      </form>
      ${shown && renderShown(view, shown)}
      <p class="small quiet">${say('sent.receiver.linkText')}</p>`,
  });
}

function renderShown(
  { reader: { say } }: SentOffView,
  { receiver, link }: NonNullable<SentOffView['shown']>,
): Html {
  return html`<div class="link-share">
    ${renderQrCode(link, say('sent.receiver.qr'))}
    <div class="stack stack-s">
      <p class="strong" tabindex="-1" autofocus>
        ${say('sent.receiver.linkTitle', { receiver: nameOf(receiver) })}
      </p>
      <p><code class="link-text" id="link">${link}</code></p>
      <p hidden data-copy="link">
        <button class="button wide" type="button" data-copied="${say('sent.receiver.copied')}">
          ${say('sent.receiver.copy')}
        </button>
      </p>
    </div>
  </div>`;
}

function nameOf({ nick, email }: Pick<FollowedReceiver, 'nick' | 'email'>): string {
  return nick === '' ? email : nick;
}
