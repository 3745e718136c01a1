/** Networks in CIDR notation, of IPv4 and of IPv6. IPv4 addresses count as those that are mapped into IPv6. */

/** The addresses of a network, as 128-bit numbers. */
export interface AddressSpan {
  first: bigint;
  last: bigint;
}

const addressBits = 128;
const mappedBits = 96;
const mapped = { first: 0xff_ff_00_00_00_00n, last: 0xff_ff_ff_ff_ff_ffn };

const ipv4Pattern = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|$)){4}$/;
/** Without a zone (`%eth0`), which is meaningful on one machine only. */
const ipv6Pattern = /^(?=.*:)[0-9a-f:.]{2,45}$/i;

function isIpv4(text: string): boolean {
  return ipv4Pattern.test(text);
}

function isIpv6(text: string): boolean {
  return ipv6Pattern.test(text) && URL.canParse(`http://[${text}]`);
}

/** An IP address, or a range in CIDR notation. */
export function isNetwork(written: string): boolean {
  const [address = '', prefix, ...rest] = written.split('/');
  const bits = isIpv4(address) ? addressBits - mappedBits : isIpv6(address) ? addressBits : 0;
  if (bits === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}

/** The span of a valid address or range. */
export function spanOf(network: string): AddressSpan {
  const [address = '', prefix] = network.split('/');
  const skipped = isIpv4(address) ? mappedBits : 0;
  const freeBits = BigInt(prefix === undefined ? 0 : addressBits - skipped - Number(prefix));
  const first = (numberOf(address) >> freeBits) << freeBits;
  return { first, last: first + (1n << freeBits) - 1n };
}

/**
 * Whether an address is in one of these valid networks. A network of IPv6 holds no IPv4 address, however wide it is:
 * who writes `::/0` means IPv6. What is no address is in none.
 */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  if (!isIpv4(address) && !isIpv6(address)) return false;
  const number = numberOf(address);
  const isMapped = isWithin(number, mapped);
  return networks
    .map(spanOf)
    .some((span) => isWithin(number, span) && (!isMapped || isWithin(span.first, mapped)));
}

function isWithin(number: bigint, { first, last }: AddressSpan): boolean {
  return first <= number && number <= last;
}

function numberOf(address: string): bigint {
  const text = isIpv4(address) ? `::ffff:${address}` : address;
  // The URL parser normalises it: lower case, no IPv4 suffix, zeros shortened once.
  const [head = '', tail] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::');
  const before = groupsOf(head);
  const after = groupsOf(tail ?? '');
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].reduce(
    (number, group) => (number << 16n) | BigInt(`0x${group}`),
    0n,
  );
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
