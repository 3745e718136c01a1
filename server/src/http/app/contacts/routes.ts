import { Readable } from 'node:stream';
import type { InputOf } from '#protocol/operations/operation.ts';
import type { contactOperations } from '#protocol/operations/contacts.ts';
import type { FastifyReply } from 'fastify';
import { maxOwnContacts } from '../../../domain/contacts/contact-book.ts';
import { csvExportHeader, csvRowOf } from '../../../domain/contacts/contact-export.ts';
import type { ContactFields } from '../../../domain/contacts/contact-fields.ts';
import { vcardOf } from '../../../domain/contacts/vcard.ts';
import type { Account } from '../../../domain/model/account.ts';
import type { Contact } from '../../../domain/model/contact.ts';
import type { ContactCursor } from '../../../domain/model/contact-book.ts';
import { operations } from '../../generated/operations.js';
import { route } from '../../routing/operation.ts';
import type { Route, Services } from '../../routing/route.ts';
import { attachmentNamed } from '../../sending/file-headers.ts';
import type { AppPage } from '../frame/frame.ts';
import type { PageContext, Pages } from '../frame/pages.ts';
import type { Refusal, Refusals } from '../frame/refusals.ts';
import { noRefusal, problemWith, refusedBecause } from '../frame/refusals.ts';
import { contactId, cursorText, emailOf, findCursor } from './contact-ids.ts';
import { contactFormPage } from './contact-form-page.ts';
import type { BookCounts, PeopleView } from './contact-list.ts';
import { contactListPage, contactPage } from './contact-pages.ts';
import { maxMembers } from '../../../domain/contacts/groups.ts';
import { groupRoutes } from './group-routes.ts';
import { importRoutes } from './import-routes.ts';

/** Contacts of one page, and the most that a search shows. */
const pageSize = 50;

const emptyFields: ContactFields = { email: '', nick: '', number: '', language: '' };

const refusals: Refusals = {
  'invalid email': ({ say }) => problemWith('email', say('contacts.problems.email')),
  'invalid nick': ({ say }) => problemWith('nick', say('contacts.problems.nick')),
  'invalid number': ({ say }) => problemWith('number', say('contacts.problems.number')),
  'invalid language': ({ say }) => problemWith('language', say('contacts.problems.language')),
  contact_exists: ({ say }) => problemWith('email', say('contacts.problems.exists')),
  state_conflict: ({ say }) => refusedBecause(say('contacts.problems.changed')),
  too_large: ({ say }) =>
    problemWith('email', say('contacts.problems.full', { count: maxOwnContacts })),
};

type ContactServices = Pick<
  Services,
  'contactBook' | 'contactGroups' | 'contactImports' | 'drafts' | 'transferMemory'
>;

type ListQuery = InputOf<typeof contactOperations.list.input>['query'];

