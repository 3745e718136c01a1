import type { ContactsDone } from '#protocol/operations/contacts.ts';
import type { Contact } from '../../../domain/model/contact.ts';
import type { ContactGroup } from '../../../domain/model/contact-book.ts';
import { crumb } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderMenu } from '../../html/menu.ts';
import { personMark } from '../../html/people.ts';
import { csrfField, doneNotice, errorSummary, field, textArea } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { Refusal } from '../frame/refusals.ts';
import type { BookCounts, CountedGroup } from './contact-list.ts';
import { renderBookHead, renderGroupPosts } from './contact-list.ts';

interface GroupsView {
  reader: PageReader;
  token: string;
  refusal: Refusal;
  done?: ContactsDone | undefined;
  /** What was typed. */
  name: string;
  members: string;
  counts: BookCounts;
  groups: readonly CountedGroup[];
}

function renderTop({ reader, refusal, done, counts }: GroupsView): Html {
  const { say } = reader;
  return html`${renderBookHead(reader, 'groups', counts)}
  ${doneNotice(done, (name) => say(`contacts.done.${name}`))} ${refusal.notice}
  ${errorSummary(refusal.problems, say)}`;
}

function renderGroupList({ reader, groups }: GroupsView, here?: string): Html {
  const { say } = reader;
  return html`<section class="pair-list" aria-label="${say('contacts.groups')}">
    ${
      groups.length === 0
        ? html`<p class="pair-empty quiet">${say('contacts.group.none')}</p>`
        : renderGroupPosts(reader, groups, here)
    }
  </section>`;
}

/** The groups, and beside them the form of a new one. */
export function groupListPage(view: GroupsView): AppPage {
  const { reader, token, refusal } = view;
  const { say } = reader;
  const body = html`${renderTop(view)}
    <div class="pair card">
      ${renderGroupList(view)}
      <section class="pair-one stack stack-s" id="new-group" aria-labelledby="new-group-title">
        <h2 class="pair-title" id="new-group-title">${say('contacts.group.new')}</h2>
        <p class="quiet">${say('contacts.group.hint')}</p>
        <form class="stack stack-s" method="post" action="/app/contacts/groups">
          ${csrfField(token)}
          ${field({
            name: 'name',
            label: say('contacts.group.name'),
            value: view.name,
            problems: refusal.problems,
          })}
          ${membersField(view)}
          <div class="acts">
            <button class="button primary" type="submit">${say('contacts.group.create')}</button>
          </div>
        </form>
      </section>
    </div>`;
  return { title: say('contacts.groups'), body };
}

function membersField({ reader: { say }, members, refusal }: GroupsView): Html {
  return textArea({
    name: 'members',
    label: say('contacts.group.addMembers'),
    hint: say('contacts.group.addHint'),
    value: members,
    problems: refusal.problems,
  });
}

interface GroupView extends GroupsView {
  group: ContactGroup;
  contacts: readonly Contact[];
}

/** The groups, and beside them one of them: who is in it, and what can be done with it. */
export function groupPage(view: GroupView): AppPage {
  const { reader, token, group, contacts } = view;
  const { say } = reader;
  const body = html`${renderTop(view)}
    <p class="pair-back">${crumb('contacts/groups', say('contacts.groups'))}</p>
    <div class="pair card pair-open">
      ${renderGroupList(view, group.id)}
      <article class="pair-one stack" aria-labelledby="group-title">
        <header class="receive-who">
          <span class="person person-l" aria-hidden="true">${icon('people')}</span>
          <div class="row-words">
            <h2 class="pair-title" id="group-title">${userText(group.name)}</h2>
            <p class="small quiet">
              ${
                contacts.length === 0
                  ? say('contacts.group.empty')
                  : say('contacts.total', { count: contacts.length })
              }
            </p>
          </div>
          <span class="row-end">${renderGroupMenu(view)}</span>
        </header>
        ${contacts.length > 0 && renderMembers(view)}
        <form class="stack stack-s" method="post" action="/app/contacts/groups/${group.id}/members">
          ${csrfField(token)} ${membersField(view)}
          <div class="acts">
            <button class="button" type="submit">${say('contacts.group.addMembers')}</button>
          </div>
        </form>
        <form class="stack stack-s" method="post" action="/app/contacts/groups/${group.id}">
          <h3>${say('contacts.group.rename')}</h3>
          ${csrfField(token)}
          <input type="hidden" name="from" value="${group.name}" />
          ${field({
            name: 'name',
            label: say('contacts.group.name'),
            value: view.name,
            problems: view.refusal.problems,
          })}
          <div class="acts">
            <button class="button" type="submit">${say('contacts.save')}</button>
          </div>
        </form>
      </article>
    </div>`;
  return { title: group.name, body };
}

function renderGroupMenu({ reader: { say }, token, group }: GroupView): Html {
  return renderMenu(say('send.moreFor', { name: group.name }), [
    html`<a class="menu-item" href="#name">${icon('pencil')}${say('contacts.group.rename')}</a>`,
    html`<span class="menu-line"></span>`,
    html`<form method="post" action="/app/contacts/groups/${group.id}/remove">
      ${csrfField(token)}
      <button class="menu-item menu-danger" type="submit">
        ${icon('trash')}
        <span class="row-words"
          >${say('contacts.group.remove')}<span class="small quiet"
            >${say('contacts.group.removeHint')}</span
          ></span
        >
      </button>
    </form>`,
  ]);
}

function renderMembers({ reader: { say }, token, group, contacts }: GroupView): Html {
  return html`<ul class="rows boxed" aria-label="${say('contacts.group.members')}">
    ${contacts.map(
      ({ nick, email }) =>
        html`<li>
          <div class="row">
            ${personMark(nick, email)}
            <span class="row-words"
              ><span class="strong">${userText(nick === '' ? email : nick)}</span>
              ${nick !== '' && html`<span class="small quiet">${userText(email)}</span>`}</span
            >
            <form
              class="row-end"
              method="post"
              action="/app/contacts/groups/${group.id}/members/remove"
            >
              ${csrfField(token)}
              <input type="hidden" name="email" value="${email}" />
              <button class="button quiet-button short" type="submit">
                ${say('contacts.group.takeOut')}<span class="hidden-text"> ${email}</span>
              </button>
            </form>
          </div>
        </li>`,
    )}
  </ul>`;
}
