import { Type } from 'typebox';
import { count, givenTime, listOf, object, part, text, textOrNull, time } from './api-fields.ts';
import { operation } from './operation.ts';

const program = { scheme: 'bearer', scope: 'any' } as const;
const path = '/api/v1/sandbox';
const params = object({ id: text });

/** `cut`: the request is carried out, and not answered. */
const status = Type.Union([Type.Literal(503), Type.Literal(429), Type.Literal('cut')]);

const mail = object({
  id: text,
  /** An address, or for an SMS a number. */
  to: Type.Array(text),
  channel: Type.Enum(['mail', 'sms']),
  /** The words of docs/mails.md. */
  kind: text,
  state: text,
  created_at: time,
  /** Null while the mail waits, and for an SMS. */
  subject: textOrNull,
  /** Null while it waits, and where it was not captured. */
  text: textOrNull,
  links: Type.Array(text),
  codes: Type.Array(text),
});

const clock = object({
  now: time,
  /** How far it is ahead of the clock of the machine. */
  ahead_seconds: count,
});

const plannedFault = object({
  status,
  /** How many requests are still to meet it. */
  count,
  /** Null: requests of any path. */
  path: textOrNull,
});

/** What only a sandbox can do: tests of a program see mails, let time pass, and play receivers. */
export const apiSandboxOperations = {
  listMails: operation({
    summary: 'In a sandbox only: the mails and SMS about the matters of the account, newest first.',
    on: `GET ${path}/mails`,
    access: program,
    cost: 'request',
    input: { query: object(part) },
    answer: listOf(mail),
  }),
  showMail: operation({
    summary: 'In a sandbox only: a mail or SMS.',
    on: `GET ${path}/mails/:id`,
    access: program,
    cost: 'request',
    input: { params },
    answer: mail,
  }),
  clock: operation({
    summary: 'In a sandbox only: what time it is.',
    on: `GET ${path}/clock`,
    access: program,
    cost: 'request',
    input: {},
    answer: clock,
  }),
  moveClock: operation({
    summary: 'In a sandbox only: lets time pass, for all accounts. It never goes back.',
    on: `POST ${path}/clock`,
    access: program,
    cost: 'request',
    input: {
      json: object({
        /** This or `now`. */
        advance_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 315_360_000 })),
        now: Type.Optional(givenTime),
      }),
    },
    answer: clock,
  }),
  fetchAsReceiver: operation({
    summary:
      'In a sandbox only: a receiver of a drop opens the page and downloads every file. A code is not asked for.',
    on: `POST ${path}/receivers/:id/fetch`,
    access: program,
    cost: 'request',
    input: { params },
    fails: ['dispatch_ended', 'download_limit'],
    answer: object({ files: count, bytes: count }),
  }),
  listFaults: operation({
    summary: 'In a sandbox only: the faults that the next requests of the account meet.',
    on: `GET ${path}/faults`,
    access: program,
    cost: 'request',
    input: {},
    answer: object({ items: Type.Array(plannedFault) }),
  }),
  planFault: operation({
    summary:
      'In a sandbox only: answers the next requests of the account with 503 or 429, or cuts the line before the answer.',
    on: `POST ${path}/faults`,
    access: program,
    cost: 'request',
    input: {
      json: object({
        status,
        /** Left out: one. */
        count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
        /** Only requests whose path begins so. Left out: all but those of the sandbox itself. */
        path: Type.Optional(
          Type.String({ pattern: '^/[\\x21-\\x7e]{0,1000}$', problem: 'must be a path.' }),
        ),
      }),
    },
    fails: ['state_conflict'],
    answer: plannedFault,
  }),
  clearFaults: operation({
    summary: 'In a sandbox only: plans no faults any more.',
    on: `DELETE ${path}/faults`,
    access: program,
    cost: 'request',
    input: {},
    answer: 'none',
  }),
};
