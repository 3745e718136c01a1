import type { ContactsDone } from '#protocol/operations/contacts.ts';
import type { Contact } from '../../../domain/model/contact.ts';
import type { ContactGroup } from '../../../domain/model/contact-book.ts';
import { revisionOf } from '../../../domain/model/contact-book.ts';
import { crumb, renderFacts } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderMenu } from '../../html/menu.ts';
import { renderEmpty } from '../../html/notes.ts';
import { personMark } from '../../html/people.ts';
import { languageChoices } from '../../link-pages/page-parts.ts';
import { csrfField, doneNotice } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import { contactId } from './contact-ids.ts';
import type { BookCounts, CountedGroup, PeopleView } from './contact-list.ts';
import { renderBookHead, renderGroupPosts, renderPeople } from './contact-list.ts';

interface BookView extends PeopleView {
  counts: BookCounts;
  done: ContactsDone | undefined;
}

/** The people, and beside them the groups. */
export function contactListPage(view: BookView & { groups: readonly CountedGroup[] }): AppPage {
  const { reader, isShared, text, counts } = view;
  const { say } = reader;
  const isEmpty = !isShared && text === '' && counts.own === 0;
  const beside = isShared
    ? html`<p class="quiet">${say('contacts.sharedHint')}</p>`
    : renderGroupsBeside(view);
  const body = html`${renderTop(view)}
  ${
    isEmpty
      ? renderEmpty(
          'inbox',
          say('contacts.empty'),
          say('contacts.emptyHint'),
          html`<a class="button" href="/app/contacts/import"
            >${icon('upload')}${say('contacts.import')}</a
          >`,
        )
      : html`<div class="pair card">
          ${renderPeople(view)}
          <div class="pair-one stack">${beside}</div>
        </div>`
  }`;
  return { title: say('contacts.title'), body };
}

function renderTop({ reader, isShared, counts, done }: BookView): Html {
  return html`${renderBookHead(reader, isShared ? 'shared' : 'own', counts)}
  ${doneNotice(done, (name) => reader.say(`contacts.done.${name}`))}`;
}

function renderGroupsBeside({
  reader,
  groups,
}: Pick<BookView, 'reader'> & { groups: readonly CountedGroup[] }): Html {
  const { say } = reader;
  return html`<section class="stack stack-s" aria-labelledby="groups-title">
    <h2 class="pair-title" id="groups-title">${say('contacts.groups')}</h2>
    <p class="quiet">${say('contacts.group.hint')}</p>
    ${groups.length > 0 && html`<div class="boxed">${renderGroupPosts(reader, groups)}</div>`}
    <p class="acts">
      <a class="button" href="/app/contacts/groups#new-group"
        >${icon('plus')}${say('contacts.group.new')}</a
      >
    </p>
  </section>`;
}

interface OneView extends BookView {
  token: string;
  contact: Contact;
  /** Those that the contact is in. */
  groups: readonly ContactGroup[];
  /** Those that it is not in. */
  otherGroups: readonly ContactGroup[];
  /** Why something was not done. */
  notice: Html | undefined;
}

/** The people, and beside them one of them, with what a contact is there for. */
export function contactPage(view: OneView): AppPage {
  const { reader, token, contact } = view;
  const { say } = reader;
  const { email, nick } = contact;
  const name = nick === '' ? email : nick;
  const id = contactId(email);
  const ask = new URLSearchParams({ to: email }).toString();
  const found = new URLSearchParams({ q: email }).toString();
  const body = html`${renderTop(view)} ${view.notice}
    <p class="pair-back">${crumb('contacts', say('contacts.title'))}</p>
    <div class="pair card pair-open">
      ${renderPeople({ ...view, here: email })}
      <article class="pair-one stack" aria-labelledby="who">
        <header class="receive-who">
          ${personMark(nick, email, 'l')}
          <h2 class="pair-title" id="who">${userText(name)}</h2>
          <span class="row-end"
            >${renderMenu(say('send.moreFor', { name }), [
              html`<a class="menu-item" href="/app/contacts/${id}/edit"
                >${icon('pencil')}${say('contacts.editTitle')}</a
              >`,
              html`<a class="menu-item" href="/app/sent?${found}"
                >${icon('sent')}${say('contacts.sentTo')}</a
              >`,
              html`<a class="menu-item" href="/app/inbox?${found}"
                >${icon('inbox')}${say('contacts.cameFrom')}</a
              >`,
              html`<span class="menu-line"></span>`,
              html`<form method="post" action="/app/contacts/${id}/remove">
                ${csrfField(token)}
                <input type="hidden" name="revision" value="${revisionOf(contact)}" />
                <button class="menu-item menu-danger" type="submit">
                  ${icon('trash')}${say('contacts.remove')}
                </button>
              </form>`,
            ])}</span
          >
        </header>
        <div class="acts">
          <form method="post" action="/app/contacts/${id}/send">
            ${csrfField(token)}
            <button class="button" type="submit">${icon('send')}${say('send.title')}</button>
          </form>
          <a class="button" href="/app/requests/new?${ask}"
            >${icon('request')}${say('requests.new')}</a
          >
        </div>
        ${renderFacts([
          [say('contacts.email'), userText(email)],
          ...renderKnown(contact, reader),
          renderGroups(view),
        ])}
      </article>
    </div>`;
  return { title: name, body };
}

function renderKnown(
  { number, language }: Contact,
  { say }: PageReader,
): (readonly [string, string])[] {
  const choice = languageChoices.find((each) => each.language === language);
  return [
    ...(number === '' ? [] : [[say('contacts.number'), `+${number}`] as const]),
    ...(language === '' ? [] : [[say('contacts.language'), choice?.name ?? language] as const]),
  ];
}

/** Of the groups that a contact can be put into. The page of groups has all. */
const mostOffered = 50;

/** Those that the contact is in, and a menu of the others; nothing for a person without groups. */
function renderGroups({
  reader: { say },
  token,
  contact,
  groups,
  otherGroups,
}: OneView): readonly [string, Html] | undefined {
  if (groups.length + otherGroups.length === 0) return undefined;
  const list = html`<ul class="acts">
    ${groups.map(
      ({ id, name }) =>
        html`<li>
          <a class="chip chip-link" href="/app/contacts/groups/${id}"
            ><span class="person person-s" aria-hidden="true">${icon('people')}</span
            >${userText(name)}</a
          >
        </li>`,
    )}
    ${
      otherGroups.length > 0 &&
      html`<li>
        <details name="menu" class="menu">
          <summary class="button quiet-button short">
            ${icon('plus', 'icon-s')}${say('contacts.group.addTo')}
          </summary>
          <form
            class="menu-list menu-long"
            method="post"
            action="/app/contacts/${contactId(contact.email)}/groups"
          >
            ${csrfField(token)}
            ${otherGroups
              .slice(0, mostOffered)
              .map(
                ({ id, name }) =>
                  html`<button class="menu-item" type="submit" name="group" value="${id}">
                    ${icon('people')}${userText(name)}
                  </button>`,
              )}
            ${
              otherGroups.length > mostOffered &&
              html`<a class="menu-item" href="/app/contacts/groups"
                >${icon('next')}${say('sent.more', { count: otherGroups.length - mostOffered })}</a
              >`
            }
          </form>
        </details>
      </li>`
    }
  </ul>`;
  return [say('contacts.groups'), list];
}
