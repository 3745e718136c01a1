import type { Static } from 'typebox';
import { Type } from 'typebox';
import { choice, cursor, nothing, trimmed, typed } from './fields.ts';
import { operation } from './operation.ts';

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

/** The pages on which people keep their contacts and groups. */
export const contactOperations = {
  list: operation({
    summary: 'Lists the contacts of the person, or the shared ones.',
    on: 'GET /app/contacts',
    access: person,
    cost: 'request',
    /** `q`: what is searched. */
    input: {
      query: Type.Object({ done, q: trimmed(255), after: cursor, book: choice(['shared']) }),
    },
    answer: 'page',
  }),
  newPage: operation({
    summary: 'Shows the form of a new contact.',
    on: 'GET /app/contacts/new',
    access: person,
    cost: 'request',
    input: nothing,
    answer: 'page',
  }),
  add: operation({
    summary: 'Adds a contact.',
    on: 'POST /app/contacts/new',
    access: person,
    cost: 'request',
    input: { form: Type.Object(fields) },
    answer: 'page',
  }),
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
  groups: operation({
    summary: 'Lists the groups of the person.',
    on: 'GET /app/contacts/groups',
    access: person,
    cost: 'request',
    input: { query: Type.Object({ done }) },
    answer: 'page',
  }),
  addGroup: operation({
    summary: 'Adds a group with its first members.',
    on: 'POST /app/contacts/groups',
    access: person,
    cost: 'request',
    input: { form: Type.Object({ name: typed, members: typed }) },
    answer: 'page',
  }),
  group: operation({
    summary: 'Shows a group and its members.',
    on: 'GET /app/contacts/groups/:id',
    access: person,
    cost: 'request',
    input: { params, query: Type.Object({ done }) },
    answer: 'page',
  }),
  renameGroup: operation({
    summary: 'Renames a group.',
    on: 'POST /app/contacts/groups/:id',
    access: person,
    cost: 'request',
    /** `from`: the name that the person saw. */
    input: { params, form: Type.Object({ name: typed, from: typed }) },
    answer: 'page',
  }),
  addMembers: operation({
    summary: 'Puts contacts into a group.',
    on: 'POST /app/contacts/groups/:id/members',
    access: person,
    cost: 'request',
    input: { params, form: Type.Object({ members: typed }) },
    answer: 'page',
  }),
  removeMember: operation({
    summary: 'Takes a contact out of a group.',
    on: 'POST /app/contacts/groups/:id/members/remove',
    access: person,
    cost: 'request',
    input: { params, form: Type.Object({ email: typed }) },
    answer: 'page',
  }),
  removeGroup: operation({
    summary: 'Removes a group; its members stay contacts.',
    on: 'POST /app/contacts/groups/:id/remove',
    access: person,
    cost: 'request',
    input: { params, form: Type.Object({}) },
    answer: 'page',
  }),
  importPage: operation({
    summary: 'Shows what the file of an import would do, and asks for a file.',
    on: 'GET /app/contacts/import',
    access: person,
    cost: 'request',
    input: nothing,
    answer: 'page',
  }),
  importFile: operation({
    summary: 'Takes a file of contacts, which changes nothing before it is confirmed.',
    on: 'POST /app/contacts/import',
    access: person,
    cost: 'request',
    input: { multipart: Type.Object({ file: typed }) },
    answer: 'page',
  }),
  confirmImport: operation({
    summary: 'Adds and changes the contacts of an import.',
    on: 'POST /app/contacts/import/confirm',
    access: person,
    cost: 'request',
    /** `digest`: of what the person saw that the file would do. */
    input: { form: Type.Object({ id: typed, digest: typed }) },
    answer: 'page',
  }),
  discardImport: operation({
    summary: 'Forgets the file of an import.',
    on: 'POST /app/contacts/import/discard',
    access: person,
    cost: 'request',
    input: { form: Type.Object({}) },
    answer: 'page',
  }),
  one: operation({
    summary: 'Shows a contact in its form.',
    on: 'GET /app/contacts/:id',
    access: person,
    cost: 'request',
    input: { params },
    answer: 'page',
  }),
  change: operation({
    summary: 'Changes a contact.',
    on: 'POST /app/contacts/:id',
    access: person,
    cost: 'request',
    /** `revision`: of the contact that the person saw. */
    input: { params, form: Type.Object({ ...fields, revision: typed }) },
    answer: 'page',
  }),
  remove: operation({
    summary: 'Removes a contact.',
    on: 'POST /app/contacts/:id/remove',
    access: person,
    cost: 'request',
    input: { params, form: Type.Object({ revision: typed }) },
    answer: 'page',
  }),
};
