import { contactColumns } from './contact-columns.ts';
import { curlHint } from './curl-hint.ts';
import type { Format } from '../html/format.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import type { IndexView } from './index-view.ts';
import { renderListing } from './listing.ts';
import { renderEmpty, renderPanel } from '../html/panel.ts';

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
