import type { Instant } from '../../domain/model/clock.ts';
import type { Format } from '../html/format.ts';
import type { Html } from '../html/html.ts';
import { html, excerpt, userText } from '../html/html.ts';
import { renderEmpty, renderPanel } from '../html/layout.ts';
import type { Column } from '../html/table.ts';
import { curlHint } from './index-page.ts';
import type { HistoryEntryView, InboxEntryView, IndexView, MailTrouble } from './index-view.ts';
import { renderFew, renderListing } from './index-view.ts';

const kinds: Record<HistoryEntryView['kind'], string> = {
  drop: 'Files sent',
  grant: 'Upload access',
};

export function historySection(view: IndexView, format: Format): Html {
  const columns: Column<HistoryEntryView>[] = [
    { label: 'What', cell: (entry) => kinds[entry.kind], width: 'small' },
    { label: 'To', cell: (entry) => renderFew(entry.receivers, receiverLine, format) },
    {
      label: 'Files',
      cell: (entry) => renderFew(entry.files, ({ name }) => userText(name), format),
    },
    { label: 'Message', cell: ({ message }) => messageStart(message) },
    { label: 'Sent', cell: (entry) => format.moment(entry.createdAt), width: 'medium' },
    { label: 'Ends', cell: (entry) => renderEnd(entry, view, format), width: 'medium' },
  ];
  const body = renderListing(
    {
      listing: view.history,
      caption: 'What you sent and whom you gave upload access, newest first',
      columns,
      empty: emptyHistory(view),
      more: { one: 'older entry is not shown here.', other: 'older entries are not shown here.' },
    },
    format,
  );
  const count = format.number(view.history.total);
  return renderPanel({ id: 'history', title: 'History', count, body });
}

function emptyHistory(view: IndexView): Html {
  return renderEmpty(
    'You have not sent anything yet.',
    html`With a receiver chosen and a file in the tray, list the tray with
      <code>get_files.cgi</code> and send it with <code>createdrop.cgi</code>. Every transfer is
      kept in this list.`,
    curlHint(view, 'cgi/createdrop.cgi', `--json '{"ddmessage": "Hello"}'`),
  );
}

const troubles: Record<MailTrouble, Html> = {
  waiting: html`<span class="badge">Mail on its way</span>`,
  undeliverable: html`<span class="badge badge-warn">Mail not delivered</span>`,
};

function receiverLine({ email, nick, mail }: HistoryEntryView['receivers'][number]): Html {
  const trouble = mail && troubles[mail];
  if (nick === '') return html`${userText(email)} ${trouble}`;
  return html`${userText(excerpt(nick, 80))}
    <span class="aside">${userText(email)}</span> ${trouble}`;
}

function messageStart(message: string): Html | undefined {
  return message.trim() === '' ? undefined : userText(excerpt(message, 140));
}

function renderEnd(entry: HistoryEntryView, view: IndexView, format: Format): Html {
  const { expiresAt, revokedAt } = entry;
  if (revokedAt !== undefined) return renderMoment('Revoked', 'badge', revokedAt, format);
  return expiresAt > view.now
    ? renderMoment('Live', 'badge badge-live', expiresAt, format)
    : renderMoment('Ended', 'badge', expiresAt, format);
}

function renderMoment(state: string, badge: string, at: Instant, format: Format): Html {
  return html`<span class="${badge}">${state}</span> ${format.moment(at)}
    <span class="aside">${format.distance(at)}</span>`;
}

export function inboxSection(view: IndexView, format: Format): Html {
  const columns: Column<InboxEntryView>[] = [
    { label: 'From', cell: (entry) => userText(entry.sender) },
    {
      label: 'Files',
      cell: (entry) => renderFew(entry.files, (file) => fileLine(file, format), format),
    },
    { label: 'Arrived', cell: (entry) => format.moment(entry.createdAt), width: 'medium' },
    { label: 'Available until', cell: (entry) => until(entry, format), width: 'medium' },
  ];
  const token = { label: 'Download token', cell: renderToken };
  const body = renderListing(
    {
      listing: view.inbox,
      caption: 'Files that others sent you',
      columns: view.account.role === 'api' ? [...columns, token] : columns,
      empty: emptyInbox(view),
      more: {
        one: 'older delivery is not shown here.',
        other: 'older deliveries are not shown here.',
      },
    },
    format,
  );
  return renderPanel({
    id: 'inbox',
    title: 'Inbox',
    count: format.number(view.inbox.total),
    body: view.inbox.total === 0 ? body : html`${howToFetch(view)} ${body}`,
  });
}

/** A browser has no token, so that a link here would lead to an error. */
function howToFetch(view: IndexView): Html {
  return html`<p>
      This page shows what has arrived. Files are fetched by the program that uses the API key of
      this account; a browser cannot download them here.
    </p>
    ${curlHint(view, 'DOWNLOAD-TOKEN/files/FILE-NAME', '-O')}`;
}

function emptyInbox(view: IndexView): Html {
  return renderEmpty(
    'Nothing has arrived.',
    html`Files that others send to <strong>${userText(view.account.email)}</strong> appear here. To
      ask someone for files, choose them as a receiver and give them upload access with
      <code>givedrop.cgi</code>.`,
    curlHint(view, 'cgi/givedrop.cgi', `--json '{}'`),
  );
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
