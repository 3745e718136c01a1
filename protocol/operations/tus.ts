import type { Static } from 'typebox';
import { Type } from 'typebox';
import type { BearerAccess, LinkAccess } from '../access.ts';
import { nothing } from './fields.ts';
import type { Method } from './operation.ts';
import { operation } from './operation.ts';

/** Resumable uploads: tus 1.0 and the operation that sends them. */

/** Who uploads: through a link, or with a key. */
type Uploader = LinkAccess | BearerAccess;

/** Files of a contact, and of a draft; the secret in the path is the only credential. */
const contact = { scheme: 'link', to: 'upload', ownPage: true } as const;
const draft = { scheme: 'link', to: 'draft', ownPage: true } as const;

export const byteCount = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  problem: 'must hold a number of bytes.',
});

/** Base64 of 20 or 32 bytes. Clients disagree on padding. */
const checksum = Type.String({
  pattern: String.raw`^\s*(?:sha1 [A-Za-z0-9+/]{27}|sha256 [A-Za-z0-9+/]{43})={0,2}\s*$`,
  problem: 'must hold sha1 or sha256, a blank, and the checksum in Base64.',
});

export const uploadParams = Type.Object({ upload: Type.String() });

/** OPTIONS takes any version, so that clients learn which. */
const version = { 'tus-resumable': Type.Literal('1.0.0', { code: 'tus_version' }) };

/** The headers of a request's bytes. */
const bytes = {
  'content-length': Type.Optional(byteCount),
  'upload-checksum': Type.Optional(checksum),
  'content-digest': Type.Optional(Type.String()),
};

const append = Type.Object({
  ...version,
  'upload-offset': byteCount,
  /** Declares the size of an upload that began without one. */
  'upload-length': Type.Optional(byteCount),
  ...bytes,
});

const creation = Type.Object({
  ...version,
  /** A part of a file would be treated as a whole one. */
  'upload-concat': Type.Optional(
    Type.Never({ problem: 'is not offered here: send the file as one upload.' }),
  ),
  'upload-length': byteCount,
  'upload-metadata': Type.Optional(
    Type.String({
      maxLength: 4096,
      problem: 'is over 4096 characters.',
      code: 'headers_too_large',
    }),
  ),
  /** If the request carries bytes, these must fit those of an appendage; otherwise they are ignored. */
  'content-length': Type.Optional(Type.String()),
  'upload-checksum': Type.Optional(Type.String()),
  'content-digest': Type.Optional(Type.String()),
});

export const describe = <const Who extends Uploader, const Path extends `/${string}`>(
  access: Who,
  path: Path,
) =>
  operation({
    summary: 'Says what the server can do.',
    on: on('OPTIONS', path),
    access,
    cost: 'request',
    input: path.includes(':upload') ? { params: uploadParams } : nothing,
    answer: 'none',
  });

const create = <const Who extends LinkAccess>(access: Who, path: `/${string}`) =>
  operation({
    summary: 'Creates an upload, and takes its first bytes if the request carries them.',
    on: on('POST', path),
    access,
    cost: 'transfer',
    input: { headers: creation },
    answer: 'none',
  });

const status = <const Who extends Uploader>(access: Who, path: `/${string}`) =>
  operation({
    summary: 'Says how much of an upload has come.',
    on: on('HEAD', path),
    access,
    cost: 'request',
    input: { params: uploadParams, headers: Type.Object(version) },
    answer: 'none',
  });

/** Where it stands for a GET too, whoever sends it need not speak tus. */
export const statusOrHead = <const Who extends Uploader>(access: Who, path: `/${string}`) =>
  operation({
    summary: 'Says how much of an upload has come.',
    on: on('HEAD', path),
    access,
    cost: 'request',
    input: {
      params: uploadParams,
      headers: Type.Object({ 'tus-resumable': Type.Optional(version['tus-resumable']) }),
    },
    answer: 'none',
  });

export const appendTo = <const Who extends Uploader>(access: Who, path: `/${string}`) =>
  operation({
    summary: 'Adds bytes to an upload.',
    on: on('PATCH', path),
    access,
    cost: 'transfer',
    input: { params: uploadParams, headers: append },
    answer: 'none',
    bytes: 'tus',
    // Clients of other programs, behind proxies that let no other method pass, know the page of a contact only.
    ...('to' in access && access.to === 'upload' ? { overridable: true as const } : {}),
  });

function on<const Given extends Method>(method: Given, path: `/${string}`) {
  return `${method} ${path}` as const;
}

const contactPath = '/u/:secret/tus';
const draftPath = '/app/upload/:secret/tus';

/** The headers of a creation beside what else the operation takes; without `Tus-Resumable` none of them counts. */
export const creationIfTus = {
  'tus-resumable': Type.Optional(version['tus-resumable']),
  'upload-length': Type.Optional(Type.String()),
  /** In place of a length: it is declared with later bytes. */
  'upload-defer-length': Type.Optional(Type.String()),
  'upload-metadata': Type.Optional(Type.String()),
  'upload-checksum': Type.Optional(Type.String()),
};

export const tusOperations = {
  describe: describe(contact, contactPath),
  create: create(contact, contactPath),
  describeOne: describe(contact, `${contactPath}/:upload`),
  status: status(contact, `${contactPath}/:upload`),
  append: appendTo(contact, `${contactPath}/:upload`),
  terminate: operation({
    summary: 'Deletes an upload.',
    on: `DELETE ${contactPath}/:upload`,
    access: contact,
    cost: 'request',
    input: { params: uploadParams, headers: Type.Object(version) },
    answer: 'none',
    overridable: true,
  }),
  send: operation({
    summary: 'Sends uploads that are complete: the same result as a form with files.',
    on: 'POST /u/:secret/send',
    access: contact,
    cost: 'request',
    /** `from`: how the sender calls themselves; needed where the link has no address. */
    input: {
      json: Type.Object({
        uploads: Type.Array(Type.String(), { problem: 'must be a list of the ids of uploads.' }),
        message: Type.Optional(Type.String()),
        from: Type.Optional(Type.String()),
      }),
    },
    answer: Type.Object({ status: Type.Literal('done'), files: Type.Array(Type.String()) }),
  }),
};

export const draftTusOperations = {
  describe: describe(draft, draftPath),
  create: create(draft, draftPath),
  describeOne: describe(draft, `${draftPath}/:upload`),
  status: status(draft, `${draftPath}/:upload`),
  append: appendTo(draft, `${draftPath}/:upload`),
};

export type CreationHeaders = Static<typeof creation>;
export type AppendHeaders = Static<typeof append>;
