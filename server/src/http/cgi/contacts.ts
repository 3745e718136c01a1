import { parseContacts } from '../../domain/contacts/contact-input.ts';
import type { AddressBook } from '../../domain/contacts/contacts.ts';
import { operations } from '../generated/operations.js';
import { WrittenJson, route } from '../routing/operation.ts';
import type { Route, Services } from '../routing/route.ts';
import { answerOk, claimOf } from './repeated-requests.ts';
import { contactOnWire, statusOk } from './wire.ts';

const { contactsRead, contactsAdd, receiversSet } = operations.cgi;

/** Operations 2, 3 and 4: the address book and the receivers of the next transfer. */
export function contactRoutes({ contacts, hasher }: Services): Route[] {
  /** Serialised address books: a cached one is not serialised again. */
  const texts = new WeakMap<AddressBook, string>();

  function written(book: AddressBook): WrittenJson {
    let text = texts.get(book);
    if (text === undefined) {
      const { local, global } = book;
      text = JSON.stringify({
        local: local.map(contactOnWire),
        global: global.map(contactOnWire),
      });
      texts.set(book, text);
    }
    return new WrittenJson(text);
  }

  return [
    route(contactsRead, ({ account }) => {
      const known = contacts.findCached(account);
      return known === undefined ? contacts.read(account).then(written) : written(known);
    }),
    route(contactsAdd, async ({ account, actor }, { headers, json }, exchange) => {
      const claim = claimOf('contacts_add', headers, json, hasher);
      const sent = parseContacts(json, 'body');
      return answerOk(exchange, await contacts.replace(actor, account, sent, claim));
    }),
    route(receiversSet, async ({ account, actor }, { json }) => {
      await contacts.setReceivers(actor, account, parseContacts(json, 'body'));
      return statusOk;
    }),
  ];
}
