import type { FollowedReceiver } from '../../../domain/dispatches/follow-receivers.ts';
import type { FollowedDrop, SentEvent } from '../../../domain/dispatches/sent.ts';
import type { Instant } from '../../../domain/model/clock.ts';
import { endReasonOf } from '../../../domain/model/dispatch.ts';
import { crumb, factsLine, renderCard, renderHead } from '../../html/cards.ts';
import { renderAnyoneLinks } from './anyone-links.ts';
import { renderSummary } from './drop-summary.ts';
import { renderNewPassword } from './new-password.ts';
import type { ReceiverRowView } from './receiver-row.ts';
import { actsForm, renderReceiver } from './receiver-row.ts';
import { galleryScript, renderGallery } from '../../html/file-thumb.ts';
import type { Html } from '../../html/html.ts';
import { excerpt, html, userText } from '../../html/html.ts';
import type { IconName } from '../../html/icons.ts';
import { icon } from '../../html/icons.ts';
import { renderMenu } from '../../html/menu.ts';
import { renderNote } from '../../html/notes.ts';
import type { FieldProblem } from '../frame/forms.ts';
import { csrfField, errorSummary, field } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { PageContext } from '../frame/pages.ts';
import { selectField } from '../frame/select-field.ts';
import { when } from '../frame/when.ts';
import type { DropFiles } from './drop-files.ts';
import { renderFiles } from './drop-files.ts';
import { maxReasonLength } from './receiver-state.ts';
import { dropName, dropTitle, filesOf } from '../frame/drop-parts.ts';

export interface DropView extends FollowedDrop, DropFiles {
  now: Instant;
  csrfToken: string;
  /** The ends that the sender can choose: later than the present one. */
  ends: readonly Instant[];
  /** Whether senders may see links. */
  showsLinks: boolean;
  /** Whether the drop can have links for anyone. */
  allowsAnyone: boolean;
  /** Where the receivers begin; undefined on the first page. */
  after: string | undefined;
  notice?: Html | undefined;
  problems?: readonly FieldProblem[];
  /** What was entered as the address of a new receiver. */
  email?: string;
}

/** The page of one drop: how far its receivers are, and what its sender can do with it. */
export function dropPage(view: DropView): AppPage {
  const { reader, drop, now, problems = [] } = view;
  const { say } = reader;
  const isLive = endReasonOf(drop, now) === undefined;
  const hasGallery = view.pictures.size > 0;
  const title = dropTitle(drop, reader);
  const lead = factsLine([
    filesOf(drop, reader),
    html`${say('sent.events.sent')} ${when(reader, drop.dispatch.createdAt)}`,
    isLive && html`${say('sent.expires')} ${when(reader, drop.dispatch.expiresAt)}`,
  ]);
  const head = renderHead(dropName(drop, reader), {
    above: crumb('sent', say('sent.title')),
    lead,
    acts: html`${isLive && renderActs(view)} ${renderRest(view, isLive)}`,
  });
  const body = html`${head} ${view.notice} ${errorSummary(problems, say)}
    <form id="${actsForm}" method="post" action="/app/sent/${drop.dispatch.id}/receivers" hidden>
      ${csrfField(view.csrfToken)}
    </form>
    <div class="beside transfer">
      <div class="live-parts" id="live" data-live="${livePath(view)}">${renderLive(view)}</div>
      <div class="stack">
        ${renderFiles(view)} ${renderAnyoneLinks(view, isLive)} ${isLive && renderNewPassword(view)}
        ${renderProofs(view)} ${isLive && renderZone(view)}
      </div>
    </div>
    ${hasGallery && renderGallery(say)}`;
  return { title, body, ...(hasGallery ? { script: galleryScript } : {}) };
}

/** Where the part of the page is that changes. */
function livePath({ drop, after }: Pick<DropView, 'drop' | 'after'>): string {
  const path = `/app/sent/${drop.dispatch.id}/live`;
  return after === undefined ? path : `${path}?after=${after}`;
}

/** What the part needs of the page that changes while it is looked at. */
type LiveView = Pick<
  DropView,
  'reader' | 'drop' | 'receivers' | 'unreached' | 'events' | 'more' | 'now' | 'showsLinks'
>;

/** The part of the page that changes while it is looked at. It has no form: nothing typed is lost. */
export function renderLive(view: LiveView): Html {
  const { reader, drop, receivers, more } = view;
  const { say, formats } = reader;
  const { dispatch } = drop;
  const row = { ...view, isLive: endReasonOf(drop, view.now) === undefined };
  const share = {
    done: formats.number(drop.fetchedCount),
    total: formats.number(drop.receiverCount),
  };
  return html`<div class="live-work">
      ${renderCard({
        id: 'receivers',
        title: say('sent.drop.receivers'),
        count: say('sent.drop.share', share),
        acts: html`<span class="live">${say('sent.drop.live')}</span>`,
        body: html`${view.unreached.length > 0 && renderUnreached(view)}
        ${renderReceivers(receivers, row)}
        ${
          more !== undefined &&
          html`<p class="card-foot">
            <a class="button quiet-button" href="/app/sent/${dispatch.id}?after=${more}"
              >${say('sent.nextPage')}</a
            >
          </p>`
        }`,
      })}
    </div>
    <div class="live-side stack">
      ${renderSummary(view)}
      <section class="card card-pad stack stack-s" id="history" aria-labelledby="history-title">
        <h2 id="history-title">${say('sent.drop.history')}</h2>
        ${renderEvents(view.events, reader)}
      </section>
    </div>`;
}

