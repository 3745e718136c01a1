import type { Format } from '../html/format.ts';
import type { Html } from '../html/html.ts';
import { html, excerpt, userText } from '../html/html.ts';
import { renderEmpty, renderPanel } from '../html/layout.ts';
import type { Column } from '../html/table.ts';
import { curlHint } from './index-page.ts';
import type { ContactView, IndexView, TrayFileView } from './index-view.ts';
import { renderFew, renderListing } from './index-view.ts';

export function contactsSection(view: IndexView, format: Format): Html {
  const { say, contacts, sharedContacts } = view;
  const columns = contactColumns(view, format);
  const [own, shared] = [say('contacts.own'), say('contacts.shared')];
  const noShared = html`<p>${say('account.noShared')}</p>`;
  const body = html`<h3>${own}</h3>
    ${renderListing({ listing: contacts, caption: own, columns, empty: noContacts(view) }, say)}
    <h3>${shared}</h3>
    ${renderListing({ listing: sharedContacts, caption: shared, columns, empty: noShared }, say)}`;
  return renderPanel({
    id: 'contacts',
    title: say('contacts.title'),
    count: format.number(contacts.total + sharedContacts.total),
    body,
  });
}

function noContacts(view: IndexView): Html {
  const { say } = view;
  const json = `--json '[{"email": "bob@example.com", "nick": "Bob"}]'`;
  const hint = curlHint(view, 'cgi/contacts_add.cgi', json);
  return renderEmpty(say('contacts.empty'), say('account.contactsHint'), hint);
}

export function receiversSection(view: IndexView, format: Format): Html {
  const { say, receivers: listing } = view;
  const title = say('account.receivers');
  const columns = contactColumns(view, format);
  const json = `--json '[{"email": "bob@example.com"}]'`;
  const empty = renderEmpty(
    say('account.noReceivers'),
    say('account.receiversHint'),
    curlHint(view, 'cgi/receivers_set.cgi', json),
  );
  const body = renderListing({ listing, caption: title, columns, empty }, say);
  return renderPanel({ id: 'receivers', title, count: format.number(listing.total), body });
}

/** The columns of people, for contacts and receivers. */
function contactColumns({ say }: IndexView, format: Format): Column<ContactView>[] {
  return [
    { label: say('contacts.email'), cell: ({ email }) => userText(email) },
    { label: say('contacts.name'), cell: ({ nick }) => shown(nick) },
    { label: say('contacts.number'), cell: ({ number }) => shown(number), width: 'medium' },
    {
      label: say('contacts.language'),
      cell: ({ language }) => shown(format.language(language)),
      width: 'medium',
    },
    { label: say('contacts.groups'), cell: ({ groups }) => renderFew(groups, brief, say) },
  ];
}

function shown(text: string): Html | undefined {
  return text === '' ? undefined : brief(text);
}

function brief(text: string): Html {
  return userText(excerpt(text, 100));
}

export function traySection(view: IndexView, format: Format): Html {
  const { say, tray: listing } = view;
  const title = say('account.tray');
  const columns: Column<TrayFileView>[] = [
    { label: say('inbox.name'), cell: (file) => userText(file.name) },
    { label: say('account.type'), cell: (file) => userText(file.type) },
    {
      label: say('inbox.size'),
      cell: (file) => format.size(file.sizeBytes),
      width: 'small',
      numeric: true,
    },
    {
      label: say('account.uploaded'),
      cell: (file) => format.moment(file.uploadedAt),
      width: 'medium',
    },
    {
      label: say('account.removed'),
      cell: (file) => format.moment(file.removedAt),
      width: 'medium',
    },
  ];
  const empty = renderEmpty(
    say('account.noFiles'),
    say('account.filesHint'),
    curlHint(view, 'cgi/upload.cgi', '-F do=upload -F file=@report.pdf'),
  );
  const body = renderListing({ listing, caption: title, columns, empty }, say);
  return renderPanel({ id: 'tray', title, count: format.number(listing.total), body });
}
