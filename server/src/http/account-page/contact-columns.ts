import type { Format } from '../html/format.ts';
import type { Html } from '../html/html.ts';
import type { ContactView } from './index-view.ts';
import { renderFew } from './listing.ts';
import type { Column } from '../html/table.ts';
import { excerpt, userText } from '../html/user-text.ts';

/** How people are listed, whether they are contacts or receivers. */
export function contactColumns(format: Format): Column<ContactView>[] {
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
