import { curlHint } from './curl-hint.ts';
import type { Format } from '../html/format.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import type { InboxEntryView, IndexView } from './index-view.ts';
import { renderFew, renderListing } from './listing.ts';
import { renderEmpty, renderPanel } from '../html/panel.ts';
import type { Column } from '../html/table.ts';
import { userText } from '../html/user-text.ts';

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

/** A browser has no token to show, so that a link here would lead to an error. */
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
