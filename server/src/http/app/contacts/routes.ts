import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ContactListQuery, ContactParams, DoneQuery } from '#protocol/schemas/contacts.ts';
import { maxOwnContacts } from '../../../domain/contacts/contact-book.ts';
import { csvExportHeader, csvRowOf } from '../../../domain/contacts/contact-export.ts';
import type { ContactFields } from '../../../domain/contacts/contact-fields.ts';
import { readContactFields } from '../../../domain/contacts/contact-fields.ts';
import { vcardOf } from '../../../domain/contacts/vcard.ts';
import type { Contact } from '../../../domain/model/contact.ts';
import { ValiseError } from '../../../domain/model/valise-error.ts';
import { contactsChecks } from '../../generated/checks.js';
import type { Person, Route, Services } from '../../routing/route.ts';
import { attachmentNamed } from '../../sending/send-file.ts';
import type { FieldProblem } from '../frame/forms.ts';
import type { Frame, PageReader } from '../frame/frame.ts';
import { personRoute } from '../frame/person-route.ts';
import { emailOf, findCursor } from './contact-ids.ts';
import type { Done } from './contact-pages.ts';
import { contactFormPage, contactListPage, doneNames } from './contact-pages.ts';
import { groupRoutes } from './group-routes.ts';
import { importRoutes } from './import-routes.ts';

/** Contacts of one page, and the most that a search shows. */
const pageSize = 50;

type ContactServices = Pick<
  Services,
  'contactBook' | 'contactGroups' | 'contactImports' | 'transferMemory'
>;

