import type { Format } from '../html/format.ts';
import type { Html } from '../html/html.ts';
import { html, excerpt, userText } from '../html/html.ts';
import { renderEmpty, renderPanel } from '../html/layout.ts';
import type { Column } from '../html/table.ts';
import { curlHint } from './index-page.ts';
import type { ContactView, IndexView, Listing, TrayFileView } from './index-view.ts';
import { renderFew, renderListing } from './index-view.ts';

export function contactsSection(view: IndexView, format: Format): Html {
  const body = html`<h3>Your own</h3>
    ${renderContacts(view.contacts, 'Your own contacts', emptyContacts(view), format)}
    <h3>Shared by the operator</h3>
    ${renderContacts(view.sharedContacts, 'Contacts shared by the operator', emptyShared, format)}`;
  return renderPanel({
    id: 'contacts',
    title: 'Contacts',
    count: format.number(view.contacts.total + view.sharedContacts.total),
    body,
  });
}

function renderContacts(
  listing: Listing<ContactView>,
  caption: string,
  empty: Html,
  format: Format,
): Html {
  const more = {
    one: 'more contact is not shown here.',
    other: 'more contacts are not shown here.',
  };
  return renderListing({ listing, caption, columns: contactColumns(format), empty, more }, format);
}

function emptyContacts(view: IndexView): Html {
  return renderEmpty(
    'Your address book is empty.',
    html`Add whom you exchange files with through <code>contacts_add.cgi</code>. A transfer needs at
      least one contact.`,
    curlHint(
      view,
      'cgi/contacts_add.cgi',
      `--json '[{"email": "bob@example.com", "nick": "Bob"}]'`,
    ),
  );
}

const emptyShared = renderEmpty(
  'The operator shares no contacts.',
  html`If you miss someone whom everybody writes to, ask the operator of this service to add them.`,
);

export function receiversSection(view: IndexView, format: Format): Html {
  const body = renderListing(
    {
      listing: view.receivers,
      caption: 'Receivers chosen for the next transfer',
      columns: contactColumns(format),
      empty: emptyReceivers(view),
      more: {
        one: 'more receiver is not shown here.',
        other: 'more receivers are not shown here.',
      },
    },
    format,
  );
  return renderPanel({
    id: 'receivers',
    title: 'Receivers of the next transfer',
    count: format.number(view.receivers.total),
    body,
  });
}

function emptyReceivers(view: IndexView): Html {
  return renderEmpty(
    'Nobody is chosen yet.',
    html`Choose who gets the next transfer with <code>receivers_set.cgi</code>. The choice is used
      up once the transfer is made.`,
    curlHint(view, 'cgi/receivers_set.cgi', `--json '[{"email": "bob@example.com"}]'`),
  );
}

/** The columns of people, for contacts and receivers. */
function contactColumns(format: Format): Column<ContactView>[] {
  return [
    { label: 'E-mail', cell: ({ email }) => userText(email) },
    { label: 'Name', cell: ({ nick }) => shown(nick) },
    { label: 'Mobile number', cell: ({ number }) => shown(number), width: 'medium' },
    {
      label: 'Language',
      cell: ({ language }) => shown(format.language(language)),
      width: 'medium',
    },
    { label: 'Groups', cell: ({ groups }) => renderFew(groups, brief, format) },
  ];
}

function shown(text: string): Html | undefined {
  return text === '' ? undefined : brief(text);
}

function brief(text: string): Html {
  return userText(excerpt(text, 100));
}

export function traySection(view: IndexView, format: Format): Html {
  const columns: Column<TrayFileView>[] = [
    { label: 'File', cell: (file) => userText(file.name) },
    { label: 'Type', cell: (file) => userText(file.type) },
    { label: 'Size', cell: (file) => format.size(file.sizeBytes), width: 'small', numeric: true },
    { label: 'Uploaded', cell: (file) => format.moment(file.uploadedAt), width: 'medium' },
    { label: 'Removed', cell: (file) => format.moment(file.removedAt), width: 'medium' },
  ];
  const body = renderListing(
    {
      listing: view.tray,
      caption: 'Files uploaded and not yet sent',
      columns,
      empty: emptyTray(view),
      more: { one: 'more file is not shown here.', other: 'more files are not shown here.' },
    },
    format,
  );
  return renderPanel({ id: 'tray', title: 'Tray', count: format.number(view.tray.total), body });
}

function emptyTray(view: IndexView): Html {
  return renderEmpty(
    'No file is waiting to be sent.',
    html`Upload one with <code>upload.cgi</code>. It stays in the tray until you send it, take it
      out, or its time there is over.`,
    curlHint(view, 'cgi/upload.cgi', '-F do=upload -F file=@report.pdf'),
  );
}
