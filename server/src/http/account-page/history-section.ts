import type { Instant } from '../../domain/model/clock.ts';
import type { TextKey } from '../../i18n/texts/texts.ts';
import type { Format } from '../html/format.ts';
import type { Html } from '../html/html.ts';
import { html, excerpt, userText } from '../html/html.ts';
import { renderEmpty, renderPanel } from '../html/layout.ts';
import type { Column } from '../html/table.ts';
import { curlHint } from './index-page.ts';
import type { HistoryEntryView, InboxEntryView, IndexView, MailTrouble } from './index-view.ts';
import { renderFew, renderListing } from './index-view.ts';

const kinds = {
  drop: 'admin.drop.kindDrop',
  grant: 'admin.drop.kindGrant',
} as const satisfies Record<HistoryEntryView['kind'], TextKey>;

export function historySection(view: IndexView, format: Format): Html {
  const { say, history: listing } = view;
  const title = say('sent.drop.history');
  const columns: Column<HistoryEntryView>[] = [
    { label: say('admin.drop.kind'), cell: (entry) => say(kinds[entry.kind]), width: 'small' },
    {
      label: say('sent.columns.to'),
      cell: (entry) => renderFew(entry.receivers, (each) => receiverLine(each, view), say),
    },
    {
      label: say('sent.columns.files'),
      cell: (entry) => renderFew(entry.files, ({ name }) => userText(name), say),
    },
    { label: say('sent.drop.message'), cell: ({ message }) => messageStart(message) },
    {
      label: say('sent.drop.sent'),
      cell: (entry) => format.moment(entry.createdAt),
      width: 'medium',
    },
    {
      label: say('sent.columns.until'),
      cell: (entry) => renderEnd(entry, view, format),
      width: 'medium',
    },
  ];
  const empty = renderEmpty(
    say('sent.empty'),
    say('account.historyHint'),
    curlHint(view, 'cgi/createdrop.cgi', `--json '{"ddmessage": "Hello"}'`),
  );
  const body = renderListing({ listing, caption: title, columns, empty }, say);
  return renderPanel({ id: 'history', title, count: format.number(listing.total), body });
}

const troubles = {
  waiting: { text: 'sent.receiver.waiting', badge: 'badge' },
  undeliverable: { text: 'sent.undelivered', badge: 'badge badge-warn' },
} as const satisfies Record<MailTrouble, { text: TextKey; badge: string }>;

function receiverLine(
  { email, nick, mail }: HistoryEntryView['receivers'][number],
  { say }: IndexView,
): Html {
  const trouble = mail && troubles[mail];
  const badge = trouble && html`<span class="${trouble.badge}">${say(trouble.text)}</span>`;
  if (nick === '') return html`${userText(email)} ${badge}`;
  return html`${userText(excerpt(nick, 80))}
    <span class="aside">${userText(email)}</span> ${badge}`;
}

function messageStart(message: string): Html | undefined {
  return message.trim() === '' ? undefined : userText(excerpt(message, 140));
}

function renderEnd(entry: HistoryEntryView, { now, say }: IndexView, format: Format): Html {
  const { expiresAt, revokedAt } = entry;
  if (revokedAt !== undefined) {
    return renderMoment(say('sent.states.revoked'), 'badge', revokedAt, format);
  }
  return expiresAt > now
    ? renderMoment(say('sent.states.live'), 'badge badge-live', expiresAt, format)
    : renderMoment(say('sent.states.expired'), 'badge', expiresAt, format);
}

function renderMoment(state: string, badge: string, at: Instant, format: Format): Html {
  return html`<span class="${badge}">${state}</span> ${format.moment(at)}
    <span class="aside">${format.distance(at)}</span>`;
}

export function inboxSection(view: IndexView, format: Format): Html {
  const { say, inbox: listing } = view;
  const title = say('inbox.title');
  const columns: Column<InboxEntryView>[] = [
    { label: say('inbox.from'), cell: (entry) => userText(entry.sender) },
    {
      label: say('inbox.files'),
      cell: (entry) => renderFew(entry.files, (file) => fileLine(file, format), say),
    },
    {
      label: say('account.arrived'),
      cell: (entry) => format.moment(entry.createdAt),
      width: 'medium',
    },
    { label: say('inbox.until'), cell: (entry) => until(entry, format), width: 'medium' },
    { label: say('account.token'), cell: renderToken },
  ];
  const empty = renderEmpty(
    say('inbox.empty'),
    say('account.inboxHint'),
    curlHint(view, 'cgi/givedrop.cgi', `--json '{}'`),
  );
  const body = renderListing({ listing, caption: title, columns, empty }, say);
  return renderPanel({
    id: 'inbox',
    title,
    count: format.number(listing.total),
    body: listing.total === 0 ? body : html`${howToFetch(view)} ${body}`,
  });
}

/** A browser has no token, so that a link here would lead to an error. */
function howToFetch(view: IndexView): Html {
  return html`<p>${view.say('account.fetchHint')}</p>
    ${curlHint(view, 'DOWNLOAD-TOKEN/files/FILE-NAME', '-O')}`;
}

function fileLine(file: InboxEntryView['files'][number], format: Format): Html {
  return html`${userText(file.name)}
    <span class="quiet nowrap">${format.size(file.sizeBytes)}</span>`;
}

function until(entry: InboxEntryView, format: Format): Html {
  const distance = format.distance(entry.expiresAt);
  return html`${format.moment(entry.expiresAt)} <span class="aside">${distance}</span>`;
}

function renderToken(entry: InboxEntryView): Html {
  return html`<code>${entry.url}</code>`;
}
