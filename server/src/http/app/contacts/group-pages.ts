import type { ContactsDone } from '#protocol/operations/contacts.ts';
import type { Contact } from '../../../domain/model/contact.ts';
import type { ContactGroup } from '../../../domain/model/contact-book.ts';
import type { Html } from '../../html/html.ts';
import { html } from '../../html/html.ts';
import { renderTable } from '../../html/table.ts';
import { csrfField, doneNotice, errorSummary, field, textArea } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { Refusal } from '../frame/refusals.ts';

interface Shown {
  reader: PageReader;
  token: string;
  refusal: Refusal;
  done?: ContactsDone | undefined;
  /** What was typed. */
  name: string;
  members: string;
}

function top({ reader: { say }, refusal, done }: Shown): Html {
  return html`${doneNotice(done, (name) => say(`contacts.done.${name}`))} ${refusal.notice}
  ${errorSummary(refusal.problems, say)}`;
}

export function groupListPage(
  view: Shown & { groups: readonly (ContactGroup & { members: number })[] },
): AppPage {
  const { reader, token, refusal, groups } = view;
  const { problems } = refusal;
  const { say } = reader;
  const title = say('contacts.groups');
  const body = html`<section class="panel contacts">
    <p><a href="/app/contacts">${say('contacts.title')}</a></p>
    <h1>${title}</h1>
    ${top(view)}
    <p class="field-hint">${say('contacts.group.hint')}</p>
    ${
      groups.length === 0
        ? html`<p>${say('contacts.group.none')}</p>`
        : renderTable(
            title,
            [
              {
                label: say('contacts.group.name'),
                cell: ({ id, name }) => html`<a href="/app/contacts/groups/${id}">${name}</a>`,
              },
              {
                label: say('contacts.group.members'),
                cell: ({ members }) => reader.formats.number(members),
                width: 'medium',
                numeric: true,
              },
            ],
            groups,
          )
    }
    <h2>${say('contacts.group.new')}</h2>
    <form class="person-form" method="post" action="/app/contacts/groups">
      ${csrfField(token)}
      ${field({ name: 'name', label: say('contacts.group.name'), value: view.name, problems })}
      ${membersField(view)}
      <button class="button button-main" type="submit">${say('contacts.group.create')}</button>
    </form>
  </section>`;
  return { title, body };
}

function membersField({ reader: { say }, members, refusal }: Shown): Html {
  return textArea({
    name: 'members',
    label: say('contacts.group.addMembers'),
    hint: say('contacts.group.addHint'),
    value: members,
    problems: refusal.problems,
  });
}

export function groupPage(
  view: Shown & { group: ContactGroup; contacts: readonly Contact[] },
): AppPage {
  const { reader, token, refusal, group, contacts } = view;
  const { problems } = refusal;
  const { say } = reader;
  const body = html`<section class="panel contacts">
    <p><a href="/app/contacts/groups">${say('contacts.groups')}</a></p>
    <h1>${group.name}</h1>
    ${top(view)}
    ${
      contacts.length === 0
        ? html`<p>${say('contacts.group.empty')}</p>`
        : renderTable(
            say('contacts.group.members'),
            [
              { label: say('contacts.name'), cell: ({ nick }) => nick },
              { label: say('contacts.email'), cell: ({ email }) => email },
              {
                label: say('contacts.group.takeOut'),
                width: 'medium',
                cell: ({ email }) =>
                  html`<form method="post" action="/app/contacts/groups/${group.id}/members/remove">
                    ${csrfField(token)}
                    <input type="hidden" name="email" value="${email}" />
                    <button class="button" type="submit">
                      ${say('contacts.group.takeOut')}<span class="visually-hidden"> ${email}</span>
                    </button>
                  </form>`,
              },
            ],
            contacts,
          )
    }
    <form class="person-form" method="post" action="/app/contacts/groups/${group.id}/members">
      ${csrfField(token)} ${membersField(view)}
      <button class="button button-main" type="submit">${say('contacts.group.addMembers')}</button>
    </form>
    <h2>${say('contacts.group.rename')}</h2>
    <form class="person-form" method="post" action="/app/contacts/groups/${group.id}">
      ${csrfField(token)}
      <input type="hidden" name="from" value="${group.name}" />
      ${field({ name: 'name', label: say('contacts.group.name'), value: view.name, problems })}
      <p><button class="button" type="submit">${say('contacts.save')}</button></p>
    </form>
    <h2>${say('contacts.group.remove')}</h2>
    <form class="person-form" method="post" action="/app/contacts/groups/${group.id}/remove">
      ${csrfField(token)}
      <p>${say('contacts.group.removeHint')}</p>
      <p><button class="button" type="submit">${say('contacts.group.remove')}</button></p>
    </form>
  </section>`;
  return { title: group.name, body };
}