/** Whose mail did not arrive, and the way to mend it. */
function renderUnreached({
  unreached,
  drop: { dispatch },
  reader: { say },
}: Pick<DropView, 'unreached' | 'drop' | 'reader'>): Html {
  return html`<div class="note-inset stack stack-s">
    ${unreached.map(({ id, email, mail }) => {
      const reason = excerpt(mail?.reason ?? '', maxReasonLength);
      return renderNote(
        'bad',
        html`${userText(say('sent.drop.problem', { receiver: email }))}${
          reason !== '' && html` <span class="small">${userText(reason)}</span>`
        }`,
        html`<a
          class="button short"
          href="/app/sent/${dispatch.id}/receivers/${id}"
          aria-label="${say('sent.receiver.correct')}: ${email}"
          >${say('sent.receiver.correct')}</a
        >`,
      );
    })}
  </div>`;
}

/** Of more receivers than that, those who have everything stand behind the others, folded away. */
const openReceivers = 5;

function renderReceivers(receivers: readonly FollowedReceiver[], view: ReceiverRowView): Html {
  const { drop, reader } = view;
  const ordered = problemsFirst(receivers);
  const isDone = ({ completedFiles, revokedAt }: FollowedReceiver) =>
    revokedAt === undefined && drop.fileCount > 0 && completedFiles >= drop.fileCount;
  const room = Math.max(0, openReceivers - 1 - ordered.filter((each) => !isDone(each)).length);
  const folded = ordered.length > openReceivers ? ordered.filter(isDone).slice(room) : [];
  const listOf = (some: readonly FollowedReceiver[]) =>
    html`<ul class="recipients">
      ${some.map((each) => renderReceiver(each, view))}
    </ul>`;
  return html`${listOf(ordered.filter((each) => !folded.includes(each)))}
  ${
    folded.length > 0 &&
    html`<details class="more-about card-foot">
      <summary>
        ${icon('next', 'icon-s turn icon-turns')}${reader.say('sent.drop.others', { count: folded.length })}
      </summary>
      ${listOf(folded)}
    </details>`
  }`;
}

/** Those of the page whose mail did not arrive come before the others. */
function problemsFirst(receivers: readonly FollowedReceiver[]): FollowedReceiver[] {
  const isTroubled = ({ mail, revokedAt }: FollowedReceiver) =>
    revokedAt === undefined && (mail?.state === 'refused' || mail?.state === 'unwanted');
  return [...receivers].sort((one, other) => Number(isTroubled(other)) - Number(isTroubled(one)));
}

const pictures: Record<SentEvent['what'], IconName> = {
  sent: 'send',
  mailed: 'mail',
  refused: 'alert',
  opened: 'mail-open',
  fetched: 'download',
  revoked: 'ban',
  added: 'person-plus',
  extended: 'extend',
  expired: 'hourglass',
  ended: 'ban',
};

/** So many are shown without being asked for, and one or two more where nothing else would be hidden. */
const firstEvents = 6;

function renderEvents(events: readonly SentEvent[], reader: PageReader): Html {
  const listOf = (some: readonly SentEvent[]) =>
    html`<ul class="events">
      ${some.map((event) => renderEvent(event, reader))}
    </ul>`;
  if (events.length <= firstEvents + 2) return listOf(events);
  return html`${listOf(events.slice(0, firstEvents))}
    <details class="more-about">
      <summary>
        ${icon('next', 'icon-s turn icon-turns')}${reader.say('sent.drop.wholeHistory')}
      </summary>
      ${listOf(events.slice(firstEvents))}
    </details>`;
}

function renderEvent(event: SentEvent, reader: PageReader): Html {
  return html`<li>
    ${icon(pictures[event.what])}
    <span class="row-words"
      ><span>${userText(eventText(event, reader))}</span>
      <span class="quiet">${when(reader, event.at)}</span></span
    >
  </li>`;
}

function eventText(
  { what, receiver: whom, expiresAt = 0 }: SentEvent,
  { say, formats }: PageReader,
): string {
  if (what === 'extended')
    return say('sent.events.extended', { date: formats.dateTime(expiresAt) });
  if (what === 'sent' || what === 'expired' || what === 'ended') return say(`sent.events.${what}`);
  return say(`sent.events.${what}`, { receiver: whom?.email ?? '' });
}

