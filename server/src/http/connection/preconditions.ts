import type { FastifyReply, FastifyRequest } from 'fastify';
import { ValiseError } from '../../domain/model/valise-error.ts';

const maxHeaderLines = 200;
const hostPattern = /^(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+)(?::[0-9]*)?$/i;

interface OwnNames {
  /** Undefined: every host name is accepted. */
  publicUrl: string | undefined;
  /** Further names; one without a port is accepted on any port. */
  alsoHosts: readonly string[];
}

/** The checks of any request before its route. */
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
    const host = findHost(request, publicHost);
    const { originalUrl: url } = request;
    if (host !== undefined && !url.startsWith('/')) refuseOtherAuthority(url, host);
    // Of several, a proxy could check one and this server another.
    if (isRepeated(request, 'authorization')) {
      throw new ValiseError('bad_request', 'The request has more than one Authorization header.');
    }
    const coding = request.headers['transfer-encoding'];
    if (coding !== undefined) refuseUnknownTransferCoding(coding, request, reply);
    if (publicHost === undefined || host === undefined || anyHost) return;
    if (!isSameHost(host, publicHost) && !alsoHosts.some((name) => isAlso(host, name))) {
      throw new ValiseError('misdirected', 'This server does not answer to that host name.');
    }
  };
}

/** The one host that a request names. Several could mean one to a proxy and another here. */
function findHost(request: FastifyRequest, publicHost: string | undefined): string | undefined {
  const { host } = request.headers;
  if (host === undefined) return giveHost(request, publicHost);
  if (isRepeated(request, 'host') || !hostPattern.test(host)) {
    throw new ValiseError('bad_request', 'The request names its Host wrongly.');
  }
  return host;
}

/** HTTP/1.0 knows no Host: without one, such a request is for the public host, where there is any. */
function giveHost({ raw }: FastifyRequest, publicHost: string | undefined): string | undefined {
  if (raw.httpVersion !== '1.0') {
    throw new ValiseError('bad_request', 'The request names no Host.');
  }
  if (publicHost !== undefined) raw.headers.host = publicHost;
  return publicHost;
}

/** A request may name its host twice: as part of its address, and in its Host. Both must be the same. */
function refuseOtherAuthority(url: string, host: string): void {
  if (url === '*') return;
  const authority = URL.canParse(url) ? new URL(url).host : '';
  if (!isSameHost(host, authority)) {
    throw new ValiseError('bad_request', 'The address names another host than the Host header.');
  }
}

/** Names and values alternate in `rawHeaders`. */
function isRepeated({ raw: { rawHeaders } }: FastifyRequest, wanted: string): boolean {
  const isWanted = (name: string, at: number) => at % 2 === 0 && name.toLowerCase() === wanted;
  return rawHeaders.filter(isWanted).length > 1;
}

/**
 * Bodies come with a length or in chunks; another coding would be treated as content. The end of the body
 * is then ambiguous, so that nothing that follows on the connection is answered.
 */
function refuseUnknownTransferCoding(
  coding: string,
  { raw }: FastifyRequest,
  reply: FastifyReply,
): void {
  if (coding.trim().toLowerCase() === 'chunked' && raw.httpVersion !== '1.0') return;
  reply.raw.shouldKeepAlive = false;
  throw new ValiseError('bad_request', 'The only Transfer-Encoding understood is chunked.');
}

/** Whether a Host header names the public host; a default port may be given or not. */
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
