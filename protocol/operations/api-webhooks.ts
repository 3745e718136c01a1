import { Type } from 'typebox';
import { eventKinds } from '../event-kinds.ts';
import {
  count,
  listOf,
  object,
  orNull,
  part,
  text,
  textOrNull,
  time,
  timeOrNull,
} from './api-fields.ts';
import { operation } from './operation.ts';

const program = { scheme: 'bearer', scope: 'webhooks' } as const;
const path = '/api/v1/webhooks';
const params = object({ id: text });

const about = {
  id: text,
  name: textOrNull,
  url: text,
  /** Null: all. */
  types: orNull(Type.Array(Type.Enum([...eventKinds]))),
  details: Type.Boolean(),
  signature: Type.Enum(['hmac', 'ed25519']),
  /** `parked`: nothing is sent until it is resumed. `ended`: the receiver answered 410. */
  state: Type.Enum(['live', 'parked', 'ended']),
  created_at: time,
  /** Events up to this cursor were delivered, or wait for another attempt. */
  cursor: text,
  /** Events behind the cursor, of any kind, counted up to 1000. */
  behind: count,
  /** Events that wait for another attempt, or behind one of the same drop, counted up to 1000. */
  waiting: count,
  /** Nothing is sent before. */
  paused_until: timeOrNull,
  last_success_at: timeOrNull,
  last_failure_at: timeOrNull,
  /** Of the last failure. */
  last_error: textOrNull,
  /** Until then messages have a second signature, with the secret before. */
  old_secret_until: timeOrNull,
};

const webhook = object(about);

const shown = {
  /** Of `hmac`: what verifies messages. Shown in this answer only. */
  secret: textOrNull,
  /** Of `ed25519`: what verifies messages. Shown in this answer only. */
  public_key: textOrNull,
};

const webhookWithSecret = object({ ...about, ...shown });

const attempt = object({
  at: time,
  /** `webhook-id` of the message. */
  event: text,
  type: text,
  delivered: Type.Boolean(),
  /** Of the answer; null where there was none. */
  status: orNull(count),
  /** How long it took, in milliseconds. */
  ms: count,
  /** Null where it was delivered. */
  error: textOrNull,
});

/** What an account has its events sent to. */
export const apiWebhookOperations = {
  list: operation({
    summary: 'Lists webhooks, the oldest first.',
    on: `GET ${path}`,
    access: program,
    cost: 'request',
    input: { query: object(part) },
    answer: listOf(webhook),
  }),
  create: operation({
    summary:
      'Has the events of the account sent to an address, from now on. The secret is shown in this answer only.',
    on: `POST ${path}`,
    access: program,
    cost: 'request',
    input: {
      json: object({
        url: Type.String({ minLength: 1, maxLength: 2000 }),
        /** Left out: all. */
        types: Type.Optional(
          Type.Array(Type.Enum([...eventKinds]), {
            minItems: 1,
            maxItems: eventKinds.length,
            problem: 'must be an array of kinds of events.',
          }),
        ),
        /** Whether messages contain names, addresses and the message. Left out: no. */
        details: Type.Optional(Type.Boolean()),
        signature: Type.Optional(Type.Enum(['hmac', 'ed25519'])),
        name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      }),
    },
    status: 201,
    answer: webhookWithSecret,
  }),
  show: operation({
    summary: 'A webhook, and how far it is.',
    on: `GET ${path}/:id`,
    access: program,
    cost: 'request',
    input: { params },
    answer: webhook,
  }),
  remove: operation({
    summary: 'Ends a webhook.',
    on: `DELETE ${path}/:id`,
    access: program,
    cost: 'request',
    input: { params },
    answer: 'none',
  }),
  rotate: operation({
    summary: 'Makes a new secret, shown in this answer only. The old one signs too, for 24 hours.',
    on: `POST ${path}/:id/rotate`,
    access: program,
    cost: 'request',
    input: { params },
    answer: webhookWithSecret,
  }),
  test: operation({
    summary: 'Sends a message of the type webhook.test at once, and tells what became of it.',
    on: `POST ${path}/:id/test`,
    access: program,
    cost: 'request',
    input: { params },
    answer: attempt,
  }),
  replay: operation({
    summary: 'Sends the events behind a cursor of the feed again.',
    on: `POST ${path}/:id/replay`,
    access: program,
    cost: 'request',
    input: { params, json: object({ after: Type.String({ minLength: 1, maxLength: 100 }) }) },
    answer: webhook,
  }),
  resume: operation({
    summary: 'Lets a parked webhook go on where it was.',
    on: `POST ${path}/:id/resume`,
    access: program,
    cost: 'request',
    input: { params },
    answer: webhook,
  }),
  attempts: operation({
    summary: 'The attempts of the last 7 days to send a message, at most 1000, the newest first.',
    on: `GET ${path}/:id/attempts`,
    access: program,
    cost: 'request',
    input: { params, query: object(part) },
    answer: listOf(attempt),
  }),
};
