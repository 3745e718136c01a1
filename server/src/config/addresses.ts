import { isIP } from 'node:net';
import type { AddressSpan } from '#protocol/networks.ts';
import { spanOf } from '#protocol/networks.ts';

/** An IP address or a host name; not a URL, and without a port. */
export function isListenAddress(text: string): boolean {
  return isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text);
}

/** The host and the port of `127.0.0.1:9464` or `[::1]:9464`; undefined for anything else. */
export function parseListenPlace(written: unknown): { host: string; port: number } | undefined {
  if (typeof written !== 'string') return undefined;
  const [, bracketed, plain = '', digits] =
    /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(written) ?? [];
  const port = Number(digits);
  if (digits === undefined || port > 65_535) return undefined;
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? { host: bracketed, port } : undefined;
  return isListenAddress(plain) ? { host: plain, port } : undefined;
}

/** A host as requests name it: `files.example.com`, `192.0.2.1:8443`, `[2001:db8::1]`. */
export function isHost(text: string): boolean {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(text) ?? [];
  return bracketed === undefined ? isListenAddress(plain) : isIP(bracketed) === 6;
}

/** `https://files.example.com:8443` of such a URL; undefined for a URL with a path, query or credentials. */
export function parseOrigin(written: unknown): string | undefined {
  if (typeof written !== 'string' || !URL.canParse(written)) return undefined;
  const url = new URL(written);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const isBare = url.href === `${url.origin}/`;
  return isWeb && isBare ? url.origin : undefined;
}

/** An origin as browsers send it: `https://portal.example.com`, without a slash. Plain HTTP is this machine's. */
export function isScriptOrigin(written: string): boolean {
  if (!URL.canParse(written)) return false;
  const { protocol, hostname, origin } = new URL(written);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return isSafe && written === origin && !hostname.includes('*');
}

/** An address to post secrets to, so that plain HTTP is accepted for this machine only. */
export function parseGatewayUrl(written: unknown): string | undefined {
  if (typeof written !== 'string' || !URL.canParse(written)) return undefined;
  const url = new URL(written);
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname);
  const isBare = url.username === '' && url.password === '' && url.hash === '';
  return (url.protocol === 'https:' || isLocal) && isBare ? url.href : undefined;
}

/** The address of a service that is posted to, without credentials; a query could hold some. */
export function parseServiceUrl(written: unknown): string | undefined {
  if (typeof written !== 'string' || !URL.canParse(written)) return undefined;
  const url = new URL(written);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const isBare = url.href === `${url.origin}${url.pathname}`;
  return isWeb && isBare ? url.href : undefined;
}

/** The address of a public page. */
export function parseWebAddress(written: unknown): string | undefined {
  if (typeof written !== 'string' || !URL.canParse(written)) return undefined;
  const url = new URL(written);
  const isBare = url.username === '' && url.password === '';
  return url.protocol === 'https:' && isBare ? url.href : undefined;
}

const databaseParameters = new Set(['host', 'user', 'sslmode']);

/**
 * The address of a PostgreSQL database without a password, neither before the host nor as a parameter. Whether
 * it names a user, a host and a database is checked when the database is opened.
 */
export function isDatabaseUrl(written: string): boolean {
  if (!/^postgres(?:ql)?:\/\//.test(written) || !URL.canParse(written)) return false;
  const { password, pathname, searchParams, hash } = new URL(written);
  const isKnown = [...searchParams.keys()].every((name) => databaseParameters.has(name));
  return password === '' && /^\/[^/]+$/.test(pathname) && isKnown && hash === '';
}

const blobUrlPattern =
  /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+)+\/?|\/?)$/;

/** A bucket of an S3 store, with or without a prefix. */
export function isBlobUrl(written: string): boolean {
  return blobUrlPattern.test(written);
}

/** Whether a host, as a listen address or in a URL, is the loopback interface. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|::1|\[::1\]|127(?:\.\d{1,3}){3})$/i.test(host);
}

/** The public address space: all of IPv4, and the global unicast range of IPv6. */
const everywhere = ['0.0.0.0/0', '2000::/3'];

/** Whether these ranges together cover every address of a family. */
export function coverEveryone(ranges: readonly string[]): boolean {
  return join(ranges.map(spanOf)).some((span) =>
    everywhere.map(spanOf).some(({ first, last }) => span.first <= first && last <= span.last),
  );
}

/** The union of the spans, without overlaps. */
function join(spans: readonly AddressSpan[]): AddressSpan[] {
  const joined: AddressSpan[] = [];
  for (const { first, last } of spans.toSorted((one, other) =>
    one.first < other.first ? -1 : 1,
  )) {
    const before = joined.at(-1);
    if (before === undefined || first > before.last + 1n) joined.push({ first, last });
    else if (last > before.last) before.last = last;
  }
  return joined;
}

/**
 * The origin of links where no `publicUrl` is set. A wildcard listen address cannot be opened in a
 * browser, so the machine's own name replaces it.
 */
export function reachableOrigin(listeningOrigin: string, machineName: string): string {
  const { protocol, hostname, port } = new URL(listeningOrigin);
  if (hostname !== '0.0.0.0' && hostname !== '[::]') return listeningOrigin;
  const name = isHostName(machineName) ? machineName : '127.0.0.1';
  return `${protocol}//${name}:${port}`;
}

function isHostName(name: string): boolean {
  return /^[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?$/i.test(name);
}
