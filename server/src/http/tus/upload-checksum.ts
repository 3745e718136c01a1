import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { IncomingContent } from '../../domain/files/incoming-content.ts';
import type { Continuation } from '../../domain/grants/resumable-uploads.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';

/** By the protocol a server knows SHA-1 at least. It guards against broken lines, not against people. */
export const checksumAlgorithms: Readonly<Record<string, number>> = { sha1: 20, sha256: 32 };

const pattern = /^([a-z0-9]+) ([A-Za-z0-9+/]+={0,2})$/;

/** The content, held to its `Upload-Checksum` where it has one. Throws `bad_request` for a malformed one. */
export function withChecksum(
  { headers }: FastifyRequest,
  content: IncomingContent,
): Pick<Continuation, 'content' | 'verify'> {
  const header = headers['upload-checksum'];
  if (header === undefined) return { content };
  const [, algorithm = '', encoded = ''] = pattern.exec(String(header).trim()) ?? [];
  const expected = Buffer.from(encoded, 'base64');
  if (expected.length !== checksumAlgorithms[algorithm]) {
    const known = Object.keys(checksumAlgorithms).join(' or ');
    throw new ValiseError(
      'bad_request',
      `Upload-Checksum must hold ${known}, a blank, and the checksum in Base64.`,
    );
  }
  const hash = createHash(algorithm);

  async function* hashed(): AsyncGenerator<readonly Buffer[], void, undefined> {
    for await (const pieces of content) {
      for (const piece of pieces) hash.update(piece);
      yield pieces;
    }
  }
  return {
    content: hashed(),
    verify() {
      if (hash.digest().equals(expected)) return;
      throw new ValiseError(
        'checksum_mismatch',
        'What came is not what Upload-Checksum says, and was not kept. Send it again.',
      );
    },
  };
}
