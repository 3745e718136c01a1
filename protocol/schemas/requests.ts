import type { Static } from 'typebox';
import { Type } from 'typebox';

/** The shapes of what the pages take on which people ask for files and read what came. */

const text = Type.String();
/** A part of a page's address. An invalid value is ignored, so that no link fails for it. */
const ignorable = Type.Optional(Type.Union([text, Type.Array(text)]));
const optional = Type.Optional(text);

const requestParams = Type.Object({ id: text });
const linkParams = Type.Object({ id: text, receiver: text });
const itemParams = Type.Object({ token: text });
const itemFileParams = Type.Object({ token: text, fileId: text, name: text });

/** `before`: the last entry of the page before. */
const listQuery = Type.Object({ before: ignorable });
/** `done`: what was done, and to how many. */
const doneQuery = Type.Object({ done: ignorable, count: ignorable });

export const requestOperations = {
  list_requests: { query: listQuery },
  ask: {
    body: Type.Object({
      way: optional,
      emails: optional,
      links: optional,
      message: optional,
      days: optional,
      maxFiles: optional,
      maxBytes: optional,
      maxFileBytes: optional,
      maxReturns: optional,
      /** The same in each copy of one form. */
      key: optional,
    }),
  },
  show_request: { params: requestParams, query: doneQuery },
  act_on_request: { params: requestParams, body: Type.Object({}) },
  extend_request: { params: requestParams, body: Type.Object({ days: optional }) },
  end_link: { params: linkParams, body: Type.Object({}) },
  link_code: { params: linkParams },
  list_inbox: { query: Type.Object({ before: ignorable, done: ignorable }) },
  /** `page`: of the list of files. */
  show_item: { params: itemParams, query: Type.Object({ page: ignorable }) },
  item_code_wanted: { params: itemParams, body: Type.Object({ channel: optional }) },
  item_code_entered: { params: itemParams, body: Type.Object({ code: optional }) },
  delete_item: { params: itemParams, body: Type.Object({}) },
  inbox_archive: { params: itemParams },
  inbox_file: { params: itemFileParams },
};

export type RequestParams = Static<typeof requestParams>;
export type RequestLinkParams = Static<typeof linkParams>;
export type RequestQuery = Static<typeof listQuery> & Static<typeof doneQuery>;
export type ItemParams = Static<typeof itemParams>;
export type ItemFileParams = Static<typeof itemFileParams>;
export type InboxQuery = Static<typeof requestOperations.list_inbox.query>;
export type ItemQuery = Static<typeof requestOperations.show_item.query>;
