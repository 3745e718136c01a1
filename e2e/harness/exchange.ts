import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { request as httpRequest } from './node-http.ts';

export interface Request {
  method?: string;
  /** Sent as it is: nothing is escaped, collapsed or resolved. */
  path: string;
  headers?: Record<string, string | string[]>;
  /** A stream is sent chunked, as it comes. */
  body?: string | Buffer | AsyncIterable<Buffer>;
  /** Hangs up when it fires. */
  signal?: AbortSignal;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Names and values in turn, as they came. */
  rawHeaders: string[];
  body: Buffer;
  text(): string;
  /** The body, read as JSON. Its type is the test's claim, not a check. */
  json<Body>(): Body;
}

/** The connection ended before the answer did. Holds what had come until then. */
export class CutAnswer extends Error {
  readonly partial: Answer;

  constructor(partial: Answer, cause: unknown) {
    super('The connection was cut before the answer was whole', { cause });
    this.name = 'CutAnswer';
    this.partial = partial;
  }
}

const timeoutMs = 30_000;

/** One request on a connection of its own. Rejects with `CutAnswer` when the answer broke off. */
export async function exchange(origin: string, request: Request): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const { method = 'GET', path, body, signal } = request;
  // Node frames the body of a GET or DELETE only when told to.
  const framed = typeof body === 'string' || Buffer.isBuffer(body);
  const headers = {
    ...(framed ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
    ...request.headers,
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = httpRequest({ hostname, port, method, path, agent: false, headers });
  const hangUp = (): void => {
    outgoing.destroy(new Error('The client hung up'));
  };
  signal?.addEventListener('abort', hangUp, { once: true });
  outgoing.setTimeout(timeoutMs, () => {
    outgoing.destroy(new Error(`${method} ${path}: no answer after ${timeoutMs} ms`));
  });
  outgoing.once('response', resolve);
  outgoing.on('error', reject);
  if (body === undefined || framed) outgoing.end(body);
  else Readable.from(body, { objectMode: false }).on('error', hangUp).pipe(outgoing);
  return await readAnswer(await promise);
}

async function readAnswer(incoming: IncomingMessage): Promise<Answer> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of incoming) pieces.push(piece as Buffer);
  } catch (error) {
    throw new CutAnswer(toAnswer(incoming, Buffer.concat(pieces)), error);
  }
  return toAnswer(incoming, Buffer.concat(pieces));
}

function toAnswer(incoming: IncomingMessage, body: Buffer): Answer {
  const text = (): string => body.toString('utf8');
  return {
    status: incoming.statusCode ?? 0,
    headers: incoming.headers,
    rawHeaders: incoming.rawHeaders,
    body,
    text,
    json: <Body>() => JSON.parse(text()) as Body,
  };
}
