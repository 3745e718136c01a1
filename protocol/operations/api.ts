import { Type } from 'typebox';
import { scopes } from '../access.ts';
import { nothing } from './fields.ts';
import { operation } from './operation.ts';

const count = Type.Integer({ minimum: 0 });
const orNull = <Schema extends typeof count | ReturnType<typeof Type.String>>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** The API for programs, with a bearer key. */
export const apiOperations = {
  me: operation({
    summary: 'The account and the key that make the request, and their limits.',
    on: 'GET /api/v1/me',
    access: { scheme: 'bearer', scope: 'account' },
    cost: 'request',
    input: nothing,
    answer: Type.Object({
      account: Type.Object({
        address: Type.String(),
        display_name: Type.String(),
        role: Type.Enum(['api', 'user', 'admin']),
      }),
      key: Type.Object({
        /** Null for a key without a name. */
        name: orNull(Type.String()),
        /** Null for a key that is valid until it is replaced. */
        ends_at: orNull(Type.String({ format: 'date-time' })),
      }),
      scopes: Type.Array(Type.Enum([...scopes])),
      /** Null: no limit. */
      limits: Type.Object({
        quota_bytes: orNull(count),
        mails_per_day: orNull(count),
        requests_per_minute: orNull(count),
      }),
    }),
  }),
};
