import type { IncomingMessage, ServerResponse } from 'node:http';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ValiseError } from '../../domain/model/valise-error.ts';

const maxHeaderLines = 200;
const hostPattern = /^(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+)(?::[0-9]*)?$/i;

interface OwnNames {
  /** Undefined: every name is answered. */
  publicUrl: string | undefined;
  /** Further names; one without a port is answered on any port. */
  alsoHosts: readonly string[];
}

/** What must hold of any request before anyone looks at what it wants. */
export function createPreconditions({ publicUrl, alsoHosts }: OwnNames) {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;

  return (
    request: FastifyRequest,
    reply: FastifyReply,
    { anyHost }: { anyHost: boolean },
  ): void => {
    if (request.raw.rawHeaders.length / 2 > maxHeaderLines) {
      throw new ValiseError('headers_too_large', 'The request has too many headers.');
    }
    const host = getHost(request);
    refuseOtherAuthority(request, host);
    refuseTwoCredentials(request);
    refuseUnknownTransferCoding(request, reply);
    if (publicHost === undefined || anyHost) return;
    if (!isSameHost(host, publicHost) && !alsoHosts.some((name) => isAlso(host, name))) {
      throw new ValiseError('misdirected', 'This server does not answer to that host name.');
    }
  };
}

/** The one host that a request names. Several could mean one thing to a proxy and another here. */
function getHost({ raw }: FastifyRequest): string {
  const { host } = raw.headers;
  if (host === undefined) throw new ValiseError('bad_request', 'The request names no Host.');
  if (countLines(raw.rawHeaders, 'host') > 1 || !hostPattern.test(host)) {
    throw new ValiseError('bad_request', 'The request names its Host wrongly.');
  }
  return host;
}

/** A request may name its host twice: as part of its address, and in its Host. Both must be the same. */
function refuseOtherAuthority({ originalUrl }: FastifyRequest, host: string): void {
  if (originalUrl.startsWith('/') || originalUrl === '*') return;
  const authority = URL.canParse(originalUrl) ? new URL(originalUrl).host : '';
  if (!isSameHost(host, authority)) {
    throw new ValiseError('bad_request', 'The address names another host than the Host header.');
  }
}

/** Of several, a proxy could check one and this server another. */
function refuseTwoCredentials({ raw }: FastifyRequest): void {
  if (countLines(raw.rawHeaders, 'authorization') > 1) {
    throw new ValiseError('bad_request', 'The request has more than one Authorization header.');
  }
}

/** Names and values take turns in `rawHeaders`. */
function countLines(rawHeaders: readonly string[], wanted: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === wanted.length && name.toLowerCase() === wanted) count += 1;
  }
  return count;
}

/**
 * Bodies come in one piece or in chunks; a coding beyond that would be taken for content. Where the
 * body ends is a matter of opinion then, so nothing that follows on the connection is answered.
 */
function refuseUnknownTransferCoding({ raw }: FastifyRequest, reply: FastifyReply): void {
  const coding = raw.headers['transfer-encoding']?.trim().toLowerCase();
  if (coding === undefined || (coding === 'chunked' && raw.httpVersion !== '1.0')) return;
  reply.raw.shouldKeepAlive = false;
  throw new ValiseError('bad_request', 'The only Transfer-Encoding understood is chunked.');
}

/** Whether a Host header names the public host; a default port may be spelt out or not. */
function isSameHost(header: string, publicHost: string): boolean {
  return (
    header.toLowerCase().replace(/:(?:80|443)$/, '') === publicHost.replace(/:(?:80|443)$/, '')
  );
}

function isAlso(header: string, name: string): boolean {
  const host = header.toLowerCase();
  const wanted = name.toLowerCase();
  return host === wanted || host.replace(/:[0-9]*$/, '') === wanted;
}

/** Requests whose clients hold their bodies back until they are told to go on. */
const waiting = new WeakSet<IncomingMessage>();

/**
 * A client that asks before it sends (`Expect: 100-continue`) is told to go on only when the request
 * passed every check that needs no body: a refused upload costs nobody its bytes.
 */
export function answerExpectations(app: FastifyInstance): void {
  app.server.on('checkContinue', (request: IncomingMessage, response) => {
    waiting.add(request);
    app.server.emit('request', request, response);
  });
  // An expectation that nobody knows may be ignored, and its request is checked like any other.
  app.server.on('checkExpectation', (request: IncomingMessage, response) => {
    app.server.emit('request', request, response);
  });
}

/** Tells the client to send its body, if it waits to be told. */
export function goOn(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue();
}

/** Whether the client still holds its body back, and will not send it if it is refused. */
export function isWaitingToSend(request: IncomingMessage): boolean {
  return waiting.has(request);
}
