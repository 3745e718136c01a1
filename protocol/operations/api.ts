import { Type } from 'typebox';
import { scopes } from '../access.ts';
import { eventKinds, eventStates } from '../event-kinds.ts';
import { count, orNull, part } from './api-fields.ts';
import { nothing } from './fields.ts';
import { operation } from './operation.ts';

/** An opaque id. Which of them an event has depends on its kind. */
const id = Type.Optional(Type.String());

/** The API for programs, with an API key. */
export const apiOperations = {
  errorPage: operation({
    summary: 'What an error means, and whether the request may be repeated.',
    on: 'GET /api/v1/errors/:code',
    access: 'public',
    cost: 'none',
    input: { params: Type.Object({ code: Type.String() }) },
    answer: 'page',
  }),
  me: operation({
    summary: 'The account and the key that make the request, what they may do, and what is left.',
    on: 'GET /api/v1/me',
    access: { scheme: 'bearer', scope: 'any' },
    cost: 'request',
    input: nothing,
    answer: Type.Object({
      account: Type.Object({
        address: Type.String(),
        display_name: Type.String(),
        role: Type.Enum(['api', 'user', 'admin']),
      }),
      key: Type.Object({
        id: Type.String(),
        /** Null for a key without a name. */
        name: orNull(Type.String()),
        /** Null for a key that is valid until it is replaced. */
        ends_at: orNull(Type.String({ format: 'date-time' })),
        /** Where it may be used from, in CIDR notation; null: anywhere. */
        networks: orNull(Type.Array(Type.String())),
      }),
      scopes: Type.Array(Type.Enum([...scopes], { open: true })),
      /** Null: no limit. */
      limits: Type.Object({
        /** For files that were uploaded and not yet sent. */
        quota_bytes: orNull(count),
        quota_used_bytes: count,
        quota_left_bytes: orNull(count),
        /** Mails with links, in any 24 hours. */
        mails_per_day: count,
        mails_left: count,
        requests_per_minute: orNull(count),
        /** In this minute, after this request. */
        requests_left: orNull(count),
      }),
    }),
  }),
  events: {
    ...operation({
      summary: 'What happened to the matters of the account, in one order: a page, or a stream.',
      on: 'GET /api/v1/events',
      access: { scheme: 'bearer', scope: 'status' },
      cost: 'request',
      input: {
        query: Type.Object({
          /** Left out: from the oldest that is kept. `now`: from the end. */
          after: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
          /** Kinds, with commas between. */
          types: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
          limit: part.limit,
          /** Seconds that an empty page waits for an event. */
          wait: Type.Optional(Type.Integer({ minimum: 0, maximum: 30 })),
        }),
        headers: Type.Object({
          accept: Type.Optional(Type.String({ lenient: true })),
          'last-event-id': Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
        }),
      },
      answer: Type.Object({
        items: Type.Array(
          Type.Object({
            id: Type.String(),
            kind: Type.Enum([...eventKinds], { open: true }),
            at: Type.String({ format: 'date-time' }),
            ...{ drop: id, request: id, receiver: id, item: id, file: id, key: id, webhook: id },
            state: Type.Optional(Type.Enum([...eventStates], { open: true })),
            /** What the caller of the API calls the drop or request, where it does. */
            reference: Type.Optional(Type.String()),
          }),
        ),
        /** Always a cursor to go on from. */
        next: Type.String(),
      }),
    }),
    streams: true,
  },
} as const;
