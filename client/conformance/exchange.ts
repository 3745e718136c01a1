import type { Agent, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

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
  /** The body, read as JSON. Its type is the caller's claim, not a check. */
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

/** No byte came for as long as the client waits. */
export class NoAnswer extends Error {}

/** How requests travel. */
export interface Line {
  /** How long the other side may be silent. */
  patienceMs: number;
  /** How long a request may take in all, and how many bytes its answer may have; left out, any. */
  longestMs?: number;
  mostBytes?: number;
  /** Keeps connections between requests; without one, each request has a connection of its own. */
  agent?: Agent | false;
}

/** One request. Rejects with `CutAnswer` when the answer broke off. */
export async function exchange(origin: string, request: Request, line: Line): Promise<Answer> {
  const { protocol, hostname, port } = new URL(origin);
  const { method = 'GET', path, body, signal } = request;
  // Node frames the body of a GET or DELETE only when told to.
  const framed = typeof body === 'string' || Buffer.isBuffer(body);
  const headers = {
    ...(framed ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
    ...request.headers,
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const { patienceMs, longestMs, agent = false } = line;
  // An import of the module asks for all that it exports, and with that loads the whole of `fetch`.
  const http = process.getBuiltinModule(protocol === 'https:' ? 'node:https' : 'node:http');
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const outgoing = http.request({ protocol, hostname: host, port, method, path, agent, headers });
  const hangUp = (): void => {
    outgoing.destroy(new Error('The client hung up'));
  };
  signal?.addEventListener('abort', hangUp, { once: true });
  outgoing.setTimeout(patienceMs, () => {
    outgoing.destroy(new NoAnswer(`${method} ${path}: no answer after ${patienceMs} ms`));
  });
  outgoing.once('response', resolve);
  outgoing.on('error', reject);
  if (body === undefined || framed) outgoing.end(body);
  else Readable.from(body, { objectMode: false }).on('error', hangUp).pipe(outgoing);
  const deadline =
    longestMs === undefined
      ? undefined
      : setTimeout(() => {
          outgoing.destroy(
            new NoAnswer(`${method} ${path}: no whole answer after ${longestMs} ms`),
          );
        }, longestMs);
  try {
    return await readAnswer(await promise, line.mostBytes ?? Infinity);
  } catch (error) {
    // The server had closed a connection that was kept: nothing of the request was read.
    const isStale = outgoing.reusedSocket && isReset(error) && (body === undefined || framed);
    if (isStale && !(error instanceof CutAnswer)) {
      return await exchange(origin, request, { ...line, agent: false });
    }
    throw error;
  } finally {
    clearTimeout(deadline);
  }
}

function isReset(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNRESET';
}

async function readAnswer(incoming: IncomingMessage, mostBytes: number): Promise<Answer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of incoming as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > mostBytes) throw new Error(`The answer has more than ${mostBytes} bytes`);
      pieces.push(piece);
    }
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
