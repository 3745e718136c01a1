import type { ContactFields } from '../../../domain/contacts/contact-fields.ts';
import type { Contact } from '../../../domain/model/contact.ts';
import { revisionOf } from '../../../domain/model/contact-book.ts';
import { crumb, renderFacts, renderHead } from '../../html/cards.ts';
import type { Html } from '../../html/html.ts';
import { html, userText } from '../../html/html.ts';
import { icon } from '../../html/icons.ts';
import { languageChoices } from '../../link-pages/page-parts.ts';
import { csrfField, errorSummary, field } from '../frame/forms.ts';
import type { AppPage, PageReader } from '../frame/frame.ts';
import type { Refusal } from '../frame/refusals.ts';
import { selectField } from '../frame/select-field.ts';
import { contactId } from './contact-ids.ts';

interface ContactFormView {
  reader: PageReader;
  token: string;
  fields: ContactFields;
  refusal: Refusal;
  /** The stored contact; undefined for a new one. */
  contact: Contact | undefined;
}

/** What is typed about a contact, new or known. */
export function contactFormPage(view: ContactFormView): AppPage {
  const { reader, token, fields, contact } = view;
  const { problems, notice } = view.refusal;
  const { say } = reader;
  const title = say(contact === undefined ? 'contacts.add' : 'contacts.editTitle');
  const id = contact === undefined ? 'new' : contactId(contact.email);
  const above =
    contact === undefined
      ? crumb('contacts', say('contacts.title'))
      : crumb(`contacts/${id}`, userText(contact.nick === '' ? contact.email : contact.nick));
  const body = html`${renderHead(title, { above })}
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
      ${contact !== undefined && renderRemoval(contact, token, reader)}
    </div>`;
  return { title, body };
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
