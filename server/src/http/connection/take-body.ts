import type { Hash } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

import type { FastifyInstance } from 'fastify';
import { ValiseError } from '../../domain/model/valise-error.ts';
import type {
  IncomingContent,
  Lease,
  TransferMemory,
} from '../../domain/transfers/transfer-memory.ts';
import { releaseMemory } from '../../domain/transfers/transfer-memory.ts';
import { isWaitingToSend } from './preconditions.ts';

/** The most pieces of shared memory in which a body that comes faster than it is used may wait. */
const maxLeases = 8;
const leaseBytes = 128 * 1024;
/** What every body may have waiting. */
const leastBytes = 64 * 1024;
/** Copying a piece of this size costs less than passing it on alone. */
const smallPieceBytes = 4 * 1024;
/**
 * Small pieces are joined before there are more of them, so that they take no more memory than large ones.
 */
const maxRunPieces = 1024;

export interface TakenBody {
  /** The body, to the last byte that arrived; throws after it when the connection broke. */
  readonly content: IncomingContent;
  /** Leaves the rest on the connection. */
  release(): void;
}

/**
 * Pieces of a body that wait for their reader. Consecutive small ones are joined, so that a reader works on
 * bytes and not on pieces. Large ones are not copied.
 */
export class JoinedPieces {
  #pieces: Buffer[] = [];
  /** The last small pieces. */
  #run: Buffer[] = [];
  #byteLength = 0;

  get byteLength(): number {
    return this.#byteLength;
  }

  add(piece: Buffer): void {
    this.#byteLength += piece.length;
    const isSmall = piece.length < smallPieceBytes;
    if (!isSmall || this.#run.length === maxRunPieces) this.#joinRun();
    (isSmall ? this.#run : this.#pieces).push(piece);
  }

  /** All waiting pieces, in order. */
  takeAll(): readonly Buffer[] {
    this.#joinRun();
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#byteLength = 0;
    return pieces;
  }

  #joinRun(): void {
    const [first, second] = this.#run;
    if (first === undefined) return;
    this.#pieces.push(second === undefined ? first : Buffer.concat(this.#run));
    this.#run = [];
  }
}

/**
 * Iterates over the results of a function. A generator inside another function would do, but V8 creates a
 * new shape each time, which is slow.
 */
class Pulled<Piece> implements AsyncIterableIterator<Piece, undefined> {
  readonly next: () => Promise<IteratorResult<Piece, undefined>>;

  constructor(next: () => Promise<IteratorResult<Piece, undefined>>) {
    this.next = next;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/**
 * Reads a body by events. The stream's own iterator discards its buffer when the connection breaks; here
 * that counts, since the sender resumes from there.
 */
export function takeBody(
  request: IncomingMessage,
  { waiting: memory }: Pick<TransferMemory, 'waiting'>,
): TakenBody {
  const waiting = new JoinedPieces();
  let leases: Lease[] = [];
  let hasEnded = request.readableEnded;
  let hasClosed = request.destroyed;
  let isReleased = false;
  let wake: (() => void) | undefined;
  let turn: NodeJS.Immediate | undefined;

  /** Whether the waiting bytes fill their memory. */
  function isFull(): boolean {
    if (waiting.byteLength < leastBytes + leases.length * leaseBytes) return false;
    const lease = leases.length < maxLeases ? memory.take(leaseBytes) : undefined;
    if (lease === undefined) return true;
    leases.push(lease);
    return false;
  }
  function releaseLeases(): void {
    for (const lease of leases) lease.release();
    leases = [];
  }
  function take(piece: Buffer): void {
    waiting.add(piece);
    if (isFull()) request.pause();
    wakeAfterTurn();
  }
  /** Node would run the reader's promises after each piece: they run once for all pieces of a turn. */
  function wakeAfterTurn(): void {
    turn ??= setImmediate(() => {
      turn = undefined;
      wake?.();
    });
  }
  function end(): void {
    hasEnded = true;
    wake?.();
  }
  function close(): void {
    hasClosed = true;
    wake?.();
  }
  request.on('data', take).on('end', end).on('error', close).on('close', close);

  async function next(): Promise<IteratorResult<readonly Buffer[], undefined>> {
    while (waiting.byteLength === 0) {
      request.resume();
      if (hasEnded) return { done: true, value: undefined };
      if (hasClosed) throw new ValiseError('bad_request', 'The request broke off.');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const pieces = waiting.takeAll();
    // A body without a lease continues to read when this has been used.
    if (leases.length > 0) request.resume();
    releaseLeases();
    return { done: false, value: pieces };
  }

  return {
    content: new Pulled(next),
    release() {
      if (isReleased) return;
      isReleased = true;
      releaseLeases();
      waiting.takeAll().forEach(releaseMemory);
      clearImmediate(turn);
      request.off('data', take).off('end', end).off('close', close);
    },
  };
}

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

function parseDigestFields(header: string, value: string): Digest[] {
  const digests = value.split(',').flatMap((field): Digest[] => {
    const [, name = '', encoded] = member.exec(field) ?? [];
    if (encoded === undefined) throw unreadable(header);
    const algorithm = algorithms[name];
    if (algorithm === undefined) return [];
    return [{ header, algorithm, expected: Buffer.from(encoded, 'base64') }];
  });
  if (digests.length > 0) return digests;
  throw new ValiseError('bad_request', `The ${header} names no algorithm that is known here.`);
}

function unreadable(header: string): ValiseError {
  return new ValiseError('bad_request', `The ${header} is malformed.`);
}

/** The same content, which fails at its end where its hash is not the declared one. */
export function verifyDigests(
  content: IncomingContent,
  digests: readonly Digest[],
): IncomingContent {
  return digests.length === 0 ? content : hashing(content, digests);
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

function refuseMismatch({ header, expected }: Digest, hash: Hash): void {
  if (hash.digest().equals(expected)) return;
  throw new ValiseError(
    'bad_request',
    `What arrived does not match its ${header}. Nothing of it was kept; send it again.`,
  );
}

const maxBytes = 256 * 1024 * 1024;
const maxMs = 30_000;

/**
 * Reads and discards the rest of a refused request; undefined when nothing is left. The answer must not end
 * before the promise does: the operating system resets a connection that is closed while its client is
 * sending, and the client never sees the answer. A client that keeps sending is cut off all the same.
 */
export function discardBody(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  if (request.complete || request.readableEnded || request.destroyed) return undefined;
  if (isWaitingToSend(request)) {
    // Its body will never come, so that no other request can follow on this connection.
    response.shouldKeepAlive = false;
    return undefined;
  }
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let bytes = 0;
  const giveUp = setTimeout(() => request.socket.destroy(), maxMs);
  giveUp.unref();
  function end(): void {
    clearTimeout(giveUp);
    resolve(undefined);
  }
  request.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > maxBytes) request.socket.destroy();
  });
  // A client that disconnects on a refusal is no fault.
  request.on('error', end).on('end', end).on('close', end);
  request.resume();
  return promise;
}

/** Leaves bodies that are not JSON on the connection: a handler reads them as a stream. */
export function leaveOtherBodies(app: FastifyInstance): void {
  app.addContentTypeParser('*', (_request, _body, done) => {
    done(null);
  });
}
