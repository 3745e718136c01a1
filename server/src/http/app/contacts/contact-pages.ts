import type { ContactsDone } from '#protocol/operations/contacts.ts';
import type { ContactFields } from '../../../domain/contacts/contact-fields.ts';
import type { ContactPage } from '../../../domain/contacts/contact-book.ts';
import type { Contact } from '../../../domain/model/contact.ts';
import type { ContactGroup } from '../../../domain/model/contact-book.ts';
import { revisionOf } from '../../../domain/model/contact-book.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { renderTable } from '../../html/table.ts';
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
  const body = html`<section class="panel contacts">
    <h1>${title}</h1>
    ${doneNotice(view.done, (done) => say(`contacts.done.${done}`))}
    <p class="contacts-actions">
      <a class="button button-main" href="/app/contacts/new">${say('contacts.add')}</a>
      <a class="button" href="/app/contacts/groups">${say('contacts.groups')}</a>
      <a class="button" href="/app/contacts/import">${say('contacts.import')}</a>
    </p>
    ${view.hasShared && renderBooks(view)}
    <form class="contacts-search" method="get" action="/app/contacts" role="search">
      ${isShared && html`<input type="hidden" name="book" value="shared" />`}
      ${field({
        name: 'q',
        label: say('contacts.search'),
        hint: say('contacts.searchHint'),
        value: text,
        type: 'search',
      })}
      <button class="button" type="submit">${say('contacts.searchButton')}</button>
      ${text !== '' && html`<a href="/app/contacts${bookQuery(isShared)}">${say('contacts.showAll')}</a>`}
    </form>
    ${isShared && html`<p class="field-hint">${say('contacts.sharedHint')}</p>`}
    ${
      !isShared &&
      text === '' &&
      view.total > 0 &&
      html`<p class="field-hint">${say('contacts.total', { count: view.total })}</p>`
    }
    ${renderRows(view)} ${renderPages(view)}
    ${
      !isShared &&
      view.total > 0 &&
      html`<p class="contacts-actions">
        <a href="/app/contacts.csv" download>${say('contacts.exportCsv')}</a>
        <a href="/app/contacts.vcf" download>${say('contacts.exportVcard')}</a>
      </p>`
    }
  </section>`;
  return { title, body };
}

function bookQuery(isShared: boolean): string {
  return isShared ? '?book=shared' : '';
}

function renderBooks({ reader: { say }, isShared }: ContactListView): Html {
  return html`<ul class="contacts-books">
    ${[false, true].map(
      (shared) =>
        html`<li>
          <a
            href="/app/contacts${bookQuery(shared)}"
            aria-current="${shared === isShared ? 'page' : 'false'}"
            >${say(shared ? 'contacts.shared' : 'contacts.own')}</a
          >
        </li>`,
    )}
  </ul>`;
}

function renderRows({ reader: { say }, isShared, page, text }: ContactListView): Html {
  if (page.contacts.length === 0) {
    const reason = text === '' ? say('contacts.empty') : say('contacts.noneFound', { text });
    return html`<p>${reason}</p>`;
  }
  return renderTable(
    say(isShared ? 'contacts.shared' : 'contacts.own'),
    [
      {
        label: say('contacts.name'),
        cell: ({ nick, email }) =>
          isShared
            ? nick
            : html`<a href="/app/contacts/${contactId(email)}">${nick === '' ? email : nick}</a>`,
      },
      { label: say('contacts.email'), cell: ({ email }) => email },
      {
        label: say('contacts.number'),
        cell: ({ number }) => (number === '' ? undefined : `+${number}`),
        width: 'medium',
      },
    ],
    page.contacts,
  );
}

function renderPages(view: ContactListView): Html | undefined {
  const { say } = view.reader;
  if (view.isCut) {
    return html`<p>${say('contacts.more', { count: view.page.contacts.length })}</p>`;
  }
  const { next } = view.page;
  if (next === undefined && view.isFirstPage) return undefined;
  const query = new URLSearchParams({
    ...(view.isShared ? { book: 'shared' } : {}),
    ...(view.text === '' ? {} : { q: view.text }),
    ...(next === undefined ? {} : { after: cursorText(next) }),
  });
  return html`<p class="contacts-actions">
    ${!view.isFirstPage && html`<a href="/app/contacts${bookQuery(view.isShared)}">${say('contacts.firstPage')}</a>`}
    ${
      next !== undefined &&
      html`<a class="button" href="/app/contacts?${query.toString()}"
        >${say('contacts.nextPage')}</a
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
  const body = html`<section class="panel contacts">
    <p><a href="/app/contacts">${say('contacts.title')}</a></p>
    <h1>${title}</h1>
    ${notice} ${notice !== undefined && contact !== undefined && renderStored(contact, reader)}
    ${errorSummary(problems, say)}
    <form class="person-form" method="post" action="/app/contacts/${id}">
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
      <button class="button button-main" type="submit">${say('contacts.save')}</button>
    </form>
    ${groups.length > 0 && renderGroups(groups, reader)}
    ${contact !== undefined && renderRemoval(contact, token, reader)}
  </section>`;
  return { title, body };
}

/** What somebody else saved meanwhile, beside what was typed: saving again replaces it. */
function renderStored(contact: Contact, { say }: PageReader): Html {
  const { email, nick, number, language } = contact;
  const rows = [
    [say('contacts.email'), email],
    [say('contacts.name'), nick],
    [say('contacts.number'), number === '' ? '' : `+${number}`],
    [say('contacts.language'), language],
  ].filter(([, value]) => value !== '');
  return html`<dl class="facts">
    ${rows.map(
      ([label, value]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
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
  return html`<h2>${say('contacts.groups')}</h2>
    <ul>
      ${groups.map(
        ({ id, name }) => html`<li><a href="/app/contacts/groups/${id}">${name}</a></li>`,
      )}
    </ul>`;
}

function renderRemoval(contact: Contact, token: string, { say }: PageReader): Html {
  return html`<h2>${say('contacts.remove')}</h2>
    <form
      class="person-form"
      method="post"
      action="/app/contacts/${contactId(contact.email)}/remove"
    >
      ${csrfField(token)}
      <input type="hidden" name="revision" value="${revisionOf(contact)}" />
      <p>${say('contacts.removeHint')}</p>
      <p><button class="button" type="submit">${say('contacts.remove')}</button></p>
    </form>`;
}
