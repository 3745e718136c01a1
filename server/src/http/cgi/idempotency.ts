import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdempotencyClaim } from '../../domain/model/idempotency.ts';
import type { SecretHasher } from '../../domain/ports/secret-hasher.ts';
import { ValiseError } from '../../domain/model/valise-error.ts';
import { statusOk } from './wire.ts';

const maxKeyLength = 255;

/** What a request with an `Idempotency-Key` claims to be; undefined without one. */
export function claimOf(
  request: FastifyRequest,
  operation: string,
  hasher: SecretHasher,
): IdempotencyClaim | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key === '' || key.length > maxKeyLength) {
    throw new ValiseError(
      'bad_request',
      `The Idempotency-Key must be one text of at most ${maxKeyLength} characters.`,
    );
  }
  const requestText = JSON.stringify([operation, request.body]);
  return {
    keyHash: hasher.hash(key),
    requestHash: createHash('sha256').update(requestText).digest(),
  };
}

/** Answers as the first time, and marks an answer to a request that was carried out before. */
export function answerOk(reply: FastifyReply, { isReplay }: { isReplay: boolean }) {
  if (isReplay) reply.header('idempotent-replayed', 'true');
  return statusOk;
}
