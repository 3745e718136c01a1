import { Type } from 'typebox';
import type { LinkAccess } from '../access.ts';
import { operation } from './operation.ts';

/** Small pictures of files: browsers of senders make them, and pages show them. To look at one is no download. */

const picture = Type.Object({
  'content-length': Type.Integer({
    minimum: 1,
    maximum: 30_000,
    problem: 'must say how many bytes the picture has: at most 30,000.',
  }),
});

/** The secret of the path is the only credential, as for the upload itself. */
const keep = <const To extends 'upload' | 'draft'>(to: To, path: `/${string}`) =>
  operation({
    summary:
      'Keeps the picture of an upload that is whole: PNG, JPEG or WebP of at most 320 pixels.',
    on: `PUT ${path}/pictures/:upload`,
    access: { scheme: 'link', to, ownPage: true } satisfies LinkAccess,
    cost: 'request',
    input: { params: Type.Object({ upload: Type.String() }), headers: picture },
    answer: 'none',
    bytes: 'any',
  });

const person = { scheme: 'session' } as const;

export const pictureOperations = {
  keepForContact: keep('upload', '/u/:secret'),
  keepForDraft: keep('draft', '/app/upload/:secret'),
  ofDelivery: operation({
    summary: 'The picture of a file, for the page of a receiver.',
    on: 'GET /d/:secret/pictures/:fileId',
    access: { scheme: 'link', to: 'download' },
    cost: 'request',
    input: { params: Type.Object({ fileId: Type.String() }) },
    answer: 'file',
  }),
  ofItem: operation({
    summary: 'The picture of a file of an item in the inbox.',
    on: 'GET /app/inbox/:token/pictures/:fileId',
    access: person,
    cost: 'request',
    input: { params: Type.Object({ token: Type.String(), fileId: Type.String() }) },
    answer: 'file',
  }),
  ofDrop: operation({
    summary: 'The picture of a file that the person sent.',
    on: 'GET /app/sent/:id/pictures/:fileId',
    access: person,
    cost: 'request',
    input: { params: Type.Object({ id: Type.String(), fileId: Type.String() }) },
    answer: 'file',
  }),
};
