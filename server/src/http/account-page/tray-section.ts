import { curlHint } from './curl-hint.ts';
import type { Format } from '../html/format.ts';
import type { Html } from '../html/html.ts';
import { html } from '../html/html.ts';
import type { IndexView, TrayFileView } from './index-view.ts';
import { renderListing } from './listing.ts';
import { renderEmpty, renderPanel } from '../html/panel.ts';
import type { Column } from '../html/table.ts';
import { userText } from '../html/user-text.ts';

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
