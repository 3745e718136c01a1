import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Where an address leads. `public`: to anybody. `private`: inside a network, or nowhere in particular. `loopback`: to
 * this machine. `never`: to what no program of an account may reach, such as the metadata of a cloud.
 */
export type AddressKind = 'public' | 'private' | 'loopback' | 'never';

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6');
  }
  return list;
}

const loopback = listOf(['127.0.0.0/8', '::1/128']);

const never = listOf([
  // This network, and the unspecified address, which connects to this machine; that of IPv6 is among those below.
  '0.0.0.0/8',
  // Link-local, where clouds have their metadata.
  ...['169.254.0.0/16', 'fe80::/10'],
  // Metadata elsewhere: Azure, Alibaba, Oracle, AWS, Google, Oracle, Scaleway.
  ...['168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32', 'fd00:ec2::/32'],
  ...['fd20:ce::254/128', 'fd00:c1::a9fe:a9fe/128', 'fd00:42::42/128'],
  // What contains any address of IPv4, a metadata one too: compatible and translated ones, NAT64 of a network, 6to4,
  // Teredo.
  ...['::/96', '::ffff:0:0:0/96', '64:ff9b:1::/48', '2002::/16', '2001::/32'],
  // Multicast, broadcast and reserved.
  ...['224.0.0.0/4', '240.0.0.0/4', 'ff00::/8'],
]);

/** IANA's special-purpose addresses that are not reachable from everywhere. */
const privateV4 = listOf([
  ...['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24'],
]);

const globalV6 = listOf(['2000::/3']);

/** Within the global ones: those of IETF protocols, and documentation. */
const privateV6 = listOf(['2001::/23', '2001:db8::/32', '3fff::/20']);

/** How IPv6 networks reach IPv4 addresses. */
const nat64 = listOf(['64:ff9b::/96']);

export function judgeAddress(address: string): AddressKind {
  if (isIPv4(address)) return judgeV4(address);
  // A zone means a link of this machine.
  if (!isIPv6(address) || address.includes('%')) return 'never';
  const mapped = embeddedIn(address, '::ffff:');
  if (mapped !== undefined) return judgeV4(mapped);
  if (loopback.check(address, 'ipv6')) return 'loopback';
  if (never.check(address, 'ipv6')) return 'never';
  if (nat64.check(address, 'ipv6')) {
    const behind = embeddedIn(address, '64:ff9b::');
    return behind !== undefined && judgeV4(behind) === 'public' ? 'public' : 'never';
  }
  const isGlobal = globalV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6');
  return isGlobal ? 'public' : 'private';
}

function judgeV4(address: string): AddressKind {
  if (loopback.check(address, 'ipv4')) return 'loopback';
  if (never.check(address, 'ipv4')) return 'never';
  return privateV4.check(address, 'ipv4') ? 'private' : 'public';
}

/** The IPv4 address in the last 32 bits of one of IPv6 with this prefix; undefined where it has another. */
function embeddedIn(address: string, prefix: '::ffff:' | '64:ff9b::'): string | undefined {
  // The URL parser normalises it: lower case, no IPv4 suffix, zeros shortened once.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  if (!plain.startsWith(prefix)) return undefined;
  const groups = plain
    .slice(prefix.length)
    .split(':')
    .map((group) => Number.parseInt(group === '' ? '0' : group, 16));
  if (groups.length > 2) return undefined;
  const [high, low] = groups.length === 2 ? groups : [0, ...groups];
  if (high === undefined || low === undefined) return undefined;
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}
