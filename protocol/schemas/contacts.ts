import type { Static } from 'typebox';
import { Type } from 'typebox';

/** The shapes of what the pages of contacts take. */

const text = Type.String();
const field = Type.Optional(text);
const ignorable = Type.Optional(Type.Union([text, Type.Array(text)]));
const params = Type.Object({ id: text });
const contact = { email: field, nick: field, number: field, language: field };
/** What was done by the form before. */
const query = Type.Object({ done: ignorable });

export const contactsOperations = {
  /** `q`: what is searched. `from`: where the page begins. `book`: the shared contacts or the own ones. */
  list: {
    query: Type.Object({ done: ignorable, q: ignorable, from: ignorable, book: ignorable }),
  },
  add: { body: Type.Object(contact) },
  one: { params, query },
  change: { params, body: Type.Object({ ...contact, revision: field }) },
  remove: { params, body: Type.Object({ revision: field }) },
  groups: { query },
  add_group: { body: Type.Object({ name: field, members: field }) },
  group: { params, query },
  rename_group: { params, body: Type.Object({ name: field, from: field }) },
  add_members: { params, body: Type.Object({ members: field }) },
  remove_member: { params, body: Type.Object({ email: field }) },
  remove_group: { params, body: Type.Object({}) },
  import: { query },
  import_file: { body: Type.Object({ file: field }) },
  confirm_import: { body: Type.Object({ id: field, digest: field }) },
  discard_import: { body: Type.Object({}) },
};

export type ContactListQuery = Static<typeof contactsOperations.list.query>;
export type ContactParams = Static<typeof params>;
export type DoneQuery = Static<typeof query>;
