import { contactColumns } from './contact-columns.ts';
import { curlHint } from './curl-hint.ts';
import type { Format } from '../html/format.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import type { ContactView, IndexView, Listing } from './index-view.ts';
import { renderListing } from './listing.ts';
import { renderEmpty, renderPanel } from '../html/panel.ts';

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
