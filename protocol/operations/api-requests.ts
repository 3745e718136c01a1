import { Type } from 'typebox';
import {
  between,
  count,
  givenTime,
  listOf,
  object,
  orNull,
  part,
  reference,
  text,
  textOrNull,
  time,
  timeOrNull,
  title,
} from './api-fields.ts';
import { mailStates, newReceiver, receiverStates } from './api-drops.ts';
import { operation } from './operation.ts';

const reader = { scheme: 'bearer', scope: 'status' } as const;
const sender = { scheme: 'bearer', scope: 'send' } as const;

const secondFactors = ['off', 'email', 'sms', 'either'] as const;
const requestStates = ['live', 'closed', 'expired'] as const;

/** What came through: how often, how many files, and their bytes. */
const came = { received_count: count, file_count: count, size: count };

const asked = object({
  id: text,
  /** Null for a link without an address, which is handed out. */
  email: textOrNull,
  name: text,
  /** The first that holds of: completed (has sent something), revoked, expired, opened (with a code), waiting. */
  state: Type.Enum([...receiverStates]),
  opened_at: timeOrNull,
  revoked_at: timeOrNull,
  /** Of the newest mail with the link. Null where there is none. Who refused it may still send. */
  mail: orNull(Type.Enum([...mailStates])),
  mail_reason: textOrNull,
  /** Of the page to send at. Null unless the key has the scope `links`, the operator shows links, and it lives. */
  link: textOrNull,
  ...came,
});

const about = {
  id: text,
  state: Type.Enum([...requestStates]),
  /** What the account calls it, on pages and in mails. */
  title: textOrNull,
  /** What the caller of the API calls it. */
  reference: textOrNull,
  /** `none`: nothing is mailed to those who were asked. */
  notify: Type.Enum(['mail', 'none']),
  created_at: time,
  expires_at: time,
  message: textOrNull,
  receiver_count: count,
  ...came,
};

/** For each link; null: as much as the server allows. */
const limits = {
  max_files: orNull(count),
  /** Of all files together. */
  max_bytes: orNull(count),
  max_file_bytes: orNull(count),
  /** How often something can be sent. */
  max_uses: orNull(count),
};

const request = object({
  ...about,
  options: object({
    ...limits,
    second_factor: Type.Enum([...secondFactors]),
  }),
  receivers: Type.Array(asked),
});

const item = object({
  /** In the inbox. */
  id: text,
  receiver: text,
  /** As the sender is called; null where only a name is known. */
  email: textOrNull,
  name: text,
  received_at: time,
  file_count: count,
  size: count,
  /** Whether it is still in the inbox. */
  is_live: Type.Boolean(),
});

const givenLimit = Type.Optional(Type.Integer({ minimum: 1 }));

const end = {
  /** In seconds from now. */
  expires_in: Type.Optional(Type.Integer({ minimum: 1 })),
  expires_at: Type.Optional(givenTime),
};

const people = Type.Array(newReceiver, {
  minItems: 1,
  maxItems: 1000,
  problem: 'must be an array of 1 to 1000 receivers.',
});

const params = object({ id: text });
const receiverParams = object({ id: text, receiver: text });

/** What an account has asked for, for programs. */
export const apiRequestOperations = {
  list: operation({
    summary: 'Lists requests for files, the newest first.',
    on: 'GET /api/v1/requests',
    access: reader,
    cost: 'request',
    input: {
      query: object({
        ...part,
        ...between,
        state: Type.Optional(Type.Enum([...requestStates])),
        reference: Type.Optional(reference),
      }),
    },
    answer: listOf(object(about)),
  }),
  create: operation({
    summary: 'Asks people for files by mail, or makes links to hand out.',
    on: 'POST /api/v1/requests',
    access: sender,
    cost: 'request',
    input: {
      json: object({
        receivers: Type.Optional(people),
        /** In place of receivers: how many links without an address. */
        links: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
        title: Type.Optional(title),
        message: Type.Optional(Type.String()),
        reference: Type.Optional(reference),
        ...end,
        /** `none`: no mail; the answer has the links. */
        notify: Type.Optional(Type.Enum(['mail', 'none'])),
        options: Type.Optional(
          object({
            max_files: givenLimit,
            max_bytes: givenLimit,
            max_file_bytes: givenLimit,
            max_uses: givenLimit,
            /** It counts where it is stronger than what operator and account demand. */
            second_factor: Type.Optional(Type.Enum([...secondFactors])),
          }),
        ),
      }),
    },
    status: 201,
    answer: request,
  }),
  show: operation({
    summary: 'A request for files, and how far those are who were asked.',
    on: 'GET /api/v1/requests/:id',
    access: reader,
    cost: 'request',
    input: { params },
    answer: request,
  }),
  items: operation({
    summary: 'Lists what came through a request, the newest first.',
    on: 'GET /api/v1/requests/:id/items',
    access: reader,
    cost: 'request',
    input: { params, query: object(part) },
    answer: listOf(item),
  }),
  receivers: operation({
    summary: 'Lists those who were asked, revoked ones too.',
    on: 'GET /api/v1/requests/:id/receivers',
    access: reader,
    cost: 'request',
    input: { params, query: object(part) },
    answer: listOf(asked),
  }),
  close: operation({
    summary: 'Ends a request: no link of it works any longer. What came stays in the inbox.',
    on: 'POST /api/v1/requests/:id/close',
    access: sender,
    cost: 'request',
    input: { params },
    answer: request,
  }),
  extend: operation({
    summary: 'Gives a live request another end: one of the two fields.',
    on: 'POST /api/v1/requests/:id/extend',
    access: sender,
    cost: 'request',
    input: { params, json: object(end) },
    answer: request,
  }),
  remind: operation({
    summary:
      'Mails the link once more to all who have sent nothing; to nobody twice within an hour.',
    on: 'POST /api/v1/requests/:id/remind',
    access: sender,
    cost: 'request',
    input: { params },
    answer: object({ reminded: count }),
  }),
  addReceivers: operation({
    summary: 'Asks more people: all of them, or none.',
    on: 'POST /api/v1/requests/:id/receivers',
    access: sender,
    cost: 'request',
    input: {
      params,
      json: object({ receivers: people }),
    },
    answer: request,
  }),
  resend: operation({
    summary: 'Mails a new link to one who was asked; the old one ends.',
    on: 'POST /api/v1/requests/:id/receivers/:receiver/resend',
    access: sender,
    cost: 'request',
    input: { params: receiverParams },
    answer: asked,
  }),
  revokeReceiver: operation({
    summary: 'Ends the link of one who was asked.',
    on: 'POST /api/v1/requests/:id/receivers/:receiver/revoke',
    access: sender,
    cost: 'request',
    input: { params: receiverParams },
    answer: asked,
  }),
  correct: operation({
    summary: 'Ends the link of one who was asked, and asks at the correct address.',
    on: 'POST /api/v1/requests/:id/receivers/:receiver/correct',
    access: sender,
    cost: 'request',
    input: { params: receiverParams, json: object({ email: Type.String({ maxLength: 254 }) }) },
    answer: asked,
  }),
};
