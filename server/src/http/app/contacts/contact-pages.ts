import type { ContactsDone } from '#protocol/operations/contacts.ts';
import type { ContactFields } from '../../../domain/contacts/contact-fields.ts';
import type { ContactPage } from '../../../domain/contacts/contact-book.ts';
import type { Contact } from '../../../domain/model/contact.ts';
import type { ContactGroup } from '../../../domain/model/contact-book.ts';
import { revisionOf } from '../../../domain/model/contact-book.ts';
import { crumb, renderCard, renderFacts, renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderEmpty } from '../../html/notes.ts';
import { personMark } from '../../html/people.ts';
import { renderTableCard } from '../../html/table.ts';
import { languageChoices } from '../../link-pages/page-parts.ts';
import { csrfField, doneNotice, errorSummary, field } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { Refusal } from '../frame/refusals.ts';
import { selectField } from '../frame/select-field.ts';
import { contactId, cursorText } from './contact-ids.ts';

export interface ContactListView {
  reader: PageReader;
  /** Whether these are the shared contacts. */
  isShared: boolean;
  hasShared: boolean;
  text: string;
  page: ContactPage;
  /** Whether more were found than are shown. */
  isCut: boolean;
  isFirstPage: boolean;
  /** Of the own ones. */
  total: number;
  done: ContactsDone | undefined;
}

export function contactListPage(view: ContactListView): AppPage {
  const { reader, isShared, text } = view;
  const { say } = reader;
  const title = say('contacts.title');
  const acts = html`${!isShared && view.total > 0 && renderExports(reader)}
    <a class="button" href="/app/contacts/groups">${icon('people')}${say('contacts.groups')}</a>
    <a class="button" href="/app/contacts/import">${icon('upload')}${say('contacts.import')}</a>
    <a class="button primary" href="/app/contacts/new">${icon('plus')}${say('contacts.add')}</a>`;
  const count = !isShared && text === '' && view.total > 0;
  const lead = isShared
    ? html`<p class="quiet">${say('contacts.sharedHint')}</p>`
    : count
      ? html`<p class="quiet">${say('contacts.total', { count: view.total })}</p>`
      : undefined;
  const body = html`${renderHead(title, { acts, lead })}
    ${doneNotice(view.done, (done) => say(`contacts.done.${done}`))}
    <div class="tools">
      ${view.hasShared && renderBooks(view)}
      <form class="search" method="get" action="/app/contacts" role="search">
        ${isShared && html`<input type="hidden" name="book" value="shared" />`}
        <label class="hidden-text" for="q">${say('contacts.search')}</label>
        ${icon('search')}
        <input
          class="input"
          id="q"
          name="q"
          type="search"
          value="${text}"
          placeholder="${say('contacts.searchHint')}"
          autocomplete="off"
        />
        <button class="button" type="submit">${say('contacts.searchButton')}</button>
      </form>
      ${text !== '' && html`<a href="/app/contacts${bookQuery(isShared)}">${say('contacts.showAll')}</a>`}
    </div>
    ${renderRows(view)} ${renderPages(view)}`;
  return { title, body };
}

function renderExports({ say }: PageReader): Html {
  return html`<a class="button quiet-button" href="/app/contacts.csv" download
      >${icon('download')}${say('contacts.exportCsv')}</a
    >
    <a class="button quiet-button" href="/app/contacts.vcf" download
      >${icon('download')}${say('contacts.exportVcard')}</a
    >`;
}

function bookQuery(isShared: boolean): string {
  return isShared ? '?book=shared' : '';
}

function renderBooks({ reader: { say }, isShared }: ContactListView): Html {
  return html`<nav class="segmented" aria-label="${say('contacts.title')}">
    ${[false, true].map(
      (shared) =>
        html`<a
          class="segment segment-flat"
          href="/app/contacts${bookQuery(shared)}"
          aria-current="${shared === isShared ? 'page' : 'false'}"
          >${say(shared ? 'contacts.shared' : 'contacts.own')}</a
        >`,
    )}
  </nav>`;
}

function renderRows({ reader: { say }, isShared, page, text }: ContactListView): Html {
  if (page.contacts.length === 0) {
    if (text !== '') return renderEmpty('search', say('contacts.noneFound', { text }));
    if (isShared) return renderEmpty('inbox', say('contacts.empty'));
    return renderEmpty(
      'inbox',
      say('contacts.empty'),
      say('contacts.emptyHint'),
      html`<a class="button" href="/app/contacts/import"
        >${icon('upload')}${say('contacts.import')}</a
      >`,
    );
  }
  return renderTableCard(
    say(isShared ? 'contacts.shared' : 'contacts.own'),
    [
      {
        label: say('contacts.name'),
        cell: ({ nick, email }) =>
          html`<div class="cell-file">
            ${personMark(nick, email)}
            <span class="row-words"
              >${
                isShared
                  ? html`<span class="strong">${userText(nick === '' ? email : nick)}</span>`
                  : html`<a class="row-link" href="/app/contacts/${contactId(email)}"
                      >${userText(nick === '' ? email : nick)}</a
                    >`
              }
              ${nick !== '' && html`<span class="small quiet">${userText(email)}</span>`}</span
            >
          </div>`,
      },
      {
        label: say('contacts.number'),
        cell: ({ number }) => (number === '' ? undefined : `+${number}`),
      },
    ],
    page.contacts,
  );
}

