import type { Static, TSchema } from 'typebox';
import { Type } from 'typebox';
import type { ScopeNeed } from '../access.ts';
import { nothing } from './fields.ts';
import { operation } from './operation.ts';

/**
 * The customer's API. A request that fits may still be refused for its values. Unknown fields are ignored, since
 * existing clients send some.
 */

/** On the account's own path, with a CSRF token. */
const withScope = <const Wanted extends ScopeNeed>(scope: Wanted) =>
  ({ scheme: 'basic', scope, ownPath: true, csrf: true }) as const;

/**
 * A field of what clients send. It may be left out; existing clients also send null for it. Any value fits: whoever
 * parses it names all faults of a request in one answer, those of shape and those of value. `expects` is for documents.
 */
const sent = (expects: TSchema) => Type.Optional(Type.Unsafe<unknown>({ expects }));

const text = Type.String();
const flag = Type.Union([Type.Literal('true'), Type.Literal('false')]);
/** Seconds since 1970. */
const instant = Type.String({ pattern: '^[0-9]+$' });

const contact = Type.Object({
  email: text,
  number: text,
  language: text,
  groups: Type.Array(text),
  nick: text,
});

const sentContact = Type.Object({
  email: text,
  number: Type.Optional(Type.Union([text, Type.Number()])),
  language: Type.Optional(text),
  groups: Type.Optional(Type.Array(text, { maxItems: 100 })),
  nick: Type.Optional(text),
  /** An invalid name is ignored. */
  name: Type.Optional(text),
});
const sentContacts = Type.Array(Type.Unsafe<unknown>({ expects: sentContact }), {
  problem: 'must be an array of contacts.',
});

/** Identifies a request, so that a repetition is not carried out again. */
const repeatable = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      problem: 'must be one text of at most 255 characters.',
    }),
  ),
});

const namesOf = (key: string) => sent(Type.Array(Type.Union([text, Type.Object({ [key]: text })])));

const dispatchTerms = Type.Object(
  {
    desttime: sent(Type.Union([text, Type.Integer()])),
    ddmessage: sent(text),
    receivers: namesOf('email'),
    files: namesOf('name'),
  },
  { problem: 'must be an object with desttime and ddmessage.' },
);

const ok = Type.Object({ status: Type.Literal('ok') });
const fileReference = Type.Object({ name: text, settings: Type.Literal('[]') });

const trayFile = Type.Object({ name: text, type: text, size: text });

const sender = Type.Object({
  email: text,
  number: text,
  lang: text,
  first_run: flag,
  accountType: text,
  change_passwd: flag,
  settings: Type.Object({ show_number: flag, show_email: flag, show_lang: flag, show_nick: flag }),
});

const historyEntry = Type.Object({
  drop_type: Type.Union([Type.Literal('downloadfiles'), Type.Literal('uploadfiles')]),
  create_time: instant,
  ttl: text,
  receivers: Type.Array(Type.Object({ ...contact.properties, name: Type.Optional(text) })),
  ddmessage: text,
  sender,
  files: Type.Array(fileReference),
});

const inboxEntry = Type.Object({
  ttl: text,
  createtime: instant,
  sender: text,
  files: Type.Array(fileReference),
  url: text,
});

const namedFile = {
  query: Type.Object({
    filename: Type.String({
      minLength: 1,
      problem: 'must name the file to delete, as in remove_file.cgi?filename=report.pdf.',
    }),
  }),
};
const removed = Type.Object({ status: Type.Literal('deldone') });

export const cgiOperations = {
  contactsRead: operation({
    summary: 'Lists the contacts of the account, and those that all accounts share.',
    on: 'GET /:user/cgi/contacts_read.cgi',
    access: withScope('send'),
    cost: 'request',
    input: nothing,
    answer: Type.Object({ local: Type.Array(contact), global: Type.Array(contact) }),
  }),
  contactsAdd: operation({
    summary: 'Replaces the contacts of the account.',
    on: 'POST /:user/cgi/contacts_add.cgi',
    access: { ...withScope('contacts'), replacesContacts: true },
    cost: 'request',
    input: { headers: repeatable, json: sentContacts },
    answer: ok,
  }),
  receiversSet: operation({
    summary: 'Sets the receivers of the next transfer.',
    on: 'POST /:user/cgi/receivers_set.cgi',
    access: withScope('send'),
    cost: 'request',
    input: { json: sentContacts },
    answer: ok,
  }),
  getFiles: operation({
    summary: 'Lists the files of the tray. Sending needs one such call before it.',
    on: 'GET /:user/cgi/get_files.cgi',
    access: withScope('send'),
    cost: 'request',
    input: nothing,
    answer: Type.Array(trayFile),
  }),
  peekFiles: operation({
    summary: 'Answers as the list of files does, and changes nothing.',
    on: 'HEAD /:user/cgi/get_files.cgi',
    access: withScope('send'),
    cost: 'request',
    input: nothing,
    answer: Type.Array(trayFile),
  }),
  removeFile: operation({
    summary: 'Removes a file from the tray.',
    on: 'GET /:user/cgi/remove_file.cgi',
    access: withScope('send'),
    cost: 'request',
    input: namedFile,
    answer: removed,
  }),
  peekFile: operation({
    summary: 'Answers as the removal of a file does, and changes nothing.',
    on: 'HEAD /:user/cgi/remove_file.cgi',
    access: withScope('send'),
    cost: 'request',
    input: namedFile,
    answer: removed,
  }),
  upload: operation({
    summary: 'Adds files to the tray, all of one request or none.',
    on: 'POST /:user/cgi/upload.cgi',
    access: withScope('send'),
    cost: 'transfer',
    /** `file` is the content of a file, and may be repeated. */
    input: {
      multipart: Type.Object({ do: Type.Literal('upload'), file: Type.Optional(Type.Unknown()) }),
    },
    answer: Type.Object({ status: Type.Literal('done') }),
  }),
  createDrop: operation({
    summary: 'Sends the files of the tray to the receivers that are set.',
    on: 'POST /:user/cgi/createdrop.cgi',
    access: withScope('send'),
    cost: 'request',
    input: { headers: repeatable, json: dispatchTerms },
    answer: ok,
  }),
  giveDrop: operation({
    summary: 'Gives the receivers that are set a page to upload files.',
    on: 'POST /:user/cgi/givedrop.cgi',
    access: withScope('send'),
    cost: 'request',
    input: { headers: repeatable, json: dispatchTerms },
    answer: ok,
  }),
  getHistory: operation({
    summary: 'Lists everything that the account sent, and its inbox.',
    on: 'GET /:user/cgi/get_history.cgi',
    access: withScope(['receive', 'status']),
    cost: 'request',
    input: nothing,
    answer: Type.Object({
      history: Type.Array(historyEntry),
      live_drops: Type.String({ pattern: '^[0-9]+$' }),
      inbox: Type.Array(inboxEntry),
    }),
  }),
  download: operation({
    summary: 'The content of a file in the inbox.',
    on: 'GET /:user/:url/files/:name',
    access: withScope('receive'),
    cost: 'transfer',
    input: { params: Type.Object({ url: text, name: text }) },
    answer: 'file',
  }),
};

export type WireContact = Static<typeof contact>;
export type WireTrayFile = Static<typeof trayFile>;
export type WireSender = Static<typeof sender>;
export type WireHistoryEntry = Static<typeof historyEntry>;
export type WireInboxEntry = Static<typeof inboxEntry>;
export type RepeatableHeaders = Static<typeof repeatable>;
export type SentTerms = Static<typeof dispatchTerms>;
