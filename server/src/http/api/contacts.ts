import { parseEmailAddress } from '#protocol/email-address.ts';
import { readContactFields } from '../../domain/contacts/contact-fields.ts';
import type { Contact } from '../../domain/model/contact.ts';
import type { ContactCursor } from '../../domain/model/contact-book.ts';
import { revisionOf } from '../../domain/model/contact-book.ts';
import type { Principal } from '../../domain/model/principal.ts';
import { ValiseError, invalid } from '../../domain/model/valise-error.ts';
import { operations } from '../generated/operations.js';
import { route } from '../routing/operation.ts';
import { badQuery } from '../routing/read-input.ts';
import type { Route, Services } from '../routing/route.ts';
import { problemsOf } from './given-receivers.ts';
import { createListCursors } from './list-cursor.ts';
import { usualLimit } from './list-query.ts';
import { answerState, changing, demandOf, demandsNothing } from './state-conditions.ts';

const contacts = operations.apiContacts;

/** A search that finds more is to be narrowed: each part of it reads those before. */
const maxFound = 2000;

interface Part {
  after: string | undefined;
  limit: number;
}

/** Where programs keep the contacts of their account. */
export function apiContactRoutes({
  contactBook,
  hasher,
}: Pick<Services, 'contactBook' | 'hasher'>): Route[] {
  const cursors = createListCursors(hasher);

  async function search({ account }: Principal, q: string, { after, limit }: Part) {
    const list = `found contacts ${q}`;
    const seen = Number(cursors.read(list, account.id, after) ?? 0);
    if (seen >= maxFound) throw badQuery({ name: 'q' }, `finds more than ${maxFound} contacts.`);
    const found = await contactBook.searchPart(account, q, { seen, limit });
    return {
      items: found.contacts.map((each) => contactJson(each, false)),
      next: found.hasMore ? cursors.write(list, account.id, String(seen + limit)) : null,
    };
  }

  async function listAll({ account }: Principal, shared: string | undefined, part: Part) {
    const list = shared === undefined ? 'contacts' : `shared contacts ${shared}`;
    const place = cursors.read(list, account.id, part.after);
    const [sortKey = '', email = ''] = place === undefined ? [] : (JSON.parse(place) as string[]);
    const after: ContactCursor | undefined = place === undefined ? undefined : { sortKey, email };
    const page =
      shared === undefined
        ? await contactBook.list(account, after, part.limit)
        : await contactBook.listShared(shared, after, part.limit);
    const { next } = page;
    return {
      items: page.contacts.map((each) => contactJson(each, shared !== undefined)),
      next:
        next === undefined
          ? null
          : cursors.write(list, account.id, JSON.stringify([next.sortKey, next.email])),
    };
  }

  return [
    route(contacts.list, async (who, { query }) => {
      const { q, book, limit = usualLimit, after } = query;
      const part = { after, limit };
      if (book === 'shared') return await listAll(who, q ?? '', part);
      return q === undefined ? await listAll(who, undefined, part) : await search(who, q, part);
    }),
    route(contacts.show, async ({ account }, { params, headers }, exchange) => {
      const { isShared, ...contact } = await contactBook.getAny(account, addressIn(params.email));
      const json = contactJson(contact, isShared);
      // The tag is for changes, and this one cannot be changed.
      if (isShared) return json;
      return answerState(exchange, { json, revision: revisionOf(contact) }, headers);
    }),
    route(contacts.put, async ({ actor, account }, { params, headers, json }, exchange) => {
      const address = addressIn(params.email);
      const { email = address, name = '', number = '', language = '', shared = false } = json;
      const { faults } = readContactFields({ email, nick: name, number, language });
      const problems = problemsOf(faults);
      if (shared) {
        const problem = 'must be false: a shared contact is changed by the operator.';
        problems.push({ field: 'shared', problem });
      }
      if (problems.length > 0) throw invalid(problems);
      const typed = { email, nick: name, number, language };
      const demand = demandOf(headers) ?? demandsNothing;
      const { contact, isNew } = await changing(
        contactBook.put(actor, account, address, typed, demand),
      );
      if (isNew) exchange.setStatus(201);
      const revision = revisionOf(contact);
      return answerState(exchange, { json: contactJson(contact, false), revision });
    }),
    route(contacts.remove, async ({ actor, account }, { params, headers }, { reply }) => {
      const revision = demandOf(headers) ?? demandsNothing;
      const seen = { email: addressIn(params.email), revision };
      await changing(contactBook.remove(actor, account, seen));
      return await reply.code(204).send();
    }),
  ];
}

/** Throws `not_found` for what is no address: nobody has it. */
function addressIn(text: string): string {
  const email = parseEmailAddress(text);
  if (email === undefined) throw new ValiseError('not_found', 'There is no such contact.');
  return email;
}

function contactJson({ email, nick, number, language }: Contact, shared: boolean) {
  return { email, name: nick, number, language, shared };
}