/** The pages of a person's contacts. */
export function contactRoutes(services: ContactServices, pages: Pages): Route[] {
  const { contactBook, contactGroups, drafts } = services;

  async function countBook(account: Account, groups: readonly unknown[]): Promise<BookCounts> {
    return {
      own: await contactBook.count(account),
      groups: groups.length,
      shared: await contactBook.countShared(),
    };
  }

  /** A part of the own contacts, or those that a search finds: `isCut` says whether there are more of these. */
  async function listOwn(
    account: Account,
    text: string,
    after: ContactCursor | undefined,
  ): Promise<Pick<PeopleView, 'page' | 'isCut' | 'after'>> {
    if (text === '') {
      const page = await contactBook.list(account, after, pageSize);
      return { page, isCut: false, after: after && cursorText(after) };
    }
    const found = await contactBook.search(account, text, pageSize + 1);
    const page = { contacts: found.slice(0, pageSize), next: undefined };
    return { page, isCut: found.length > pageSize, after: undefined };
  }

  /** The list of a page: the own contacts or the shared ones, as the address says. */
  async function readBook(
    { account, reader }: PageContext,
    { q: text = '', book, after: start = '', done }: ListQuery,
  ) {
    const after = findCursor(start);
    const isShared = book === 'shared';
    const list = isShared
      ? {
          page: await contactBook.listShared(text, after, pageSize),
          isCut: false,
          after: after && cursorText(after),
        }
      : await listOwn(account, text, after);
    const groups = await contactGroups.list(account);
    return {
      ...{ reader, text, isShared, done, groups, ...list },
      counts: await countBook(account, groups),
    };
  }

  async function showOne(
    context: PageContext,
    id: string,
    query: ListQuery,
    notice?: Refusal['notice'],
  ): Promise<AppPage> {
    const { account, csrfToken: token } = context;
    const contact = await contactBook.get(account, emailOf(id));
    const groups = await contactGroups.groupsOf(account, contact.email);
    const list = await readBook(context, query);
    const isIn = new Set(groups.map((group) => group.id));
    const otherGroups = list.groups.filter((group) => !isIn.has(group.id));
    return contactPage({ ...list, token, contact, groups, otherGroups, notice });
  }

  /** The form of a new contact, or of one that is there. */
  function showForm(
    { reader, csrfToken }: PageContext,
    fields: ContactFields,
    contact?: Contact,
    refusal: Refusal = noRefusal,
  ): AppPage {
    return contactFormPage({ reader, token: csrfToken, fields, contact, refusal });
  }

  async function* writeAll(
    account: Account,
    write: (contact: Contact) => string,
  ): AsyncGenerator<string> {
    for await (const contacts of contactBook.readAll(account)) {
      if (contacts.length > 0) yield contacts.map(write).join('');
    }
  }

  return [
    pages.page(operations.contacts.list, async (context, { query }) => {
      return contactListPage(await readBook(context, query));
    }),
    pages.page(operations.contacts.newPage, (context, { query: { email = '', nick = '' } }) =>
      showForm(context, { ...emptyFields, email, nick }),
    ),
    pages.act(operations.contacts.add, {
      async run({ actor, account }, { form }) {
        await contactBook.add(actor, account, { ...emptyFields, ...form });
        return '/app/contacts?done=added';
      },
      refusals,
      again: (context, { form }, refusal) =>
        showForm(context, { ...emptyFields, ...form }, undefined, refusal),
    }),
    route(operations.contacts.csv, ({ account }, _input, { reply }) => {
      async function* content(): AsyncGenerator<string> {
        yield csvExportHeader;
        yield* writeAll(account, csvRowOf);
      }
      return send(reply, 'contacts.csv', 'text/csv', content());
    }),
    route(operations.contacts.vcard, ({ account }, _input, { reply }) =>
      send(reply, 'contacts.vcf', 'text/vcard', writeAll(account, vcardOf)),
    ),
    ...groupRoutes({ contactGroups, countBook }, pages),
    ...importRoutes(services, pages),
    pages.page(operations.contacts.one, (context, { params, query }) =>
      showOne(context, params.id, query),
    ),
    pages.page(operations.contacts.edit, async (context, { params }) => {
      const contact = await contactBook.get(context.account, emailOf(params.id));
      return showForm(context, fieldsOf(contact), contact);
    }),
    pages.act(operations.contacts.change, {
      async run({ actor, account }, { params, form }) {
        const { revision = '', ...typed } = form;
        const seen = { email: emailOf(params.id), revision };
        const fields = { ...emptyFields, ...typed };
        const { email } = await contactBook.change(actor, account, seen, fields);
        return `/app/contacts/${contactId(email)}?done=changed`;
      },
      refusals,
      async again(context, { params, form }, refusal) {
        const contact = await contactBook.get(context.account, emailOf(params.id));
        return showForm(context, { ...emptyFields, ...form }, contact, refusal);
      },
    }),
    pages.act(operations.contacts.join, {
      async run({ actor, account }, { params, form: { group = '' } }) {
        const { email } = await contactBook.get(account, emailOf(params.id));
        await contactGroups.addMembers(actor, account, group, [email]);
        return `/app/contacts/${params.id}?done=groupChanged`;
      },
      refusals: {
        too_large: ({ say }) => refusedBecause(say('contacts.group.full', { count: maxMembers })),
      },
      again: (context, { params }, { notice }) => showOne(context, params.id, {}, notice),
    }),
    pages.page(operations.contacts.send, async ({ account }, { params }) => {
      const { email } = await contactBook.get(account, emailOf(params.id));
      const draft = await drafts.beginWith(account, { receivers: [{ email }] });
      return { redirect: `/app/send/${draft.id}` };
    }),
    pages.act(operations.contacts.remove, {
      async run({ actor, account }, { params, form: { revision = '' } }) {
        await contactBook.remove(actor, account, { email: emailOf(params.id), revision });
        return '/app/contacts?done=removed';
      },
      refusals,
      async again(context, { params }, refusal) {
        const contact = await contactBook.get(context.account, emailOf(params.id));
        return showForm(context, fieldsOf(contact), contact, refusal);
      },
    }),
  ];
}

/** As a person writes them: a number has its country code. */
function fieldsOf({ email, nick, number, language }: Contact): ContactFields {
  return { email, nick, number: number === '' ? '' : `+${number}`, language };
}

function send(
  reply: FastifyReply,
  name: string,
  type: string,
  content: AsyncIterable<string>,
): FastifyReply {
  return reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', attachmentNamed(name))
    .send(Readable.from(content));
}
