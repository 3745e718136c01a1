import type { Static } from 'typebox';
import { Type } from 'typebox';
import { linkParams } from './pages.ts';

/** The shapes of resumable uploads, by operation: tus 1.0 and the operation that sends its uploads. */

/** A number of bytes that JavaScript can count: at most 2^53 - 1, with up to 16 digits. */
const byteCount = Type.String({ pattern: digitsUpTo(String(Number.MAX_SAFE_INTEGER)) });

/** Base64 of 20 or 32 bytes. Clients disagree on padding. */
const checksum = Type.String({
  pattern: String.raw`^\s*(?:sha1 [A-Za-z0-9+/]{27}|sha256 [A-Za-z0-9+/]{43})={0,2}\s*$`,
});

const uploadParams = Type.Object({ ...linkParams.properties, upload: Type.String() });

const version = { 'tus-resumable': Type.Literal('1.0.0') };

/** The headers of a request's bytes. */
const bytes = {
  'content-length': Type.Optional(byteCount),
  'upload-checksum': Type.Optional(checksum),
};

const append = Type.Object({ ...version, 'upload-offset': byteCount, ...bytes });

const creation = Type.Object({
  ...version,
  'upload-length': byteCount,
  'upload-metadata': Type.Optional(Type.String({ maxLength: 4096 })),
  /** If the request carries bytes, these must fit `bytes`; otherwise they are ignored. */
  'content-length': Type.Optional(Type.String()),
  'upload-checksum': Type.Optional(Type.String()),
  /** A part of a file would be treated as a whole one. */
  'upload-concat': Type.Optional(Type.Never()),
});

const sending = Type.Object({
  uploads: Type.Array(Type.String()),
  message: Type.Optional(Type.String()),
  /** How the sender calls themselves; needed where the link has no address. */
  from: Type.Optional(Type.String()),
});

export const tusOperations = {
  tus_describe: { params: linkParams },
  tus_create: { params: linkParams, headers: creation },
  /** Where a creation carries bytes. */
  tus_create_with_bytes: { headers: Type.Object(bytes) },
  tus_describe_upload: { params: uploadParams },
  tus_status: { params: uploadParams, headers: Type.Object(version) },
  tus_append: { params: uploadParams, headers: append },
  tus_terminate: { params: uploadParams, headers: Type.Object(version) },
  send_uploads: { params: linkParams, body: sending },
};

export type UploadParams = Static<typeof uploadParams>;
export type CreationHeaders = Static<typeof creation>;
export type AppendHeaders = Static<typeof append>;
export type Sending = Static<typeof sending>;

/** A pattern for digits up to the number `limit`; leading zeros count as digits. */
function digitsUpTo(limit: string): string {
  const smaller = Array.from(limit, Number).flatMap((digit, at) => {
    const rest = String.raw`\d{${limit.length - at - 1}}`;
    return digit === 0 ? [] : [`${limit.slice(0, at)}[0-${digit - 1}]${rest}`];
  });
  return `^(?:${[String.raw`\d{1,${limit.length - 1}}`, ...smaller, limit].join('|')})$`;
}
