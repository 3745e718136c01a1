import type { ImportPreview, RowFault } from '../../../domain/contacts/contact-import.ts';
import { maxImportBytes, maxImportRows } from '../../../domain/contacts/contact-import.ts';
import type { Contact } from '../../../domain/model/contact.ts';
import { crumb, renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { renderNote } from '../../html/notes.ts';
import type { Column } from '../../html/table.ts';
import { renderTableCard } from '../../html/table.ts';
import { csrfField, fileField } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { Refusal } from '../frame/refusals.ts';

/** Rows of each kind that a preview shows. */
const shownRows = 100;

interface ImportView {
  reader: PageReader;
  token: string;
  preview: ImportPreview | undefined;
  refusal: Refusal;
}

export function importPage(view: ImportView): AppPage {
  const { reader, token, preview, refusal } = view;
  const { say, formats } = reader;
  const title = say('contacts.importing.title');
  const limits = { size: formats.size(maxImportBytes), count: maxImportRows };
  const body = html`${renderHead(title, { above: crumb('contacts', say('contacts.title')) })}
    ${refusal.notice} ${preview !== undefined && renderPreview(preview, token, reader)}
    ${preview !== undefined && html`<h2>${say('contacts.importing.anotherFile')}</h2>`}
    <form
      class="card card-pad stack stack-s settings-body"
      method="post"
      action="/app/contacts/import"
      enctype="multipart/form-data"
    >
      ${csrfField(token)}
      <p>${say('contacts.importing.intro')}</p>
      ${fileField(
        say('contacts.importing.file'),
        say('contacts.importing.limits', limits),
        '.csv,.tsv,.txt,.vcf,.vcard,text/csv,text/vcard',
      )}
      <div class="acts">
        <button class="button ${preview === undefined && 'primary'}" type="submit">
          ${say('contacts.importing.read')}
        </button>
      </div>
    </form>`;
  return { title, body };
}

function renderPreview(preview: ImportPreview, token: string, reader: PageReader): Html {
  const { say, formats } = reader;
  const { added, changed, unchanged, refused } = preview;
  const count = added.length + changed.length;
  const row = { label: say('contacts.importing.row'), numeric: true } as const;
  return html`<h2>${say('contacts.importing.preview')}</h2>
    ${preview.encoding === 'windows-1252' && renderNote('warn', say('contacts.importing.encoding'))}
    ${count === 0 && html`<p>${say('contacts.importing.nothing')}</p>`}
    ${unchanged > 0 && html`<p>${say('contacts.importing.unchanged', { count: unchanged })}</p>`}
    ${renderKind(reader, say('contacts.importing.added', { count: added.length }), added, [
      { ...row, cell: ({ line }) => formats.number(line) },
      { label: say('contacts.email'), cell: ({ contact }) => contact.email },
      { label: say('contacts.name'), cell: ({ contact }) => contact.nick },
      { label: say('contacts.number'), cell: ({ contact }) => numberOf(contact) },
    ])}
    ${renderKind(reader, say('contacts.importing.changed', { count: changed.length }), changed, [
      { ...row, cell: ({ line }) => formats.number(line) },
      { label: say('contacts.email'), cell: ({ after }) => after.email },
      { label: say('contacts.importing.before'), cell: ({ before }) => summaryOf(before) },
      { label: say('contacts.importing.after'), cell: ({ after }) => summaryOf(after) },
    ])}
    ${renderKind(reader, say('contacts.importing.refused', { count: refused.length }), refused, [
      { ...row, cell: ({ line }) => formats.number(line) },
      { label: say('contacts.email'), cell: ({ email }) => email },
      {
        label: say('contacts.importing.reason'),
        cell: ({ faults }) => faults.map((fault) => reasonOf(fault, reader)).join(' '),
      },
    ])}
    <div class="acts">
      ${
        count > 0 &&
        html`<form method="post" action="/app/contacts/import/confirm">
          ${csrfField(token)}
          <input type="hidden" name="id" value="${preview.id}" />
          <input type="hidden" name="digest" value="${preview.digest}" />
          <button class="button primary" type="submit">
            ${say('contacts.importing.confirm', { count })}
          </button>
        </form>`
      }
      <form method="post" action="/app/contacts/import/discard">
        ${csrfField(token)}
        <button class="button" type="submit">${say('contacts.importing.discard')}</button>
      </form>
    </div>`;
}

function renderKind<Row>(
  { say }: PageReader,
  title: string,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Html | undefined {
  if (rows.length === 0) return undefined;
  return html`<h3>${title}</h3>
    ${renderTableCard(title, columns, rows.slice(0, shownRows))}
    ${rows.length > shownRows && html`<p>${say('contacts.importing.firstRows', { count: shownRows })}</p>`}`;
}

function numberOf({ number }: Contact): string {
  return number === '' ? '' : `+${number}`;
}

function summaryOf(contact: Contact): string {
  return [contact.nick, numberOf(contact), contact.language]
    .filter((text) => text !== '')
    .join(', ');
}

function reasonOf(fault: RowFault, { say }: PageReader): string {
  return say(`contacts.importing.reasons.${fault}`);
}
