import type { Hash } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

import { ValiseError } from '../../domain/model/valise-error.ts';
import type {
  IncomingContent,
  Lease,
  TransferMemory,
} from '../../domain/transfers/transfer-memory.ts';
import { releaseMemory } from '../../domain/transfers/transfer-memory.ts';
import { isWaitingToSend } from './preconditions.ts';

/** A body that comes faster than it is used may wait in so many pieces of the shared memory. */
const maxLeases = 8;
const leaseBytes = 128 * 1024;
/** What every body may have waiting. */
const leastBytes = 64 * 1024;
/** Copying a piece of this size costs less than handing it on alone. */
const smallPieceBytes = 4 * 1024;
/** Small pieces are joined before there are more of them, so that they hold no more memory than large ones. */
const maxRunPieces = 1024;

export interface TakenBody {
  /** What comes, to the last byte that came; throws after it when the line broke. */
  readonly content: IncomingContent;
  /** Leaves what was not taken on the line. */
  release(): void;
}

/**
 * Pieces of a body that wait for their reader. Small ones that follow each other become one, so that
 * whoever reads a body works on its bytes and not on its pieces. Large ones are not copied.
 */
export class JoinedPieces {
  #pieces: Buffer[] = [];
  /** Small pieces that came last. */
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

  /** All that waits, in its order. */
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
 * What comes with each call of a function. A generator inside of another function would do, but is a
 * new kind of thing each time, and thus slow to make and to read.
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
 * Takes a body off the line as it comes. The stream's own iterator forgets what it holds when the
 * line breaks; here that is what counts, since the sender will go on from there.
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

  /** Whether the waiting bytes fill the memory that is there for them. */
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
    if (piece.length < smallPieceBytes) wakeAfterTurn();
    else wake?.();
  }
  /** Node lets promises run after each piece. Small ones wait for those of their turn. */
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
    // Who has no memory to read ahead reads on when this has been used.
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

/** What some content must hash to, and the header that says so. */
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

/** Bodies are taken without a content coding only, so that content and representation are the same. */
const digestHeaders = ['content-digest', 'repr-digest'] as const;

/** Reads Content-Digest, Repr-Digest and Content-MD5. Throws where one cannot be checked. */
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

/** The same content, which fails at its end where it does not hash to what was said. */
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
    // Before they are handed on: their memory is another's from then on.
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
 * Reads and forgets what is left of a refused request; undefined when nothing is left. The answer
 * must not end before the promise does: a connection that is closed while its client is busy sending
 * gets reset by the operating system, and the client never sees the answer. One that sends on and
 * on is cut off all the same.
 */
export function discardBody(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | undefined {
  if (request.complete || request.readableEnded || request.destroyed) return undefined;
  if (isWaitingToSend(request)) {
    // Its body will never come, so nothing else can follow on this connection.
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
  // A client that hangs up on a refusal is no fault of anybody.
  request.on('error', end).on('end', end).on('close', end);
  request.resume();
  return promise;
}