function renderPages(view: ContactListView): Html | undefined {
  const { say } = view.reader;
  if (view.isCut) {
    return html`<p class="small quiet">
      ${say('contacts.more', { count: view.page.contacts.length })}
    </p>`;
  }
  const { next } = view.page;
  if (next === undefined && view.isFirstPage) return undefined;
  const query = new URLSearchParams({
    ...(view.isShared ? { book: 'shared' } : {}),
    ...(view.text === '' ? {} : { q: view.text }),
    ...(next === undefined ? {} : { after: cursorText(next) }),
  });
  return html`<p class="pages">
    ${
      view.isFirstPage
        ? html`<span></span>`
        : html`<a class="button short" href="/app/contacts${bookQuery(view.isShared)}"
            >${say('contacts.firstPage')}</a
          >`
    }
    ${
      next !== undefined &&
      html`<a class="button short" href="/app/contacts?${query.toString()}"
        >${say('contacts.nextPage')}${icon('next', 'icon-s icon-turns')}</a
      >`
    }
  </p>`;
}

interface ContactFormView {
  reader: PageReader;
  token: string;
  fields: ContactFields;
  refusal: Refusal;
  /** The stored contact; undefined for a new one. */
  contact: Contact | undefined;
  groups: readonly ContactGroup[];
}

export function contactFormPage(view: ContactFormView): AppPage {
  const { reader, token, fields, contact, groups } = view;
  const { problems, notice } = view.refusal;
  const { say } = reader;
  const title = say(contact === undefined ? 'contacts.add' : 'contacts.editTitle');
  const id = contact === undefined ? 'new' : contactId(contact.email);
  const body = html`${renderHead(title, {
      above: crumb('contacts', say('contacts.title')),
      acts: contact === undefined ? undefined : renderActs(contact, view),
    })}
    <div class="stack settings-body">
      ${notice} ${notice !== undefined && contact !== undefined && renderStored(contact, reader)}
      ${errorSummary(problems, say)}
      <form class="card card-pad stack stack-s" method="post" action="/app/contacts/${id}">
        ${csrfField(token)}
        ${
          contact !== undefined &&
          html`<input type="hidden" name="revision" value="${revisionOf(contact)}" />`
        }
        ${field({
          name: 'email',
          label: say('contacts.email'),
          value: fields.email,
          type: 'email',
          inputmode: 'email',
          problems,
        })}
        ${field({ name: 'nick', label: say('contacts.name'), value: fields.nick, problems })}
        ${field({
          name: 'number',
          label: say('contacts.number'),
          hint: say('contacts.numberHint'),
          value: fields.number,
          type: 'tel',
          inputmode: 'tel',
          problems,
        })}
        ${selectField({
          name: 'language',
          label: say('contacts.language'),
          hint: say('contacts.languageHint'),
          value: fields.language,
          options: languageOptions(fields.language, say('contacts.noLanguage')),
          problems,
        })}
        <div class="acts">
          <button class="button primary" type="submit">${say('contacts.save')}</button>
        </div>
      </form>
      ${groups.length > 0 && renderGroups(groups, reader)}
      ${contact !== undefined && renderRemoval(contact, token, reader)}
    </div>`;
  return { title, body };
}

/** What a contact is there for. */
function renderActs({ email }: Contact, { reader: { say }, token }: ContactFormView): Html {
  const ask = new URLSearchParams({ to: email }).toString();
  return html`<form method="post" action="/app/contacts/${contactId(email)}/send">
      ${csrfField(token)}
      <button class="button" type="submit">${icon('send')}${say('send.title')}</button>
    </form>
    <a class="button" href="/app/requests/new?${ask}">${icon('request')}${say('requests.new')}</a>`;
}

/** What somebody else saved meanwhile, beside what was typed: saving again replaces it. */
function renderStored(contact: Contact, { say }: PageReader): Html {
  const { email, nick, number, language } = contact;
  const rows = [
    [say('contacts.email'), email] as const,
    [say('contacts.name'), nick] as const,
    [say('contacts.number'), number === '' ? '' : `+${number}`] as const,
    [say('contacts.language'), language] as const,
  ].filter(([, value]) => value !== '');
  return html`<div class="card card-pad">${renderFacts(rows)}</div>`;
}

/** A language that the pages do not have stays what it is. */
function languageOptions(current: string, none: string) {
  const choices = languageChoices.map(({ language, name }) => ({ value: language, text: name }));
  const isKnown = current === '' || choices.some(({ value }) => value === current);
  return [
    { value: '', text: none },
    ...choices,
    ...(isKnown ? [] : [{ value: current, text: current }]),
  ];
}

function renderGroups(groups: readonly ContactGroup[], { say }: PageReader): Html {
  return renderCard({
    id: 'groups',
    title: say('contacts.groups'),
    isPadded: true,
    body: html`<ul class="acts">
      ${groups.map(
        ({ id, name }) =>
          html`<li>
            <a class="chip chip-link" href="/app/contacts/groups/${id}">${userText(name)}</a>
          </li>`,
      )}
    </ul>`,
  });
}

function renderRemoval(contact: Contact, token: string, { say }: PageReader): Html {
  return html`<form
    class="zone"
    method="post"
    action="/app/contacts/${contactId(contact.email)}/remove"
  >
    ${csrfField(token)}
    <input type="hidden" name="revision" value="${revisionOf(contact)}" />
    <div>
      <h2>${say('contacts.remove')}</h2>
      <p class="small quiet">${say('contacts.removeHint')}</p>
    </div>
    <button class="button danger" type="submit">${icon('trash')}${say('contacts.remove')}</button>
  </form>`;
}
