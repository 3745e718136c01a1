import { once } from 'node:events';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Client } from '../harness/client.ts';
import type { Credentials } from '../harness/add-account.ts';
import type { Answer, Request } from '../harness/exchange.ts';
import { usualPatienceMs } from '../harness/patience.ts';
import { exampleName } from './certificate.ts';

/** The way to a server that is known by the examples' name: over TLS where it has a certificate. */
export interface Gate {
  port: number;
  /** The certificate to trust; without one the way is plain HTTP. */
  ca?: string;
  /** The client's own address. */
  from?: string;
}

/** Sends a request and resolves when the answer begins; its body is still to be read. */
export async function openExchange(gate: Gate, request: Request): Promise<IncomingMessage> {
  const { method = 'GET', path, headers = {}, body } = request;
  const options: RequestOptions = {
    host: '127.0.0.1',
    port: gate.port,
    method,
    path,
    agent: false,
    timeout: usualPatienceMs,
    headers: { host: `${exampleName}:${gate.port}`, ...headers },
    ...(gate.from === undefined ? {} : { localAddress: gate.from }),
  };
  const outgoing =
    gate.ca === undefined
      ? plainRequest(options)
      : secureRequest({ ...options, ca: gate.ca, servername: exampleName });
  outgoing.once('timeout', () => {
    outgoing.destroy(new Error(`${method} ${path}: no answer after ${usualPatienceMs} ms`));
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) outgoing.end(body);
  else {
    const source = Readable.from(body, { objectMode: false });
    source.once('error', (error) => outgoing.destroy(error));
    source.pipe(outgoing);
  }
  const [incoming] = await answered;
  // Late failures of the connection reach the reader of the answer.
  outgoing.on('error', (error) => incoming.destroy(error));
  return incoming;
}

/** One request and its whole answer. */
export async function secureExchange(gate: Gate, request: Request): Promise<Answer> {
  const incoming = await openExchange(gate, request);
  const body = await buffer(incoming);
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

/** A machine client that takes the way through a gate. */
export class GateClient extends Client {
  readonly #gate: Gate;

  constructor(gate: Gate, credentials: Credentials) {
    super({ url: `https://${exampleName}:${gate.port}` }, credentials);
    this.#gate = gate;
  }

  override async bare(request: Request): Promise<Answer> {
    return await secureExchange(this.#gate, request);
  }
}
