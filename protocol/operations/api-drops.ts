import { Type } from 'typebox';
import {
  between,
  count,
  givenTime,
  listOf,
  object,
  part,
  reference,
  text,
  textOrNull,
  time,
  timeOrNull,
  title,
} from './api-fields.ts';
import { operation } from './operation.ts';

const reader = { scheme: 'bearer', scope: 'status' } as const;
const sender = { scheme: 'bearer', scope: 'send' } as const;

const dropStates = ['live', 'expired', 'revoked'] as const;
export const receiverStates = ['waiting', 'opened', 'completed', 'revoked', 'expired'] as const;
export const mailStates = ['waiting', 'delayed', 'sent', 'refused', 'unwanted'] as const;

const progress = {
  email: text,
  name: text,
  /** The first that holds of: completed, revoked, expired, opened, waiting. */
  state: Type.Enum([...receiverStates]),
  opened_at: timeOrNull,
  /** When the last of all files was completed. */
  completed_at: timeOrNull,
  revoked_at: timeOrNull,
  /** Of the newest mail with the link. Null where there is none. Who refused it may still fetch. */
  mail: Type.Union([Type.Enum([...mailStates]), Type.Null()]),
  mail_reason: textOrNull,
};

const receiver = object({ id: text, ...progress });

const file = object({
  id: text,
  /** No other file of the drop has it. */
  name: text,
  /** Folders and a name, with `/` between them: as the file was sent. No other file of the drop has it. */
  path: text,
  type: text,
  size: count,
  /** In hexadecimal digits. Null once the drop has ended. */
  sha256: textOrNull,
});

const about = {
  id: text,
  state: Type.Enum([...dropStates]),
  /** What its sender calls it, on pages and in mails. */
  title: textOrNull,
  /** What the caller of the API calls it. */
  reference: textOrNull,
  /** `none`: nothing is mailed to its receivers. */
  notify: Type.Enum(['mail', 'none']),
  /** Whether receivers enter a password, which no answer has. */
  password_protected: Type.Boolean(),
  created_at: time,
  expires_at: time,
  message: textOrNull,
};

/** A link for anyone: who uses it is counted, and not known. */
const anyoneLink = object({
  id: text,
  /** Only for keys with the scope `links`, in answers that say so, and while it lives. */
  url: Type.Optional(text),
  state: Type.Enum([...dropStates]),
  /** How many browsers have opened it. */
  opened: count,
  /** How many browsers have a whole file. */
  downloads: count,
  revoked_at: timeOrNull,
});

/** A drop, with all of its receivers, links for anyone and files. */
const apiDrop = object({
  ...about,
  receivers: Type.Array(receiver),
  anyone_links: Type.Array(anyoneLink),
  files: Type.Array(file),
});

/** A drop in a list. Receivers that were revoked are not counted. */
const listedDrop = object({
  ...about,
  receiver_count: count,
  completed_count: count,
  undelivered_count: count,
  file_count: count,
  /** Of all files, in bytes. */
  size: count,
});

const delivery = object({
  drop: text,
  reference: textOrNull,
  receiver: text,
  created_at: time,
  expires_at: time,
  ...progress,
});

const params = object({ id: text });
const receiverParams = object({ id: text, receiver: text });
const linkParams = object({ id: text, link: text });

export const newReceiver = object({
  email: Type.String({ maxLength: 254 }),
  name: Type.Optional(Type.String({ maxLength: 255 })),
  number: Type.Optional(Type.String({ maxLength: 40 })),
  language: Type.Optional(Type.String({ maxLength: 35 })),
});

/** Someone, or a group of contacts by its id or its name: one of `email` and `group`. */
const newReceiverOrGroup = object({
  ...newReceiver.properties,
  email: Type.Optional(newReceiver.properties.email),
  group: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
});

const newDrop = object({
  /** None only with `anyone`. */
  receivers: Type.Array(newReceiverOrGroup, {
    maxItems: 1000,
    problem: 'must be an array of at most 1000 receivers.',
  }),
  /**
   * Makes a link with which anyone can download, besides the receivers or in place of them. The answer has it for a key
   * with the scope `links`.
   */
  anyone: Type.Optional(Type.Boolean()),
  /** Complete uploads of the account, which are used up. */
  uploads: Type.Optional(
    Type.Array(text, { maxItems: 10_000, problem: 'must be an array of ids of uploads.' }),
  ),
  /** A living drop of the account, whose files are sent again. */
  files_of: Type.Optional(text),
  title: Type.Optional(title),
  message: Type.Optional(text),
  /** In seconds from now. */
  expires_in: Type.Optional(Type.Integer({ minimum: 1 })),
  expires_at: Type.Optional(givenTime),
  reference: Type.Optional(reference),
  /** `none`: nothing is mailed to receivers, and the answer has their links. */
  notify: Type.Optional(Type.Enum(['mail', 'none'])),
  options: Type.Optional(
    object({
      /** What is less than operator and account demand counts as that. */
      second_factor: Type.Optional(Type.Enum(['off', 'email', 'sms', 'either'])),
      /**
       * What receivers enter besides, and are told by other means. It is in no answer, mail or event.
       */
      password: Type.Optional(
        Type.String({ maxLength: 1024, problem: 'must be a text of 8 to 1024 characters.' }),
      ),
      /** How often each receiver may download each file. */
      download_limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      /** When the sender is mailed that receivers have every file. */
      receipts: Type.Optional(Type.Enum(['first', 'each', 'none'])),
    }),
  ),
});

