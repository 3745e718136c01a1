import { parseContacts } from '../../domain/contacts/contact-input.ts';
import type { PartialContact } from '../../domain/model/contact.ts';
import { invalid } from '../../domain/model/valise-error.ts';
import type { AddressBook } from '../../domain/contacts/contacts.ts';
import { cgiChecks } from '../generated/checks.js';
import type { Route, Services } from '../routing/route.ts';
import { cgiAccess } from '../routing/route.ts';
import { answerOk, claimOf, explainKey } from './dispatch.ts';
import { contactOnWire, jsonType, statusOk } from './wire.ts';

/** Operations 2, 3 and 4: the address book and the receivers of the next transfer. */
export function contactRoutes({ contacts, hasher }: Services): Route[] {
  /** Serialised address books: a cached one is not serialised again. */
  const texts = new WeakMap<AddressBook, string>();

  function textOf(book: AddressBook): string {
    let text = texts.get(book);
    if (text === undefined) {
      const { local, global } = book;
      text = JSON.stringify({
        local: local.map(contactOnWire),
        global: global.map(contactOnWire),
      });
      texts.set(book, text);
    }
    return text;
  }

  return [
    {
      path: '/:user/cgi/contacts_read.cgi',
      access: cgiAccess.contacts,
      cost: 'request',
      methods: {
        GET: {
          schema: cgiChecks.contacts_read,
          handle({ account }, _request, reply) {
            reply.type(jsonType);
            const known = contacts.findCached(account);
            return known === undefined ? contacts.read(account).then(textOf) : textOf(known);
          },
        },
      },
    },
    {
      path: '/:user/cgi/contacts_add.cgi',
      access: cgiAccess.replace_contacts,
      cost: 'request',
      methods: {
        POST: {
          body: 'json',
          schema: cgiChecks.contacts_add,
          explain(_principal, request) {
            explainKey(request);
            readContacts(request.body);
          },
          async handle({ account, actor }, request, reply) {
            const claim = claimOf(request, 'contacts_add', hasher);
            const sent = readContacts(request.body);
            return answerOk(reply, await contacts.replace(actor, account, sent, claim));
          },
        },
      },
    },
    {
      path: '/:user/cgi/receivers_set.cgi',
      access: cgiAccess.contacts,
      cost: 'request',
      methods: {
        POST: {
          body: 'json',
          schema: cgiChecks.receivers_set,
          explain: (_principal, { body }) => readContacts(body),
          async handle({ account, actor }, { body }) {
            await contacts.setReceivers(actor, account, readContacts(body));
            return statusOk;
          },
        },
      },
    },
  ];
}

/** Reads the body of contacts_add.cgi or receivers_set.cgi. */
export function readContacts(body: unknown): PartialContact[] {
  if (Array.isArray(body)) return parseContacts(body, 'body');
  throw invalid([{ field: 'body', problem: 'must be an array of contacts.' }]);
}
