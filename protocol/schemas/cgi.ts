import type { Static } from 'typebox';
import { Type } from 'typebox';

/**
 * The shapes of the customer's API, by operation: parameters, bodies and answers. `npm run generate`
 * compiles them to checks; the server imports the checks, and from here types alone, so that nothing
 * of TypeBox is loaded when it starts. A request that fits may still be refused for its values.
 */

/** A field that may be left out; existing clients also send null for it. */
const optional = <Schema extends Parameters<typeof Type.Array>[0]>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

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

/** Unknown fields are ignored. */
const sentContact = Type.Object({
  email: text,
  number: optional(Type.Union([text, Type.Number()])),
  language: optional(text),
  groups: optional(Type.Array(text, { maxItems: 100 })),
  nick: optional(text),
  /** An invalid name is ignored. */
  name: Type.Optional(Type.Unknown()),
});
const sentContacts = Type.Array(sentContact, { maxItems: 10_000 });

/** Identifies a request, so that a repetition is not carried out again. */
const repeatable = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
});

const dispatchTerms = Type.Object({
  desttime: optional(Type.Union([text, Type.Number()])),
  ddmessage: optional(text),
  receivers: optional(Type.Array(Type.Union([text, Type.Object({ email: text })]))),
  files: optional(Type.Array(Type.Union([text, Type.Object({ name: text })]))),
});

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

export const cgiOperations = {
  contacts_read: {
    answer: Type.Object({ local: Type.Array(contact), global: Type.Array(contact) }),
  },
  contacts_add: { headers: repeatable, body: sentContacts, answer: ok },
  receivers_set: { body: sentContacts, answer: ok },
  get_files: { answer: Type.Array(trayFile) },
  remove_file: {
    query: Type.Object({ filename: Type.String({ minLength: 1 }) }),
    answer: Type.Object({ status: Type.Literal('deldone') }),
  },
  upload: {
    /** `file` is the content of a file, and may be repeated. */
    body: Type.Object({ do: Type.Literal('upload'), file: Type.Optional(Type.Unknown()) }),
    answer: Type.Object({ status: Type.Literal('done') }),
  },
  createdrop: { headers: repeatable, body: dispatchTerms, answer: ok },
  givedrop: { headers: repeatable, body: dispatchTerms, answer: ok },
  get_history: {
    answer: Type.Object({
      history: Type.Array(historyEntry),
      live_drops: Type.String({ pattern: '^[0-9]+$' }),
      inbox: Type.Array(inboxEntry),
    }),
  },
  download: { params: Type.Object({ user: text, url: text, name: text }) },
};

export type WireContact = Static<typeof contact>;
export type WireTrayFile = Static<typeof trayFile>;
export type WireSender = Static<typeof sender>;
export type WireHistoryEntry = Static<typeof historyEntry>;
export type WireInboxEntry = Static<typeof inboxEntry>;
export type RepeatableHeaders = Static<typeof repeatable>;
export type FileParams = Static<typeof cgiOperations.download.params>;
