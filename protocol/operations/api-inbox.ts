import { Type } from 'typebox';
import {
  between,
  count,
  listOf,
  object,
  part,
  text,
  textOrNull,
  time,
  timeOrNull,
} from './api-fields.ts';
import { operation } from './operation.ts';

/** What came to an account, for programs: API v1. */

const program = { scheme: 'bearer', scope: 'receive' } as const;
const path = '/api/v1/inbox';

const states = ['new', 'acknowledged', 'parked'] as const;

const file = object({
  id: text,
  /** No other file of the item has it. */
  name: text,
  /** Folders and a name, with `/` between them: as the file was sent. No other file of the item has it. */
  path: text,
  type: text,
  size: count,
  /** In hexadecimal digits. */
  sha256: text,
});

const about = {
  /** The same as `url` of the history of the machine API, and as `item` of events. */
  id: text,
  /** `new`: not acknowledged, leased or not. */
  state: Type.Enum([...states]),
  /** An address is null where its owner shows none, or gave none. */
  sender: object({ email: textOrNull, name: text }),
  message: textOrNull,
  /** The request that it came through; null for a drop. */
  request: textOrNull,
  /** That of the drop, or of the request. */
  title: textOrNull,
  /** That of the drop, or of the request. */
  reference: textOrNull,
  received_at: time,
  expires_at: time,
  acknowledged_at: timeOrNull,
  /** How often it was leased, since it came or was unparked. */
  leases: count,
  files: Type.Array(file),
};

const item = object(about);

const leased = object({
  ...about,
  /** For `ack`, `renew` and `release`. */
  lease: text,
  lease_expires_at: time,
});

const params = object({ id: text });
const seconds = Type.Integer({ minimum: 1, maximum: 86_400 });
const lease = Type.String({ minLength: 1, maxLength: 100 });

export const apiInboxOperations = {
  list: operation({
    summary: 'Lists what is in the inbox, the oldest first.',
    on: `GET ${path}`,
    access: program,
    cost: 'request',
    input: {
      query: object({
        ...part,
        ...between,
        order: Type.Optional(Type.Enum(['oldest', 'newest'])),
        state: Type.Optional(Type.Enum([...states])),
        /** The id of a request: what came through it. */
        request: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      }),
    },
    answer: listOf(item),
  }),
  lease: operation({
    summary:
      'Hands out items, each to one program, until they are acknowledged or their lease ends.',
    on: `POST ${path}/lease`,
    access: program,
    cost: 'request',
    input: {
      json: object({
        /** How many at most; left out, 1. */
        max: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
        /** Until they come back; left out, 300. */
        seconds: Type.Optional(seconds),
        /** Seconds that an empty answer waits for an item; left out, 0. */
        wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 30 })),
      }),
    },
    answer: object({ items: Type.Array(leased) }),
  }),
  show: operation({
    summary: 'An item of the inbox.',
    on: `GET ${path}/:id`,
    access: program,
    cost: 'request',
    input: { params },
    answer: item,
  }),
  remove: operation({
    summary:
      'Deletes an item: what came through a request of the account for good, a drop from this inbox.',
    on: `DELETE ${path}/:id`,
    access: program,
    cost: 'request',
    input: { params },
    answer: 'none',
  }),
  file: operation({
    summary: 'The content of a file in the inbox.',
    on: `GET ${path}/:id/files/:file`,
    access: program,
    cost: 'transfer',
    input: { params: object({ id: text, file: text }) },
    answer: 'file',
    fails: ['precondition_failed', 'range_not_satisfiable'],
  }),
  acknowledge: operation({
    summary: 'Says that a leased item was dealt with: no lease hands it out again.',
    on: `POST ${path}/:id/ack`,
    access: program,
    cost: 'request',
    input: { params, json: object({ lease }) },
    answer: item,
  }),
  renew: operation({
    summary: 'Has a lease end so many seconds from now.',
    on: `POST ${path}/:id/renew`,
    access: program,
    cost: 'request',
    input: { params, json: object({ lease, seconds }) },
    answer: leased,
  }),
  release: operation({
    summary: 'Ends a lease, so that the item is handed out again at once.',
    on: `POST ${path}/:id/release`,
    access: program,
    cost: 'request',
    input: { params, json: object({ lease }) },
    answer: item,
  }),
  unpark: operation({
    summary: 'Has a parked item handed out again. Changes nothing of any other.',
    on: `POST ${path}/:id/unpark`,
    access: program,
    cost: 'request',
    input: { params },
    answer: item,
  }),
};
