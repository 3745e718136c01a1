import type { FollowedReceiver } from '../../../domain/dispatches/follow-receivers.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderMenu } from '../../html/menu.ts';
import { personMark } from '../../html/people.ts';
import { receiverName } from '../frame/drop-parts.ts';
import type { PageReader } from '../frame/frame.ts';
import { renderSteps } from './receiver-state.ts';

export interface ReceiverRowView {
  reader: PageReader;
  drop: SentDrop;
  isLive: boolean;
  /** Whether senders may see links. */
  showsLinks: boolean;
}

/** The id of the form that the acts of all receivers are sent with: the rows change, and hold none of their own. */
export const actsForm = 'receiver-acts';

/** One receiver of a drop: who it is, how far they are, and what the sender can do. */
export function renderReceiver(receiver: FollowedReceiver, view: ReceiverRowView): Html {
  const { nick, email } = receiver;
  return html`<li class="recipient">
    <div class="recipient-who">
      ${personMark(nick, email)}
      <span class="row-words"
        ><strong>${receiverName(nick, email)}</strong>
        ${nick !== '' && html`<span class="small quiet">${userText(email)}</span>`}</span
      >
      ${view.isLive && renderActs(receiver, view)}
    </div>
    ${renderSteps(receiver, view.drop.fileCount, view.reader)}
  </li>`;
}

/** What needs a field, or a question first, is on the page of the receiver. */
function renderActs(
  { id, nick, email, hasLink }: FollowedReceiver,
  { reader: { say }, drop, showsLinks }: ReceiverRowView,
): Html {
  const page = `${drop.dispatch.id}/receivers/${id}`;
  const act = (name: 'resend' | 'link', picture: 'refresh' | 'qr') =>
    html`<button
      class="menu-item"
      type="submit"
      form="${actsForm}"
      formaction="/app/sent/${page}/${name}"
    >
      ${icon(picture)}${say(`sent.receiver.${name}`)}
    </button>`;
  return renderMenu(say('sent.many.more', { name: nick === '' ? email : nick }), [
    act('resend', 'refresh'),
    html`<a class="menu-item" href="/app/sent/${page}#correct"
      >${icon('pencil')}${say('sent.receiver.correct')}</a
    >`,
    hasLink && showsLinks ? act('link', 'qr') : undefined,
    hasLink
      ? html`<span class="menu-line"></span
          ><a class="menu-item menu-danger" href="/app/sent/${page}#revoke"
            >${icon('ban')}${say('sent.receiver.revoke')}</a
          >`
      : undefined,
  ]);
}
