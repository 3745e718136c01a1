import type { Static } from 'typebox';
import { Type } from 'typebox';
import { choice, cursor, nothing, trimmed, typed } from './fields.ts';
import { operation, pagesFor } from './operation.ts';

const person = { scheme: 'session' } as const;
const params = Type.Object({ id: Type.String() });
const fields = { email: typed, nick: typed, number: typed, language: typed };

/** What the form before has done. */
const done = choice([
  'added',
  'changed',
  'removed',
  'groupAdded',
  'groupChanged',
  'groupRemoved',
  'imported',
]);

export type ContactsDone = Static<typeof done>;

const page = pagesFor(person);

/** The pages on which people keep their contacts and groups. */
export const contactOperations = {
  list: page('GET /app/contacts', 'Lists the contacts of the person, or the shared ones.', {
    /** `q`: what is searched. */
    query: Type.Object({ done, q: trimmed(255), after: cursor, book: choice(['shared']) }),
  }),
  newPage: page('GET /app/contacts/new', 'Shows the form of a new contact.', {
    query: Type.Object({ email: trimmed(255), nick: trimmed(255) }),
  }),
  add: page('POST /app/contacts/new', 'Adds a contact.', { form: Type.Object(fields) }),
  csv: operation({
    summary: 'Downloads the contacts of the person as CSV.',
    on: 'GET /app/contacts.csv',
    access: person,
    cost: 'request',
    input: nothing,
    answer: 'file',
  }),
  vcard: operation({
    summary: 'Downloads the contacts of the person as vCards.',
    on: 'GET /app/contacts.vcf',
    access: person,
    cost: 'request',
    input: nothing,
    answer: 'file',
  }),
  groups: page('GET /app/contacts/groups', 'Lists the groups of the person.', {
    query: Type.Object({ done }),
  }),
  addGroup: page('POST /app/contacts/groups', 'Adds a group with its first members.', {
    form: Type.Object({ name: typed, members: typed }),
  }),
  groupOf: page(
    'GET /app/contacts/groups/new',
    'Shows the form with which the recipients of a drop are saved as a group.',
    {
      /** `of`: the drop. */
      query: Type.Object({ of: typed }),
    },
  ),
  addGroupOf: page(
    'POST /app/contacts/groups/new',
    'Saves the recipients of a drop as a group; those who are no contacts become some.',
    { form: Type.Object({ of: typed, name: typed }) },
  ),
  group: page('GET /app/contacts/groups/:id', 'Shows a group and its members.', {
    params,
    query: Type.Object({ done }),
  }),
  renameGroup: page('POST /app/contacts/groups/:id', 'Renames a group.', {
    /** `from`: the name that the person saw. */
    params,
    form: Type.Object({ name: typed, from: typed }),
  }),
  join: page('POST /app/contacts/:id/groups', 'Puts a contact into a group.', {
    params,
    form: Type.Object({ group: typed }),
  }),
  addMembers: page('POST /app/contacts/groups/:id/members', 'Puts contacts into a group.', {
    params,
    form: Type.Object({ members: typed }),
  }),
  removeMember: page(
    'POST /app/contacts/groups/:id/members/remove',
    'Takes a contact out of a group.',
    { params, form: Type.Object({ email: typed }) },
  ),
  removeGroup: page(
    'POST /app/contacts/groups/:id/remove',
    'Removes a group; its members stay contacts.',
    { params, form: Type.Object({}) },
  ),
  importPage: page(
    'GET /app/contacts/import',
    'Shows what the file of an import would do, and asks for a file.',
    nothing,
  ),
  importFile: page(
    'POST /app/contacts/import',
    'Takes a file of contacts, which changes nothing before it is confirmed.',
    { multipart: Type.Object({ file: typed }) },
  ),
  confirmImport: page(
    'POST /app/contacts/import/confirm',
    'Adds and changes the contacts of an import.',
    {
      /** `digest`: of what the person saw that the file would do. */
      form: Type.Object({ id: typed, digest: typed }),
    },
  ),
  discardImport: page('POST /app/contacts/import/discard', 'Forgets the file of an import.', {
    form: Type.Object({}),
  }),
  one: page('GET /app/contacts/:id', 'Shows a contact beside the list.', {
    /** `q`, `after`: what the list beside it shows. */
    params,
    query: Type.Object({ done, q: trimmed(255), after: cursor, book: choice(['shared']) }),
  }),
  edit: page('GET /app/contacts/:id/edit', 'Shows a contact in its form.', { params }),
  change: page('POST /app/contacts/:id', 'Changes a contact.', {
    /** `revision`: of the contact that the person saw. */
    params,
    form: Type.Object({ ...fields, revision: typed }),
  }),
  send: page('POST /app/contacts/:id/send', 'Begins a draft to a contact.', {
    params,
    form: Type.Object({}),
  }),
  remove: page('POST /app/contacts/:id/remove', 'Removes a contact.', {
    params,
    form: Type.Object({ revision: typed }),
  }),
};
