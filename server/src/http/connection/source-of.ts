import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * The client's address. It is read at once, since it is lost with the connection. A trusted proxy may pass
 * on anything; where it is no address, the proxy's own is used.
 */
export function sourceOf(request: FastifyRequest): string {
  const { ip } = request as { ip: string | undefined };
  if (ip !== undefined && isAddress(ip)) return ip;
  return request.socket.remoteAddress ?? 'unknown';
}

/** A zone (`%eth0`) is meaningful on one machine only, and may have any length. */
function isAddress(text: string): boolean {
  return isIP(text) !== 0 && !text.includes('%');
}
