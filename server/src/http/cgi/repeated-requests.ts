import { createHash } from 'node:crypto';
import type { RepeatableHeaders } from '#protocol/operations/cgi.ts';
import type { IdempotencyClaim } from '../../domain/model/idempotency.ts';
import type { TokenHasher } from '../../domain/ports/hashers.ts';
import type { Exchange } from '../routing/operation.ts';
import { statusOk } from './wire.ts';

/** The claim of a request with an `Idempotency-Key`; undefined without one. */
export function claimOf(
  operation: string,
  { 'idempotency-key': key }: RepeatableHeaders,
  body: unknown,
  hasher: TokenHasher,
): IdempotencyClaim | undefined {
  if (key === undefined) return undefined;
  const requestText = JSON.stringify([operation, body]);
  const keyHash = hasher.hash('idempotency key', key);
  return {
    keyHash,
    otherKeyHash: hasher.hashes('idempotency key', key).find((hash) => !hash.equals(keyHash)),
    requestHash: createHash('sha256').update(requestText).digest(),
  };
}

/** Answers as the first time, and marks the answer to a repeated request. */
export function answerOk(exchange: Exchange, { isReplay }: { isReplay: boolean }) {
  if (isReplay) exchange.setHeader('idempotent-replayed', 'true');
  return statusOk;
}
