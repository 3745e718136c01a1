import type { FollowedReceiver } from '../../../domain/dispatches/follow-receivers.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import { endReasonOf } from '../../../domain/model/dispatch.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import { crumb, renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { renderNote } from '../../html/notes.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary, field } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { linkToCopy } from '../frame/link-to-copy.ts';
import { mailText, renderSteps } from './receiver-state.ts';
import { receiverName } from '../frame/drop-parts.ts';

export interface ReceiverView {
  reader: PageReader;
  drop: SentDrop;
  receiver: FollowedReceiver;
  now: Instant;
  csrfToken: string;
  /** Whether senders may see links. */
  showsLinks: boolean;
  notice?: Html | undefined;
  problems?: readonly FieldProblem[];
  /** What was entered as the correct address. */
  email?: string;
}

/** The page of one receiver of a drop: how far they are, and what the sender can do. */
export function receiverPage(view: ReceiverView): AppPage {
  const { reader, drop, receiver, now, notice, problems = [] } = view;
  const isLive = endReasonOf(drop, now) === undefined;
  const { nick, email } = receiver;
  const body = html`${renderHead(receiverName(nick, email), {
      above: above(drop, reader),
      ...(nick !== '' && { lead: html`<p class="quiet">${userText(email)}</p>` }),
    })}
    ${notice} ${errorSummary(problems, reader.say)}
    <div class="stack settings-body">
      ${isLive && renderTrouble(view)}
      <section class="card card-pad stack stack-s">
        ${renderSteps(receiver, drop.fileCount, reader)}
      </section>
      ${isLive && renderActs(view)}
    </div>`;
  return { title: receiver.email, body };
}

/** Why the mail did not arrive, or not yet. */
function renderTrouble({ receiver, reader }: ReceiverView): Html | undefined {
  const { mail, revokedAt } = receiver;
  if (mail === undefined || revokedAt !== undefined) return undefined;
  if (mail.state === 'sent' || mail.state === 'waiting') return undefined;
  const text = mailText(receiver, { ...reader, dateTime: reader.formats.dateTime });
  return renderNote(mail.state === 'delayed' ? 'warn' : 'bad', userText(text));
}

/** The way back to the drop. */
function above({ dispatch }: SentDrop, { say }: PageReader): Html {
  return crumb(`sent/${dispatch.id}`, say('sent.drop.back'));
}

function renderActs(view: ReceiverView): Html {
  const { say } = view.reader;
  const { drop, receiver, csrfToken, showsLinks, problems = [], email = receiver.email } = view;
  const { dispatch } = drop;
  const act = (name: 'resend' | 'revoke' | 'link', kind: string) =>
    html`<form
      id="${name}"
      class="${name === 'revoke' ? 'zone' : 'card-line'}"
      method="post"
      action="/app/sent/${dispatch.id}/receivers/${receiver.id}/${name}"
    >
      ${csrfField(csrfToken)}
      <p id="${name}-text">${say(`sent.receiver.${name}Text`)}</p>
      <button class="button ${kind}" type="submit" aria-describedby="${name}-text">
        ${say(`sent.receiver.${name}`)}
      </button>
    </form>`;
  return html`<section class="card rows">
      ${act('resend', '')}
      <form
        id="correct"
        class="card-line"
        method="post"
        action="/app/sent/${dispatch.id}/receivers/${receiver.id}/address"
      >
        ${csrfField(csrfToken)}
        <div class="stack stack-s">
          <p id="correct-text">${say('sent.receiver.correctText')}</p>
          ${field({
            name: 'email',
            label: say('sent.receiver.correctLabel'),
            value: email,
            type: 'email',
            inputmode: 'email',
            problems,
          })}
        </div>
        <button class="button" type="submit" aria-describedby="correct-text">
          ${say('sent.receiver.correct')}
        </button>
      </form>
      ${showsLinks && receiver.hasLink && act('link', '')}
    </section>
    ${receiver.hasLink && act('revoke', 'danger')}`;
}

/** Shows the link of a receiver as a text and as a QR code. */
export function linkPage(
  { drop, receiver, link }: Pick<ReceiverView, 'drop' | 'receiver'> & { link: string },
  reader: PageReader,
): AppPage {
  const { say } = reader;
  const title = say('sent.receiver.linkTitle', { receiver: receiver.email });
  const body = html`${renderHead(title, { above: above(drop, reader) })}
    <section class="card card-pad stack stack-s settings-body">
      <p>${say('sent.receiver.linkText')}</p>
      ${linkToCopy(link, reader, { id: 'link' })}
    </section>`;
  const script = html`<script type="module" src="/assets/copy-link.js"></script>`;
  return { title, body, script };
}
