import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';

/** A request on its way to the server. What is changed here is what the server gets. */
export interface Passing {
  method: string;
  url: string;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** An answer on its way back. */
export interface Returning {
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
}

/** One promise that the server does not keep any more. */
export interface Fault {
  ask?: (request: Passing) => void;
  answer?: (answer: Returning, request: Passing) => void;
}

export interface BreakingProxy {
  url: string;
  /** Breaks this and nothing else, until it is called again. */
  breakBy(fault: Fault): void;
}

/** A server of the contract that breaks one thing at a time: a proxy in front of one that keeps it. */
export async function startBreakingProxy(serverUrl: () => string): Promise<BreakingProxy> {
  let fault: Fault = {};

  async function carry(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = incoming;
    const request: Passing = {
      method,
      url,
      headers: known(incoming),
      body: await buffer(incoming),
    };
    fault.ask?.(request);
    const answer = await forward(serverUrl(), request);
    fault.answer?.(answer, request);
    outgoing.writeHead(answer.status, answer.headers);
    outgoing.end(method === 'HEAD' ? undefined : answer.body);
  }

  const listener = createServer((incoming, outgoing) => {
    // Requests that are broken off on purpose.
    carry(incoming, outgoing).catch(() => outgoing.destroy());
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  after(() => {
    listener.closeAllConnections();
    listener.close();
  });
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    breakBy(next) {
      fault = next;
    },
  };
}

function known({ headers }: IncomingMessage): Record<string, string | string[]> {
  const entries = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] =>
      entry[1] !== undefined && !['connection', 'keep-alive'].includes(entry[0]),
  );
  return Object.fromEntries(entries);
}

async function forward(serverUrl: string, request: Passing): Promise<Returning> {
  const { method, url, body, headers } = request;
  const rest = { ...headers };
  delete rest['transfer-encoding'];
  const outgoing = send(serverUrl, {
    ...{ method, path: url, agent: false },
    headers: { ...rest, ...(body.length > 0 && { 'content-length': String(body.length) }) },
  });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const answer = await buffer(incoming);
  return { status: incoming.statusCode ?? 0, headers: known(incoming), body: answer };
}

/** The same answer with other JSON. That to HEAD has none. */
export function rewrite<Body>(answer: Returning, change: (body: Body) => unknown): void {
  if (answer.body.length === 0) return;
  answer.body = Buffer.from(JSON.stringify(change(JSON.parse(answer.body.toString()) as Body)));
  if ('content-length' in answer.headers)
    answer.headers['content-length'] = String(answer.body.length);
}
