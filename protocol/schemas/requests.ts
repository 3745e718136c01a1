import type { Static } from 'typebox';
import { Type } from 'typebox';

/** The shapes of what the pages take on which people read what came. */

const text = Type.String();
/** A part of a page's address. An invalid value is ignored, so that no link fails for it. */
const ignorable = Type.Optional(Type.Union([text, Type.Array(text)]));
const optional = Type.Optional(text);

const itemParams = Type.Object({ token: text });
const itemFileParams = Type.Object({ token: text, fileId: text, name: text });

export const requestOperations = {
  list_inbox: { query: Type.Object({ after: ignorable, done: ignorable }) },
  /** `page`: of the list of files. */
  show_item: { params: itemParams, query: Type.Object({ page: ignorable }) },
  item_code_wanted: { params: itemParams, body: Type.Object({ channel: optional }) },
  item_code_entered: { params: itemParams, body: Type.Object({ code: optional }) },
  delete_item: { params: itemParams, body: Type.Object({}) },
  inbox_archive: { params: itemParams },
  inbox_file: { params: itemFileParams },
};

export type ItemParams = Static<typeof itemParams>;
export type ItemFileParams = Static<typeof itemFileParams>;
export type InboxQuery = Static<typeof requestOperations.list_inbox.query>;
export type ItemQuery = Static<typeof requestOperations.show_item.query>;
