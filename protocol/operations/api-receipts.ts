import { Type } from 'typebox';
import { object, text, timeOrNull } from './api-fields.ts';
import { nothing } from './fields.ts';
import { operation } from './operation.ts';

const reader = { scheme: 'bearer', scope: 'status' } as const;

/** DSSE: what is signed, in base64, and signatures of it. */
const envelope = object({
  payloadType: text,
  payload: text,
  signatures: Type.Array(object({ keyid: text, sig: text })),
});

const input = {
  params: object({ id: text }),
  /** The `next` of the part before. */
  query: object({ after: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })) }),
};

/** Signed statements about what was sent, and the keys to verify them with. */
export const apiReceiptOperations = {
  receipt: operation({
    summary: 'Who has which file of a drop, signed.',
    on: 'GET /api/v1/drops/:id/receipt',
    access: reader,
    cost: 'request',
    input,
    answer: envelope,
  }),
  deletion: operation({
    summary: 'That the files of a drop were deleted, signed. 409 while it lives.',
    on: 'GET /api/v1/drops/:id/deletion',
    access: reader,
    cost: 'request',
    input,
    answer: envelope,
  }),
  keys: operation({
    summary: 'The public keys that receipts are verified with.',
    on: 'GET /.well-known/valise-receipts',
    access: 'public',
    cost: 'none',
    input: nothing,
    answer: object({
      keys: Type.Array(
        object({
          /** SHA-256 of the key as SubjectPublicKeyInfo in DER. */
          keyid: text,
          algorithm: Type.Literal('Ed25519'),
          /** SubjectPublicKeyInfo in PEM. */
          public_key: text,
          /** Null: from the beginning. */
          from: timeOrNull,
          /** Null: it still signs. */
          until: timeOrNull,
        }),
      ),
    }),
  }),
};