const newlyReached = object({
  ...receiver.properties,
  /** The link of a new receiver, where nothing is mailed and the key is told links. It is in no other answer. */
  link: Type.Optional(text),
});

const sentDrop = object({ ...apiDrop.properties, receivers: Type.Array(newlyReached) });

/** What an account has sent, for programs. */
export const apiDropOperations = {
  list: operation({
    summary: 'Lists drops, the newest first.',
    on: 'GET /api/v1/drops',
    access: reader,
    cost: 'request',
    input: {
      query: object({
        ...part,
        ...between,
        state: Type.Optional(Type.Enum([...dropStates])),
        reference: Type.Optional(reference),
      }),
    },
    answer: listOf(listedDrop),
  }),
  send: {
    ...operation({
      summary:
        'Sends uploads, files of another drop, or files beside the JSON in a multipart body: all or nothing.',
      on: 'POST /api/v1/drops',
      access: sender,
      cost: 'transfer',
      input: { json: newDrop },
      status: 201,
      answer: sentDrop,
    }),
    jsonPart: 'drop',
  },
  show: operation({
    summary: 'A drop, its files, and how far its receivers are.',
    on: 'GET /api/v1/drops/:id',
    access: reader,
    cost: 'request',
    input: { params },
    answer: apiDrop,
  }),
  revoke: operation({
    summary: 'Ends a drop for everyone.',
    on: 'POST /api/v1/drops/:id/revoke',
    access: sender,
    cost: 'request',
    input: { params },
    answer: apiDrop,
  }),
  extend: operation({
    summary: 'Gives a live drop another end: one of the two fields.',
    on: 'POST /api/v1/drops/:id/extend',
    access: sender,
    cost: 'request',
    input: {
      params,
      json: object({
        /** In seconds from now. */
        expires_in: Type.Optional(Type.Integer({ minimum: 1 })),
        expires_at: Type.Optional(givenTime),
      }),
    },
    answer: apiDrop,
  }),
  files: operation({
    summary: 'Lists the files of a drop, in the order in which they were uploaded.',
    on: 'GET /api/v1/drops/:id/files',
    access: reader,
    cost: 'request',
    input: { params, query: object(part) },
    answer: listOf(file),
  }),
  receivers: operation({
    summary: 'Lists the receivers of a drop, revoked ones too.',
    on: 'GET /api/v1/drops/:id/receivers',
    access: reader,
    cost: 'request',
    input: { params, query: object(part) },
    answer: listOf(receiver),
  }),
  addReceivers: operation({
    summary: 'Sends a live drop to more receivers: to all of them, or to none.',
    on: 'POST /api/v1/drops/:id/receivers',
    access: sender,
    cost: 'request',
    input: {
      params,
      json: object({
        receivers: Type.Array(newReceiver, {
          minItems: 1,
          maxItems: 1000,
          problem: 'must be an array of 1 to 1000 receivers.',
        }),
      }),
    },
    answer: sentDrop,
  }),
  resend: operation({
    summary: 'Mails a new link to a receiver; the old one ends.',
    on: 'POST /api/v1/drops/:id/receivers/:receiver/resend',
    access: sender,
    cost: 'request',
    input: { params: receiverParams },
    answer: receiver,
  }),
  revokeReceiver: operation({
    summary: 'Ends the link of one receiver.',
    on: 'POST /api/v1/drops/:id/receivers/:receiver/revoke',
    access: sender,
    cost: 'request',
    input: { params: receiverParams },
    answer: receiver,
  }),
  correct: operation({
    summary: 'Ends the link of a receiver, and sends the drop to the correct address.',
    on: 'POST /api/v1/drops/:id/receivers/:receiver/correct',
    access: sender,
    cost: 'request',
    input: { params: receiverParams, json: object({ email: Type.String({ maxLength: 254 }) }) },
    answer: newlyReached,
  }),
  anyoneLinks: operation({
    summary:
      'Lists the links for anyone of a drop, ended ones too. With the scope links they have their addresses.',
    on: 'GET /api/v1/drops/:id/anyone-links',
    access: reader,
    cost: 'request',
    input: { params },
    answer: object({ items: Type.Array(anyoneLink) }),
  }),
  addAnyoneLink: operation({
    summary:
      'Makes one more link for anyone to a live drop. With the scope links the answer has its address.',
    on: 'POST /api/v1/drops/:id/anyone-links',
    access: sender,
    cost: 'request',
    input: { params },
    status: 201,
    answer: anyoneLink,
  }),
  revokeAnyoneLink: operation({
    summary: 'Ends a link for anyone.',
    on: 'POST /api/v1/drops/:id/anyone-links/:link/revoke',
    access: sender,
    cost: 'request',
    input: { params: linkParams },
    answer: anyoneLink,
  }),
  deliveries: operation({
    summary: 'One row for each receiver of each drop, those of the newest drop first.',
    on: 'GET /api/v1/deliveries',
    access: reader,
    cost: 'request',
    input: {
      query: object({
        ...part,
        ...between,
        state: Type.Optional(Type.Enum([...receiverStates])),
        /** Of the drops. */
        reference: Type.Optional(reference),
        format: Type.Optional(Type.Enum(['json', 'csv', 'jsonl'])),
      }),
      headers: Type.Object({ accept: Type.Optional(Type.String({ lenient: true })) }),
    },
    answer: listOf(delivery),
    alsoAs: ['text/csv', 'application/jsonl'],
  }),
} as const;
