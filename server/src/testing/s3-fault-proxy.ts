import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What may go wrong between a client and an S3 store. */
export const s3Faults = [
  /** 500 in place of the answer; the store never sees the request. */
  'internal error',
  /** 503 in place of the answer. */
  'slow down',
  /** No answer at all. */
  'silence',
  /** The connection breaks while the request is sent. */
  'reset of request',
  /** The connection breaks half-way through the answer to a request that was done. */
  'reset of answer',
  /** Status 200, and an error in the body. */
  'error in body',
  /** The request is done, and the connection breaks before its answer. */
  'lost answer',
] as const;

export type S3Fault = (typeof s3Faults)[number];

export interface S3FaultProxy {
  /** To be used in place of the store's own. */
  readonly endpoint: string;
  /** How many requests met each fault. */
  readonly met: Record<S3Fault, number>;
  /** How many requests came. */
  readonly requests: number;
  /** How many bytes of objects and other bodies the store has answered with. */
  readonly readBytes: number;
  /** The share of requests that meet a fault, from 0 to 1. */
  share: number;
  /** Whether every connection is cut at once, as if the store were stopped. */
  isDown: boolean;
  close(): Promise<void>;
}

/** Forwards requests to an S3 store on HTTP, and injects faults. The same `seed` gives the same faults. */
export async function startS3FaultProxy(
  target: string,
  { share = 0.2, seed = 1 } = {},
): Promise<S3FaultProxy> {
  const random = createRandom(seed);
  const met = Object.fromEntries(s3Faults.map((fault) => [fault, 0])) as Record<S3Fault, number>;
  let requests = 0;
  let readBytes = 0;

  /** Silence is seldom: a client waits for as long as it has patience. */
  function draw(): S3Fault | undefined {
    const fault = s3Faults[Math.floor(random() * s3Faults.length)];
    return fault === 'silence' && random() < 3 / 4 ? 'lost answer' : fault;
  }

  const server = createServer((request, response) => {
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    if (proxy.isDown) {
      request.socket.destroy();
      return;
    }
    requests += 1;
    const fault = random() < proxy.share ? draw() : undefined;
    if (fault !== undefined) met[fault] += 1;
    handle(request, response, {
      target,
      fault,
      onAnswer(answer) {
        answer.on('data', (bytes: Buffer) => {
          readBytes += bytes.length;
        });
      },
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const proxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    met,
    get requests() {
      return requests;
    },
    get readBytes() {
      return readBytes;
    },
    share,
    isDown: false,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return proxy;
}

interface Handling {
  target: string;
  fault: S3Fault | undefined;
  onAnswer: (answer: IncomingMessage) => void;
}

function handle(request: IncomingMessage, response: ServerResponse, handling: Handling): void {
  switch (handling.fault) {
    case 'internal error':
      refuse(request, response, 500, 'InternalError');
      return;
    case 'slow down':
      refuse(request, response, 503, 'SlowDown');
      return;
    case 'error in body':
      refuse(request, response, 200, 'InternalError');
      return;
    case 'silence':
      request.resume();
      return;
    case 'reset of request':
      // After the first bytes of a body, where there is one.
      request.once('data', () => request.socket.destroy());
      request.once('end', () => request.socket.destroy());
      return;
    case 'reset of answer':
    case 'lost answer':
    case undefined:
      forward(request, response, handling);
  }
}

function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  code: string,
): void {
  request.resume();
  request.once('end', () => {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Injected</Message></Error>`,
    );
  });
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { target, fault, onAnswer }: Handling,
): void {
  const { hostname, port } = new URL(target);
  const { method, url, headers } = request;
  const onward = sendRequest({ hostname, port, method, path: url, headers }, (answer) => {
    answer.on('error', () => request.socket.destroy());
    onAnswer(answer);
    if (fault === 'lost answer') {
      answer.resume();
      answer.once('end', () => request.socket.destroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (fault === undefined) {
      answer.pipe(response);
      return;
    }
    const half = Math.floor(Number(answer.headers['content-length'] ?? 2) / 2);
    let passed = 0;
    response.flushHeaders();
    answer.on('data', (bytes: Buffer) => {
      const fitting = bytes.subarray(0, half - passed);
      passed += fitting.length;
      if (fitting.length > 0) response.write(fitting);
      if (passed >= half) setImmediate(() => request.socket.destroy());
    });
    answer.once('end', () => request.socket.destroy());
  });
  onward.on('error', () => request.socket.destroy());
  response.once('close', () => onward.destroy());
  request.pipe(onward);
}

/** Numbers from 0 to 1 that follow from `seed` (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
