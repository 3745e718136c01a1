import type { Contact } from '../../../domain/model/contact.ts';
import { crumb, renderCard, renderHead } from '../../html/cards.ts';
import { html, userText } from '../../html/html.ts';
import { personMark } from '../../html/people.ts';
import { csrfField, errorSummary, field } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { Refusal } from '../frame/refusals.ts';

const mostNamed = 50;

interface GroupOfView {
  reader: PageReader;
  token: string;
  refusal: Refusal;
  /** What was typed. */
  name: string;
  /** The drop. */
  of: string;
  receivers: readonly Pick<Contact, 'email' | 'nick'>[];
}

/** Asks for the name of a group of the recipients of a drop. */
export function groupOfPage(view: GroupOfView): AppPage {
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
