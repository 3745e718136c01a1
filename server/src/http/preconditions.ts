import type { FastifyRequest } from 'fastify';
import { ValiseError } from '../domain/valise-error.ts';

const maxHeaderLines = 200;

/** What must hold of any request before anyone looks at what it wants. */
export function createPreconditions(publicUrl: string | undefined) {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host;

  return (request: FastifyRequest, { anyHost }: { anyHost: boolean }): void => {
    if (request.raw.rawHeaders.length / 2 > maxHeaderLines) {
      throw new ValiseError('headers_too_large', 'The request has too many headers.');
    }
    const { host } = request.headers;
    if (host === undefined) throw new ValiseError('bad_request', 'The request names no Host.');
    if (publicHost !== undefined && !anyHost && !isSameHost(host, publicHost)) {
      throw new ValiseError('misdirected', 'This server does not answer to that host name.');
    }
  };
}

/** Whether a Host header names the public host; a default port may be spelt out or not. */
function isSameHost(header: string, publicHost: string): boolean {
  return (
    header.toLowerCase().replace(/:(?:80|443)$/, '') === publicHost.replace(/:(?:80|443)$/, '')
  );
}