/** Adding and extending need a field each, which stands behind the button. It stands open where it was wrong. */
function renderActs(view: DropView): Html {
  const { say, formats } = view.reader;
  const { drop, csrfToken, ends, email = '', problems = [] } = view;
  const { dispatch } = drop;
  const isWrong = (name: string) => problems.some((problem) => problem.field === name);
  return html`${formMenu(
    isWrong('email'),
    html`${icon('person-plus')}${say('sent.drop.add')}`,
    html`<form class="menu-form" method="post" action="/app/sent/${dispatch.id}/receivers">
      ${csrfField(csrfToken)}
      ${field({
        name: 'email',
        label: say('sent.drop.email'),
        value: email,
        type: 'email',
        inputmode: 'email',
        problems,
      })}
      <button class="button primary" type="submit">${say('sent.drop.add')}</button>
    </form>`,
  )}
  ${
    ends.length > 0 &&
    formMenu(
      isWrong('until'),
      html`${icon('extend')}${say('sent.drop.extend')}`,
      html`<form class="menu-form" method="post" action="/app/sent/${dispatch.id}/extend">
        ${csrfField(csrfToken)}
        ${selectField({
          name: 'until',
          label: say('sent.drop.extendLabel'),
          options: ends.map((at) => ({ value: String(at), text: formats.date(at) })),
          problems,
        })}
        <button class="button primary" type="submit">${say('sent.drop.extend')}</button>
      </form>`,
    )
  }`;
}

function formMenu(isOpen: boolean, title: Html, form: Html): Html {
  const content = html`<summary class="button">${title}</summary>
    <div class="menu-list">${form}</div>`;
  return isOpen
    ? html`<details name="menu" class="menu" open>${content}</details>`
    : html`<details name="menu" class="menu">${content}</details>`;
}

/** What is done less often, and what of a drop can be kept for the next one. */
function renderRest({ drop, csrfToken, reader: { say } }: DropView, isLive: boolean): Html {
  const { id } = drop.dispatch;
  const items = [
    isLive && drop.fetchedCount < drop.receiverCount
      ? html`<a class="menu-item" href="/app/sent/many?act=remind&amp;id=${id}"
          >${icon('bell')}${say('sent.many.remind')}</a
        >`
      : undefined,
    isLive
      ? html`<form method="post" action="/app/sent/${id}/again">
          ${csrfField(csrfToken)}
          <span class="hidden-text" id="again-text">${say('sent.drop.againText')}</span>
          <button class="menu-item" type="submit" aria-describedby="again-text">
            ${icon('copy')}${say('sent.drop.again')}
          </button>
        </form>`
      : undefined,
    drop.allReceivers > 0
      ? html`<a class="menu-item" href="/app/contacts/groups/new?of=${id}"
          >${icon('people')}${say('contacts.group.save')}</a
        >`
      : undefined,
    html`<a class="menu-item" href="/app/templates/new?drop=${id}"
      >${icon('copy')}${say('templates.save')}</a
    >`,
  ];
  return renderMenu(say('sent.drop.more'), items, 'icon-button');
}

/** What ends the drop stands apart, and last. */
function renderZone({ drop: { dispatch }, reader: { say } }: DropView): Html {
  return html`<section class="zone" aria-labelledby="zone-title">
    <div>
      <h2 id="zone-title">${say('sent.drop.revoke')}</h2>
      <p class="small quiet">${say('sent.drop.revokeText')}</p>
    </div>
    <a class="button danger" href="/app/sent/${dispatch.id}/revoke"
      >${icon('ban')}${say('sent.drop.revoke')}</a
    >
  </section>`;
}

/** The signed statements about a drop: who has what and, once it has ended, that it was deleted. */
function renderProofs({ drop: { dispatch, endedAt }, reader: { say } }: DropView): Html {
  return renderCard({
    id: 'proofs',
    title: say('sent.drop.receiptTitle'),
    isPadded: true,
    body: html`<p class="quiet">${say('sent.drop.receiptText')}</p>
      <p class="acts">
        <a class="button" href="/app/sent/${dispatch.id}/receipt"
          >${icon('download')}${say('sent.drop.receipt')}</a
        >
      </p>
      ${
        endedAt !== undefined &&
        html`<p class="quiet">${say('sent.drop.deletionText')}</p>
          <p class="acts">
            <a class="button" href="/app/sent/${dispatch.id}/deletion"
              >${icon('download')}${say('sent.drop.deletion')}</a
            >
          </p>`
      }`,
  });
}

/** Asks before an act that cannot be undone. */
export function revokePage(
  { dispatch }: DropView['drop'],
  { say, csrfToken }: Pick<PageContext, 'say' | 'csrfToken'>,
): AppPage {
  const title = say('sent.drop.revokeTitle');
  const body = html`<section class="card card-pad stack stack-s narrow">
    <h1>${title}</h1>
    <p>${say('sent.drop.revokeText')}</p>
    <form class="acts" method="post" action="/app/sent/${dispatch.id}/revoke">
      ${csrfField(csrfToken)}
      <a class="button" href="/app/sent/${dispatch.id}">${say('sent.drop.cancel')}</a>
      <button class="button danger-strong" type="submit">${say('sent.drop.revoke')}</button>
    </form>
  </section>`;
  return { title, body };
}
