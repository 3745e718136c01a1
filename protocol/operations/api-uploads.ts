import { Type } from 'typebox';
import { listOf, object, orNull, part, textOrNull, time } from './api-fields.ts';
import { operation } from './operation.ts';
import { appendTo, byteCount, creationIfTus, describe, statusOrHead, uploadParams } from './tus.ts';

/** Files that a program uploads first, and sends later: API v1. */

const program = { scheme: 'bearer', scope: 'send' } as const;
const path = '/api/v1/uploads';

const upload = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** The name, with the folder before it where the file is in one. */
  path: Type.String(),
  type: Type.String(),
  /** Null until it is declared, where the upload began without. */
  size: orNull(byteCount),
  /** How many bytes have arrived. */
  received: byteCount,
  state: Type.Enum(['open', 'complete']),
  /** In hex; null until the upload is complete and read. */
  sha256: textOrNull,
  created_at: time,
  /** When it is deleted, unless it is sent or continued before. */
  expires_at: time,
});

export const apiUploadOperations = {
  describe: describe(program, path),
  create: operation({
    summary:
      'Creates an upload: of the whole body, under the name or the path in the query; or by tus, where the request has Tus-Resumable.',
    on: `POST ${path}`,
    access: program,
    cost: 'transfer',
    input: {
      query: Type.Object({
        name: Type.Optional(Type.String()),
        /** In place of the name: folders and a name, with `/` between them. */
        path: Type.Optional(Type.String()),
      }),
      headers: Type.Object({
        ...creationIfTus,
        'content-type': Type.Optional(Type.String()),
        'content-length': Type.Optional(byteCount),
        'content-digest': Type.Optional(Type.String()),
        'repr-digest': Type.Optional(Type.String()),
      }),
    },
    status: 201,
    answer: upload,
    bytes: 'any',
  }),
  list: operation({
    summary: 'The uploads that are not sent yet, the oldest first.',
    on: `GET ${path}`,
    access: program,
    cost: 'request',
    input: {
      query: object(part),
    },
    answer: listOf(upload),
  }),
  describeOne: describe(program, `${path}/:upload`),
  status: statusOrHead(program, `${path}/:upload`),
  append: appendTo(program, `${path}/:upload`),
  get: operation({
    summary: 'An upload that is not sent yet.',
    on: `GET ${path}/:upload`,
    access: program,
    cost: 'request',
    input: { params: uploadParams },
    answer: upload,
  }),
  remove: operation({
    summary: 'Deletes an upload.',
    on: `DELETE ${path}/:upload`,
    access: program,
    cost: 'request',
    input: { params: uploadParams },
    answer: 'none',
  }),
};
