import { BlockList, isIP } from 'node:net';

const wholeFamilies = [
  ['0.0.0.0', '255.255.255.255', 'ipv4'],
  ['::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'ipv6'],
  ['::ffff:0.0.0.0', '::ffff:255.255.255.255', 'ipv6'],
] as const;

/** An IP address or a host name; not a URL, and without a port. */
export function isListenAddress(text: string): boolean {
  return isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text);
}

/** A host as requests name it: `files.example.com`, `192.0.2.1:8443`, `[2001:db8::1]`. */
export function isHost(text: string): boolean {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::\d{1,5})?$/.exec(text) ?? [];
  return bracketed === undefined ? isListenAddress(plain) : isIP(bracketed) === 6;
}

/**
 * An IP address, or a range in CIDR notation that is smaller than a whole address family: whoever
 * trusts every address lets each client say which address it comes from.
 */
export function isTrustableRange(written: string): boolean {
  const [address = '', prefix, ...rest] = written.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^\d{1,3}$/.test(prefix) || Number(prefix) > (version === 4 ? 32 : 128)) return false;
  return !holdsWholeFamily(address, Number(prefix), version === 4 ? 'ipv4' : 'ipv6');
}

function holdsWholeFamily(address: string, prefix: number, family: 'ipv4' | 'ipv6'): boolean {
  const range = new BlockList();
  range.addSubnet(address, prefix, family);
  return wholeFamilies.some(
    ([lowest, highest, of]) => of === family && range.check(lowest, of) && range.check(highest, of),
  );
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
  const isLocal = url.protocol === 'http:' && isLoopbackHost(url.hostname);
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

function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
