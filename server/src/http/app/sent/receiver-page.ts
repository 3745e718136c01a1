import type { FollowedReceiver } from '../../../domain/dispatches/sent.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import { endReasonOf } from '../../../domain/model/dispatch.ts';
import type { SentDrop } from '../../../domain/model/sent.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary, field } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { renderQrCode } from '../frame/qr-code.ts';
import { renderState } from './receiver-state.ts';
import { receiverName } from './sent-list.ts';

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
  const body = html`${backLink(drop, reader)}
    <h1>${receiverName(receiver.nick, receiver.email)}</h1>
    ${notice} ${errorSummary(problems, reader.say)}
    <section class="panel">${renderState(receiver, drop.fileCount, reader)}</section>
    ${isLive && renderActs(view)}`;
  return { title: receiver.email, body };
}

function backLink({ dispatch }: SentDrop, { say }: PageReader): Html {
  return html`<p><a href="/app/sent/${dispatch.id}">${say('sent.drop.back')}</a></p>`;
}

function renderActs(view: ReceiverView): Html {
  const { say } = view.reader;
  const { drop, receiver, csrfToken, showsLinks, problems = [], email = receiver.email } = view;
  const { dispatch } = drop;
  const act = (name: 'resend' | 'revoke' | 'link') =>
    html`<section class="panel">
      <form
        class="person-form"
        method="post"
        action="/app/sent/${dispatch.id}/receivers/${receiver.id}/${name}"
      >
        ${csrfField(csrfToken)}
        <p id="${name}-text">${say(`sent.receiver.${name}Text`)}</p>
        <button class="button" type="submit" aria-describedby="${name}-text">
          ${say(`sent.receiver.${name}`)}
        </button>
      </form>
    </section>`;
  return html`${act('resend')}
    <section class="panel">
      <form
        class="person-form"
        method="post"
        action="/app/sent/${dispatch.id}/receivers/${receiver.id}/address"
      >
        ${csrfField(csrfToken)}
        <p id="correct-text">${say('sent.receiver.correctText')}</p>
        ${field({
          name: 'email',
          label: say('sent.receiver.correctLabel'),
          value: email,
          type: 'email',
          inputmode: 'email',
          problems,
        })}
        <button class="button" type="submit" aria-describedby="correct-text">
          ${say('sent.receiver.correct')}
        </button>
      </form>
    </section>
    ${showsLinks && receiver.hasLink && act('link')} ${receiver.hasLink && act('revoke')}`;
}

/** Shows the link of a receiver as a text and as a QR code. */
export function linkPage(
  { drop, receiver, link }: Pick<ReceiverView, 'drop' | 'receiver'> & { link: string },
  reader: PageReader,
): AppPage {
  const { say } = reader;
  const title = say('sent.receiver.linkTitle', { receiver: receiver.email });
  const body = html`${backLink(drop, reader)}
    <h1>${title}</h1>
    <section class="panel">
      <p>${say('sent.receiver.linkText')}</p>
      <p><code class="shown-link" id="link">${link}</code></p>
      <p hidden data-copy="link">
        <button class="button" type="button" data-copied="${say('sent.receiver.copied')}">
          ${say('sent.receiver.copy')}
        </button>
      </p>
      ${renderQrCode(link, say('sent.receiver.qr'))}
    </section>`;
  const script = html`<script type="module" src="/assets/copy-link.js"></script>`;
  return { title, body, script };
}
