import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { ValiseError } from '../domain/model/valise-error.ts';

interface Options {
  /** What a caller must present; undefined where everyone who reaches the address may read. */
  token: string | undefined;
  /** The text of all metrics. */
  render: () => Promise<string>;
  log: { error(facts: object, text: string): void };
}

export interface MetricsListener {
  readonly url: string;
  close(): Promise<void>;
}

const contentType = 'text/plain; version=0.0.4; charset=utf-8';
/** Few programs scrape; what a stranger opens must not add up. */
const maxConnections = 32;
const maxIdleMs = 30_000;
const maxHeadersMs = 5_000;

/** Serves `/metrics` over plain HTTP on an address of its own. Throws `address_in_use` when it is not available. */
export async function openMetricsListener(
  { host, port }: { host: string; port: number },
  { token, render, log }: Options,
): Promise<MetricsListener> {
  const isAllowed = createTokenCheck(token);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = (request.url ?? '').split('?');
    if (path !== '/metrics') {
      refuse(response, 404, 'Metrics are at /metrics.\n');
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      refuse(response, 405, 'Only GET and HEAD can be used here.\n');
    } else if (!isAllowed(request.headers.authorization)) {
      response.setHeader('www-authenticate', 'Bearer realm="metrics"');
      refuse(response, 401, 'The bearer token is missing or wrong.\n');
    } else {
      const text = await render();
      response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : text);
    }
  }

  const server = createServer(
    { headersTimeout: maxHeadersMs, requestTimeout: maxHeadersMs, keepAliveTimeout: maxIdleMs },
    (request, response) => {
      // A body is of no use here.
      request.resume();
      answer(request, response).catch((error: unknown) => {
        log.error({ err: error }, 'metrics could not be collected');
        if (!response.headersSent) refuse(response, 500, 'The metrics could not be collected.\n');
      });
    },
  );
  server.maxConnections = maxConnections;
  server.setTimeout(maxIdleMs);
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ValiseError(
      'address_in_use',
      `The address of metricsListen cannot be listened on: ${reason}. Choose another, or stop what uses it.`,
      { cause: error },
    );
  }
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}/metrics`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

function createTokenCheck(token: string | undefined): (header: string | undefined) => boolean {
  if (token === undefined) return () => true;
  const expected = digest(token);
  return (header) => {
    const [, presented = ''] = /^bearer +(\S+) *$/i.exec(header ?? '') ?? [];
    // Digests have one length, and comparing them reveals nothing of the token.
    return timingSafeEqual(digest(presented), expected);
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
