import type { FollowedReceiver } from '../../../domain/dispatches/follow-receivers.ts';
import { renderCard } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { csrfField } from '../frame/forms.ts';
import { linkToCopy } from '../frame/link-to-copy.ts';
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

/** The links for anyone, which are their sender's to hand out. */
export function renderAnyoneCard({ reader, open }: SentOffView): Html | undefined {
  if (open.length === 0) return undefined;
  return renderCard({
    id: 'anyone',
    title: reader.say('anyone.title'),
    isPadded: true,
    body: html`${open.map((link, at) => linkToCopy(link, reader, { id: `anyone-${at}` }))}
      <p class="small quiet">${reader.say('anyone.handOut')}</p>`,
  });
}

function renderShown(
  { reader }: SentOffView,
  { receiver, link }: NonNullable<SentOffView['shown']>,
): Html {
  const title = reader.say('sent.receiver.linkTitle', { receiver: nameOf(receiver) });
  const above = html`<p class="strong" tabindex="-1" autofocus>${title}</p>`;
  return linkToCopy(link, reader, { id: 'link', above });
}

function nameOf({ nick, email }: Pick<FollowedReceiver, 'nick' | 'email'>): string {
  return nick === '' ? email : nick;
}
