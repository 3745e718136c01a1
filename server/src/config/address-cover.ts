import { isIP } from 'node:net';

/** Addresses from the first to the last, as numbers of 128 bits. IPv4 has its place among them. */
interface Span {
  first: bigint;
  last: bigint;
}

const addressBits = 128;
const mappedBits = 96;

/** Where the clients of the world are: all of IPv4, and what is given out of IPv6. */
const everywhere = [spanOf('0.0.0.0/0'), spanOf('2000::/3')];

/** Whether these addresses and ranges, taken together, hold every address of a family. */
export function coverEveryone(ranges: readonly string[]): boolean {
  const spans = join(ranges.map(spanOf));
  return everywhere.some(({ first, last }) =>
    spans.some((span) => span.first <= first && last <= span.last),
  );
}

/** The same addresses, in as few spans as hold them. */
function join(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { first, last } of spans.toSorted((one, other) =>
    one.first < other.first ? -1 : 1,
  )) {
    const before = joined.at(-1);
    if (before === undefined || first > before.last + 1n) joined.push({ first, last });
    else if (last > before.last) before.last = last;
  }
  return joined;
}

/** Of an address or a range in CIDR notation that is known to be one. */
function spanOf(range: string): Span {
  const [address = '', prefix] = range.split('/');
  const skipped = isIP(address) === 4 ? mappedBits : 0;
  const freeBits = BigInt(prefix === undefined ? 0 : addressBits - skipped - Number(prefix));
  const first = (numberOf(address) >> freeBits) << freeBits;
  return { first, last: first + (1n << freeBits) - 1n };
}

function numberOf(address: string): bigint {
  const text = isIP(address) === 4 ? `::ffff:${address}` : address;
  // Written out anew by the URL parser: in lower case, without IPv4 at the end, shortened once.
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
