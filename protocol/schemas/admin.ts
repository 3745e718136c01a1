import type { Static } from 'typebox';
import { Type } from 'typebox';

/** The shapes of what the pages of administrators take. */

const text = Type.String();
const field = Type.Optional(text);
const id = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' });

/** `done`: what was done on the page before. */
const done = Type.Object({ done: field });
const oneParams = Type.Object({ id });
const nothing = Type.Object({});

export const adminOperations = {
  overview_page: { query: done },
  /** A page begins behind the row that `after` names. */
  accounts_page: {
    query: Type.Object({ address: field, role: field, state: field, after: field, done: field }),
  },
  account_page: { params: oneParams, query: done },
  invite: { body: Type.Object({ email: field, number: field, role: field }) },
  act: { params: oneParams, body: nothing },
  quota: { params: oneParams, body: Type.Object({ quota: field }) },
  mail_limit: { params: oneParams, body: Type.Object({ mails: field }) },
  drops_page: { query: Type.Object({ sender: field, state: field, after: field }) },
  outbox_page: { query: Type.Object({ state: field, after: field, done: field }) },
  mail_page: { params: oneParams, query: done },
  retry_all: { body: nothing },
  /** Days as a browser writes them; `before`: the record before which the search goes on. */
  audit_page: {
    query: Type.Object({
      who: field,
      action: field,
      object: field,
      from: field,
      until: field,
      before: field,
      done: field,
    }),
  },
  verify: { body: nothing },
  export: { body: Type.Object({ format: field }) },
  storage_page: { query: done },
};

export type AccountsQuery = Static<typeof adminOperations.accounts_page.query>;
export type DropsQuery = Static<typeof adminOperations.drops_page.query>;
export type OutboxQuery = Static<typeof adminOperations.outbox_page.query>;
export type AuditQuery = Static<typeof adminOperations.audit_page.query>;
export type OneParams = Static<typeof oneParams>;
export type DoneQuery = Static<typeof done>;
