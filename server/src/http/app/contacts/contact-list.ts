import type { ContactPage } from '../../../domain/contacts/contact-book.ts';
import type { Contact } from '../../../domain/model/contact.ts';
import type { ContactGroup } from '../../../domain/model/contact-book.ts';
import { sortKeyOf } from '../../../domain/model/contact-book.ts';
import { renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { personMark } from '../../html/people.ts';
import type { PageReader } from '../frame/frame.ts';
import { contactId, cursorText } from './contact-ids.ts';

/** How many there are to look at. */
export interface BookCounts {
  own: number;
  groups: number;
  shared: number;
}

export type BookPlace = keyof BookCounts;

/** One part of the list, or what a search has found. */
export interface PeopleView {
  reader: PageReader;
  /** Whether these are the shared contacts, which have no pages of their own. */
  isShared: boolean;
  /** What was searched; empty for the list. */
  text: string;
  page: ContactPage;
  /** Whether more were found than are shown. */
  isCut: boolean;
  /** Where this part of the list begins; undefined for its start. */
  after: string | undefined;
  /** The contact that is shown beside the list. */
  here?: string;
}

/** The heading of every page of contacts, and the way between their lists. */
export function renderBookHead(reader: PageReader, here: BookPlace, counts: BookCounts): Html {
  const { say, formats } = reader;
  const acts = html`${counts.own > 0 && renderExchange(reader)}
    <a class="button" href="/app/contacts/new">${icon('plus')}${say('contacts.add')}</a>`;
  const places = [
    ['own', ''],
    ['groups', '/groups'],
    ['shared', '?book=shared'],
  ] as const satisfies (readonly [BookPlace, string])[];
  return html`${renderHead(say('contacts.title'), { acts })}
    <div class="tools">
      <nav class="segmented" aria-label="${say('contacts.title')}">
        ${places.map(
          ([place, path]) =>
            (place !== 'shared' || counts.shared > 0) &&
            html`<a
              class="segment segment-flat"
              href="/app/contacts${path}"
              aria-current="${place === here ? 'page' : 'false'}"
              >${say(`contacts.${place}`)}<span class="count"
                >${formats.number(counts[place])}</span
              ></a
            >`,
        )}
      </nav>
    </div>`;
}

function renderExchange({ say }: PageReader): Html {
  return html`<details name="menu" class="menu">
    <summary class="button">${say('contacts.exchange')}${icon('down', 'icon-s')}</summary>
    <div class="menu-list">
      <a class="menu-item" href="/app/contacts/import"
        >${icon('upload')}${say('contacts.import')}</a
      >
      <a class="menu-item" href="/app/contacts.csv" download
        >${icon('download')}${say('contacts.exportCsv')}</a
      >
      <a class="menu-item" href="/app/contacts.vcf" download
        >${icon('download')}${say('contacts.exportVcard')}</a
      >
    </div>
  </details>`;
}

/** The people by name, with a search above them. */
export function renderPeople(view: PeopleView): Html {
  const { isShared, text } = view;
  const { say } = view.reader;
  return html`<section
    class="pair-list"
    aria-label="${say(isShared ? 'contacts.shared' : 'contacts.own')}"
  >
    <div class="pair-tools">
      <form class="search" role="search" action="/app/contacts">
        ${isShared && html`<input type="hidden" name="book" value="shared" />`} ${icon('search')}
        <input
          class="input"
          id="q"
          name="q"
          type="search"
          value="${text}"
          aria-label="${say('contacts.search')}"
          placeholder="${say('contacts.searchButton')}"
          title="${say('contacts.searchHint')}"
          autocomplete="off"
        />
      </form>
    </div>
    ${renderRows(view)} ${renderPages(view)}
  </section>`;
}

function renderRows(view: PeopleView): Html {
  const { reader, isShared, page, text } = view;
  const { say } = reader;
  if (page.contacts.length === 0) {
    return html`<div class="pair-empty">
      <p class="quiet">
        ${text === '' ? say('contacts.empty') : say('contacts.noneFound', { text })}
      </p>
      ${text !== '' && html`<a href="/app/contacts${queryOf({ isShared })}">${say('contacts.showAll')}</a>`}
    </div>`;
  }
  let letter = '';
  const query = queryOf(view);
  return html`<ul class="posts">
    ${page.contacts.map((contact) => {
      // What a search finds is in another order.
      const next = text === '' ? letterOf(contact) : '';
      const isOther = next !== letter;
      letter = next;
      return html`${isOther && html`<li class="letter-head" aria-hidden="true">${next}</li>`}
      ${renderPerson(contact, view, query)}`;
    })}
  </ul>`;
}

/** Under which letter a contact stands, without case and accents, as the list is sorted. */
function letterOf(contact: Contact): string {
  const [first = ''] = sortKeyOf(contact);
  return first.toUpperCase();
}

function renderPerson(
  { nick, email }: Contact,
  { isShared, here }: PeopleView,
  query: string,
): Html {
  const isHere = email === here;
  const name = userText(nick === '' ? email : nick);
  return html`<li class="post ${isHere && 'post-here'}">
    ${personMark(nick, email)}
    <span class="row-words"
      >${
        isShared
          ? html`<span class="strong truncate">${name}</span>`
          : html`<a
              class="row-link truncate"
              href="/app/contacts/${contactId(email)}${query}"
              aria-current="${isHere ? 'true' : 'false'}"
              >${name}</a
            >`
      }
      ${nick !== '' && html`<span class="small quiet truncate">${userText(email)}</span>`}</span
    >
  </li>`;
}

/** Keeps what is in the list when one of it is chosen. */
function queryOf({
  isShared,
  text = '',
  after = '',
}: Pick<PeopleView, 'isShared'> & Partial<Pick<PeopleView, 'text' | 'after'>>): string {
  const query = new URLSearchParams({
    ...(isShared ? { book: 'shared' } : {}),
    ...(text === '' ? {} : { q: text }),
    ...(after === '' ? {} : { after }),
  }).toString();
  return query === '' ? '' : `?${query}`;
}

function renderPages(view: PeopleView): Html | undefined {
  const { isShared, text, page, after, reader } = view;
  const { say } = reader;
  if (view.isCut) {
    return html`<p class="pages">${say('contacts.more', { count: page.contacts.length })}</p>`;
  }
  if (page.next === undefined && after === undefined) return undefined;
  return html`<p class="pages">
    ${
      after === undefined
        ? html`<span></span>`
        : html`<a class="button short" href="/app/contacts${queryOf({ isShared, text })}"
            >${say('contacts.firstPage')}</a
          >`
    }
    ${
      page.next !== undefined &&
      html`<a
        class="button short"
        href="/app/contacts${queryOf({ isShared, text, after: cursorText(page.next) })}"
        >${say('contacts.nextPage')}${icon('next', 'icon-s icon-turns')}</a
      >`
    }
  </p>`;
}

export type CountedGroup = ContactGroup & { members: number };

/** The groups by name, as posts of a list, and the one that is shown beside them. */
export function renderGroupPosts(
  { say }: PageReader,
  groups: readonly CountedGroup[],
  here?: string,
): Html {
  return html`<ul class="posts">
    ${groups.map(
      ({ id, name, members }) =>
        html`<li class="post ${id === here && 'post-here'}">
          <span class="person" aria-hidden="true">${icon('people')}</span>
          <span class="row-words"
            ><a
              class="row-link truncate"
              href="/app/contacts/groups/${id}"
              aria-current="${id === here ? 'true' : 'false'}"
              >${userText(name)}</a
            ><span class="small quiet">${say('contacts.total', { count: members })}</span></span
          >
        </li>`,
    )}
  </ul>`;
}
