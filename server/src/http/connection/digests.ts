import type { Hash } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ValiseError } from '../../domain/model/valise-error.ts';
import type { IncomingContent } from '../../domain/transfers/transfer-memory.ts';
import { badHeader } from './bad-request.ts';

/** The expected hash of some content, and the header that declares it. */
export interface Digest {
  header: string;
  algorithm: 'sha256' | 'sha512' | 'sha1' | 'md5';
  expected: Buffer;
}

/** The names of RFC 9530. */
const algorithms: Readonly<Record<string, Digest['algorithm']>> = {
  'sha-256': 'sha256',
  'sha-512': 'sha512',
  sha: 'sha1',
  md5: 'md5',
};
const member = /^[ \t]*([a-z*][a-z0-9_.*-]*)=:([A-Za-z0-9+/]*={0,2}):[ \t]*$/;
const md5Value = /^[A-Za-z0-9+/]{22}==$/;

/** Bodies are accepted without a content coding only, so that content and representation are the same. */
const digestHeaders = ['content-digest', 'repr-digest'] as const;

/** Reads Content-Digest, Repr-Digest and Content-MD5. Throws where one cannot be verified. */
export function readDigests(headerOf: (name: string) => string | undefined): Digest[] {
  const digests = digestHeaders.flatMap((header) => {
    const value = headerOf(header);
    return value === undefined ? [] : parseDigestFields(header, value);
  });
  const md5 = headerOf('content-md5')?.trim();
  if (md5 === undefined) return digests;
  if (!md5Value.test(md5)) throw unreadable('content-md5');
  const expected = Buffer.from(md5, 'base64');
  return [...digests, { header: 'content-md5', algorithm: 'md5', expected }];
}

/** The digests of a whole request's content. */
export function requestDigests(headers: IncomingHttpHeaders): Digest[] {
  return readDigests((name) => headers[name]?.toString());
}

/** The digests of the content of a request that is a part of a file. */
export function contentDigests({ 'content-digest': value }: IncomingHttpHeaders): Digest[] {
  return value === undefined ? [] : parseDigestFields('content-digest', value.toString());
}

function parseDigestFields(header: string, value: string): Digest[] {
  const digests = value.split(',').flatMap((field): Digest[] => {
    const [, name = '', encoded] = member.exec(field) ?? [];
    if (encoded === undefined) throw unreadable(header);
    const algorithm = algorithms[name];
    if (algorithm === undefined) return [];
    return [{ header, algorithm, expected: Buffer.from(encoded, 'base64') }];
  });
  if (digests.length > 0) return digests;
  const problem = 'names no algorithm that is known here.';
  throw badHeader(header, `The ${header} ${problem}`, problem);
}

function unreadable(header: string): ValiseError {
  return badHeader(header, `The ${header} is malformed.`, 'is malformed.');
}

/** The same content, which fails at its end where its hash is not the declared one. */
export function verifyDigests(
  content: IncomingContent,
  digests: readonly Digest[],
): IncomingContent {
  return digests.length === 0 ? content : hashing(content, digests);
}

/** Throws where a body that was read as a whole is not the declared one. */
export function verifyBody(body: Buffer, digests: readonly Digest[]): void {
  for (const digest of digests) refuseMismatch(digest, createHash(digest.algorithm).update(body));
}

async function* hashing(
  content: IncomingContent,
  digests: readonly Digest[],
): AsyncGenerator<readonly Buffer[], void, undefined> {
  const checks = digests.map((digest) => ({ digest, hash: createHash(digest.algorithm) }));
  for await (const pieces of content) {
    // Before they are passed on: their memory belongs to the consumer from then on.
    for (const { hash } of checks) for (const piece of pieces) hash.update(piece);
    yield pieces;
  }
  for (const { digest, hash } of checks) refuseMismatch(digest, hash);
}

export function refuseMismatch({ header, expected }: Digest, hash: Hash): void {
  if (hash.digest().equals(expected)) return;
  throw badHeader(
    header,
    `What arrived does not match its ${header}. Nothing of it was kept; send it again.`,
    'does not match what arrived.',
    { isDamaged: true },
  );
}