/** The pages of a person's contacts. */
export function contactRoutes(services: ContactServices, frame: Frame): Route[] {
  const { contactBook, contactGroups } = services;

  async function showList(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const query = request.query as ContactListQuery;
    const { account } = person;
    const text = textOf(query.q).trim().slice(0, 255);
    const after = findCursor(textOf(query.from));
    const isShared = query.book === 'shared';
    const hasShared = (await contactBook.listShared('', undefined, 1)).contacts.length > 0;
    const view = { text, isFirstPage: after === undefined, isCut: false, isShared, hasShared };
    const total = await contactBook.count(account);
    const rest = { reader: frame.readerOf(person), total, done: doneOf(query) };
    if (isShared) {
      const page = await contactBook.listShared(text, after, pageSize);
      return send(contactListPage({ ...view, ...rest, page }));
    }
    if (text === '') {
      const page = await contactBook.list(account, after, pageSize);
      return send(contactListPage({ ...view, ...rest, page }));
    }
    const found = await contactBook.search(account, text, pageSize + 1);
    const page = { contacts: found.slice(0, pageSize), next: undefined };
    const isCut = found.length > pageSize;
    return send(contactListPage({ ...view, ...rest, page, isCut, isFirstPage: true }));

    function send(shown: Parameters<Frame['sendToPerson']>[3]): Promise<FastifyReply> {
      return frame.sendToPerson(person, request, reply, shown);
    }
  }

  /** Shows the form of a new contact, or of one that is there. */
  async function showForm(
    person: Person,
    request: FastifyRequest,
    reply: FastifyReply,
    state: {
      contact?: Contact;
      fields: ContactFields;
      problems?: readonly FieldProblem[];
      alert?: string;
      done?: Done | undefined;
    },
  ): Promise<FastifyReply> {
    const { contact } = state;
    const groups =
      contact === undefined ? [] : await contactGroups.groupsOf(person.account, contact.email);
    const page = contactFormPage({
      problems: [],
      ...state,
      reader: frame.readerOf(person),
      token: person.csrfToken,
      groups,
    });
    return frame.sendToPerson(person, request, reply, page);
  }

  async function add(person: Person, request: FastifyRequest, reply: FastifyReply) {
    const typed = typedFields(person.form);
    const reader = frame.readerOf(person);
    const problems = problemsOf(typed, reader);
    if (problems.length > 0)
      return await showForm(person, request, reply, { fields: typed, problems });
    try {
      await contactBook.add(person.actor, person.account, typed);
    } catch (error) {
      const explained = explain(error, reader);
      return await showForm(person, request, reply, { fields: typed, ...explained });
    }
    return frame.redirect(request, reply, '/app/contacts?done=added');
  }

  async function change(person: Person, request: FastifyRequest, reply: FastifyReply) {
    const { account, actor, form } = person;
    const email = emailOf((request.params as ContactParams).id);
    const contact = await contactBook.get(account, email);
    const typed = typedFields(form);
    const reader = frame.readerOf(person);
    const problems = problemsOf(typed, reader);
    if (problems.length > 0) {
      return await showForm(person, request, reply, { contact, fields: typed, problems });
    }
    const seen = { email, revision: form.get('revision') ?? '' };
    try {
      await contactBook.change(actor, account, seen, typed);
    } catch (error) {
      const explained = explain(error, reader);
      return await showForm(person, request, reply, { contact, fields: typed, ...explained });
    }
    return frame.redirect(request, reply, '/app/contacts?done=changed');
  }

  async function remove(person: Person, request: FastifyRequest, reply: FastifyReply) {
    const { account, actor, form } = person;
    const email = emailOf((request.params as ContactParams).id);
    try {
      const seen = { email, revision: form.get('revision') ?? '' };
      await contactBook.remove(actor, account, seen);
    } catch (error) {
      const explained = explain(error, frame.readerOf(person));
      const contact = await contactBook.get(account, email);
      return await showForm(person, request, reply, {
        contact,
        fields: fieldsOf(contact),
        ...explained,
      });
    }
    return frame.redirect(request, reply, '/app/contacts?done=removed');
  }

  function download(
    name: string,
    type: string,
    begin: string,
    write: (contact: Contact) => string,
  ) {
    return personRoute({
      path: `/app/${name}`,
      methods: {
        GET: {
          schema: 'none',
          handle({ account }, _request, reply) {
            async function* content(): AsyncGenerator<string> {
              if (begin !== '') yield begin;
              for await (const contacts of contactBook.readAll(account)) {
                if (contacts.length > 0) yield contacts.map(write).join('');
              }
            }
            return reply
              .type(`${type}; charset=utf-8`)
              .header('content-disposition', attachmentNamed(name))
              .send(Readable.from(content()));
          },
        },
      },
    });
  }

  return [
    personRoute({
      path: '/app/contacts',
      methods: { GET: { schema: contactsChecks.list, handle: showList } },
    }),
    personRoute({
      path: '/app/contacts/new',
      methods: {
        GET: {
          schema: 'none',
          handle: (person, request, reply) =>
            showForm(person, request, reply, { fields: typedFields(new URLSearchParams()) }),
        },
        POST: { schema: contactsChecks.add, body: 'form', handle: add },
      },
    }),
    download('contacts.csv', 'text/csv', csvExportHeader, csvRowOf),
    download('contacts.vcf', 'text/vcard', '', vcardOf),
    ...groupRoutes(services, frame),
    ...importRoutes(services, frame),
    personRoute({
      path: '/app/contacts/:id',
      methods: {
        GET: {
          schema: contactsChecks.one,
          async handle(person, request, reply) {
            const email = emailOf((request.params as ContactParams).id);
            const contact = await contactBook.get(person.account, email);
            const done = doneOf(request.query as DoneQuery);
            return await showForm(person, request, reply, {
              contact,
              fields: fieldsOf(contact),
              done,
            });
          },
        },
        POST: { schema: contactsChecks.change, body: 'form', handle: change },
      },
    }),
    personRoute({
      path: '/app/contacts/:id/remove',
      methods: { POST: { schema: contactsChecks.remove, body: 'form', handle: remove } },
    }),
  ];
}

/** As a person writes them: a number has its country code. */
function fieldsOf({ email, nick, number, language }: Contact): ContactFields {
  return { email, nick, number: number === '' ? '' : `+${number}`, language };
}

function typedFields(form: URLSearchParams): ContactFields {
  const typed = (name: string) => form.get(name) ?? '';
  return {
    email: typed('email'),
    nick: typed('nick'),
    number: typed('number'),
    language: typed('language'),
  };
}

function problemsOf(typed: ContactFields, { say }: PageReader): FieldProblem[] {
  const { faults } = readContactFields(typed);
  return faults.map((name) => ({ field: name, text: say(`contacts.problems.${name}`) }));
}

/** What a refused change tells the person; throws what they cannot do anything about. */
function explain(
  error: unknown,
  { say }: PageReader,
): { problems: FieldProblem[] } | { alert: string } {
  if (!(error instanceof ValiseError)) throw error;
  if (error.code === 'contact_exists') {
    return { problems: [{ field: 'email', text: say('contacts.problems.exists') }] };
  }
  if (error.code === 'state_conflict') return { alert: say('contacts.problems.changed') };
  if (error.code === 'too_large') {
    return {
      problems: [
        { field: 'email', text: say('contacts.problems.full', { count: maxOwnContacts }) },
      ],
    };
  }
  throw error;
}

function textOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

export function doneOf({ done }: DoneQuery): Done | undefined {
  return doneNames.find((name) => name === done);
}
