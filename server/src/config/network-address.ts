import { isIP } from 'node:net';

/** An IP address or a host name; not a URL, and without a port. */
export function isListenAddress(text: string): boolean {
  return isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text);
}

/** A host as requests name it: `files.example.com`, `192.0.2.1:8443`, `[2001:db8::1]`. */
export function isHost(text: string): boolean {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(text) ?? [];
  return bracketed === undefined ? isListenAddress(plain) : isIP(bracketed) === 6;
}

/** An IP address, or a range in CIDR notation. */
export function isAddressRange(written: string): boolean {
  const [address = '', prefix, ...rest] = written.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

/** `https://files.example.com:8443` of such a URL; undefined for a URL that says more than that. */
export function parseOrigin(written: unknown): string | undefined {
  if (typeof written !== 'string' || !URL.canParse(written)) return undefined;
  const url = new URL(written);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  const isBare = url.href === `${url.origin}/`;
  return isWeb && isBare ? url.origin : undefined;
}

/** An address to post to. What it is sent is secret, so only this machine may be reached without TLS. */
export function parseGatewayUrl(written: unknown): string | undefined {
  if (typeof written !== 'string' || !URL.canParse(written)) return undefined;
  const url = new URL(written);
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname);
  const isBare = url.username === '' && url.password === '' && url.hash === '';
  return (url.protocol === 'https:' || isLocal) && isBare ? url.href : undefined;
}

/** The address of a page that anybody may open. */
export function parseWebAddress(written: unknown): string | undefined {
  if (typeof written !== 'string' || !URL.canParse(written)) return undefined;
  const url = new URL(written);
  const isBare = url.username === '' && url.password === '';
  return url.protocol === 'https:' && isBare ? url.href : undefined;
}

/** Whether a host, as one listens on it or as an address names it, is this machine and nobody else's. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|::1|\[::1\]|127(?:\.\d{1,3}){3})$/i.test(host);
}
