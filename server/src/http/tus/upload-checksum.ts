import { createHash } from 'node:crypto';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type { IncomingContent } from '../../domain/transfers/transfer-memory.ts';
import type { Digest } from '../connection/digests.ts';
import { refuseMismatch } from '../connection/digests.ts';
import type { Continuation } from '../../domain/uploads/append-to-upload.ts';

/** The protocol demands SHA-1 at least. It protects against broken connections, not against attackers. */
export const checksumAlgorithms = ['sha1', 'sha256'];

/** The content, verified against its `Upload-Checksum` and `Content-Digest` where it has them. */
export function withChecksum(
  checksum: string | undefined,
  digests: readonly Digest[],
  content: IncomingContent,
): Pick<Continuation, 'content' | 'verify'> {
  return checksum === undefined && digests.length === 0
    ? { content }
    : verified(checksum, digests, content);
}

function verified(
  checksum: string | undefined,
  digests: readonly Digest[],
  content: IncomingContent,
): Required<Pick<Continuation, 'content' | 'verify'>> {
  const checks = digests.map((digest) => {
    const hash = createHash(digest.algorithm);
    return {
      hash,
      verify() {
        refuseMismatch(digest, hash);
      },
    };
  });
  if (checksum !== undefined) checks.push(checkOf(checksum));

  async function* hashed(): AsyncGenerator<readonly Buffer[], void, undefined> {
    for await (const pieces of content) {
      for (const { hash } of checks) for (const piece of pieces) hash.update(piece);
      yield pieces;
    }
  }
  return {
    content: hashed(),
    verify() {
      for (const check of checks) check.verify();
    },
  };
}

function checkOf(checksum: string) {
  const [algorithm = '', encoded = ''] = checksum.trim().split(' ');
  const expected = Buffer.from(encoded, 'base64');
  const hash = createHash(algorithm);
  return {
    hash,
    verify() {
      if (hash.digest().equals(expected)) return;
      throw new ValiseError(
        'checksum_mismatch',
        'What came is not what Upload-Checksum says, and was not kept. Send it again.',
      );
    },
  };
}
