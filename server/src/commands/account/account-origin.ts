import { isIP } from 'node:net';

import { shellWord } from '../../cli-kit/print.ts';
import type { Config } from '../../config/settings.ts';

const anyAddress: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/** A first command to try an account with. It contains no key: curl asks for it. */
export function firstRequest(origin: string, email: string): string {
  return `curl -u ${shellWord(email)} ${shellWord(`${origin}/${encodeURIComponent(email)}/`)}`;
}

/** Where a server with these settings is reached. */
export function originOf({ publicUrl, tlsCertFile, host, port }: Config): string {
  if (publicUrl !== undefined) return publicUrl;
  const address = anyAddress[host] ?? host;
  const scheme = tlsCertFile === undefined ? 'http' : 'https';
  return `${scheme}://${isIP(address) === 6 ? `[${address}]` : address}:${port}`;
}

/**
 * The same address by the name that browsers trust: at http://localhost they keep the cookies of a sign-in,
 * and offer passkeys.
 */
export function browserOrigin(origin: string): string {
  return origin.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, 'http://localhost');
}
