import type { ContactsDone } from '#protocol/operations/contacts.ts';
import type { Contact } from '../../../domain/model/contact.ts';
import type { ContactGroup } from '../../../domain/model/contact-book.ts';
import { crumb, renderCard, renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { renderEmpty } from '../../html/notes.ts';
import { personMark } from '../../html/people.ts';
import { renderTableCard } from '../../html/table.ts';
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
  const body = html`${renderHead(title, {
      above: crumb('contacts', say('contacts.title')),
      lead: html`<p class="quiet">${say('contacts.group.hint')}</p>`,
    })}
    ${top(view)}
    <div class="beside">
      ${
        groups.length === 0
          ? renderEmpty('inbox', say('contacts.group.none'))
          : renderTableCard(
              title,
              [
                {
                  label: say('contacts.group.name'),
                  cell: ({ id, name }) =>
                    html`<div class="cell-file">
                      <span class="person">${icon('people')}</span>
                      <span class="row-words"
                        ><a class="row-link" href="/app/contacts/groups/${id}"
                          >${userText(name)}</a
                        ></span
                      >
                    </div>`,
                },
                {
                  label: say('contacts.group.members'),
                  cell: ({ members }) => reader.formats.number(members),
                  numeric: true,
                },
              ],
              groups,
            )
      }
      ${renderCard({
        id: 'new-group',
        title: say('contacts.group.new'),
        body: html`<form class="card-pad stack stack-s" method="post" action="/app/contacts/groups">
          ${csrfField(token)}
          ${field({ name: 'name', label: say('contacts.group.name'), value: view.name, problems })}
          ${membersField(view)}
          <div class="acts">
            <button class="button primary" type="submit">${say('contacts.group.create')}</button>
          </div>
        </form>`,
      })}
    </div>`;
  return { title, body };
}

const mostNamed = 50;

/** Asks for the name of a group of the recipients of a drop. */
export function groupOfPage(
  view: Pick<Shown, 'reader' | 'token' | 'refusal' | 'name'> & {
    /** The drop. */
    of: string;
    receivers: readonly Pick<Contact, 'email' | 'nick'>[];
  },
): AppPage {
  const { reader, token, refusal, of, receivers } = view;
  const { say, formats } = reader;
  const title = say('contacts.group.save');
  const left = receivers.length - mostNamed;
  const body = html`${renderHead(title, { above: crumb(`sent/${of}`, say('contacts.group.back')) })}
    ${refusal.notice} ${errorSummary(refusal.problems, say)}
    <div class="stack settings-body">
      <form class="card card-pad stack stack-s" method="post" action="/app/contacts/groups/new">
        ${csrfField(token)}
        <input type="hidden" name="of" value="${of}" />
        ${field({
          name: 'name',
          label: say('contacts.group.name'),
          value: view.name,
          problems: refusal.problems,
        })}
        <p class="quiet">${say('contacts.group.saveHint')}</p>
        <div class="acts">
          <button class="button primary" type="submit">${say('contacts.group.create')}</button>
        </div>
      </form>
      ${renderCard({
        id: 'members',
        title: say('contacts.group.members'),
        count: formats.number(receivers.length),
        body: html`<ul class="rows">
            ${receivers.slice(0, mostNamed).map(
              ({ nick, email }) =>
                html`<li>
                  <div class="row">
                    ${personMark(nick, email)}
                    <span class="row-words"
                      ><span class="strong">${userText(nick === '' ? email : nick)}</span>
                      ${nick !== '' && html`<span class="small quiet">${userText(email)}</span>`}</span
                    >
                  </div>
                </li>`,
            )}
          </ul>
          ${left > 0 && html`<p class="card-foot quiet">${say('sent.more', { count: left })}</p>`}`,
      })}
    </div>`;
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
  const body = html`${renderHead(userText(group.name), {
      above: crumb('contacts/groups', say('contacts.groups')),
    })}
    ${top(view)}
    <div class="beside">
      <div class="stack">
        ${
          contacts.length === 0
            ? renderEmpty('inbox', say('contacts.group.empty'))
            : renderMembers(view)
        }
        <form class="zone" method="post" action="/app/contacts/groups/${group.id}/remove">
          ${csrfField(token)}
          <div>
            <h2>${say('contacts.group.remove')}</h2>
            <p class="small quiet">${say('contacts.group.removeHint')}</p>
          </div>
          <button class="button danger" type="submit">
            ${icon('trash')}${say('contacts.group.remove')}
          </button>
        </form>
      </div>
      <div class="stack">
        <form
          class="card card-pad stack stack-s"
          method="post"
          action="/app/contacts/groups/${group.id}/members"
        >
          ${csrfField(token)} ${membersField(view)}
          <div class="acts">
            <button class="button primary" type="submit">
              ${say('contacts.group.addMembers')}
            </button>
          </div>
        </form>
        <form
          class="card card-pad stack stack-s"
          method="post"
          action="/app/contacts/groups/${group.id}"
        >
          <h2>${say('contacts.group.rename')}</h2>
          ${csrfField(token)}
          <input type="hidden" name="from" value="${group.name}" />
          ${field({ name: 'name', label: say('contacts.group.name'), value: view.name, problems })}
          <div class="acts">
            <button class="button" type="submit">${say('contacts.save')}</button>
          </div>
        </form>
      </div>
    </div>`;
  return { title: group.name, body };
}

function renderMembers({
  reader: { say },
  token,
  group,
  contacts,
}: Shown & { group: ContactGroup; contacts: readonly Contact[] }): Html {
  return renderTableCard(
    say('contacts.group.members'),
    [
      {
        label: say('contacts.name'),
        cell: ({ nick, email }) =>
          html`<div class="cell-file">
            ${personMark(nick, email)}
            <span class="row-words"
              ><span class="strong">${userText(nick)}</span>
              <span class="small quiet">${userText(email)}</span></span
            >
          </div>`,
      },
      {
        label: say('contacts.group.takeOut'),
        isLabelHidden: true,
        numeric: true,
        cell: ({ email }) =>
          html`<form method="post" action="/app/contacts/groups/${group.id}/members/remove">
            ${csrfField(token)}
            <input type="hidden" name="email" value="${email}" />
            <button class="button quiet-button short" type="submit">
              ${say('contacts.group.takeOut')}<span class="hidden-text"> ${email}</span>
            </button>
          </form>`,
      },
    ],
    contacts,
  );
}
