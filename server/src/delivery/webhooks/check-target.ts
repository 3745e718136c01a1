import { BlockList, isIP, isIPv4 } from 'node:net';
import type { ListedTarget } from '../../domain/model/webhook-target.ts';
import { judgeAddress } from './judge-address.ts';
import type { Resolve } from './resolve-name.ts';

/** What this server answers at itself. */
export interface OwnPlaces {
  /** The hosts, without port, under which requests are answered. */
  hosts: readonly string[];
  ports: readonly number[];
  /** Every address of this machine. */
  addresses: readonly string[];
}

interface Dependencies {
  listed: readonly ListedTarget[];
  own: () => OwnPlaces;
  resolve: Resolve;
  /** Whether webhooks may go to any port of this machine but the server's own, over HTTP too. Left out: no. */
  allowsLoopback?: boolean;
}

/** A URL, and the addresses that may be dialled for it: all that its host has now. */
export interface CheckedTarget {
  url: URL;
  addresses: readonly string[];
}

/** Completes "The address …". It says of no name inside whether there is one. */
export class TargetRefused extends Error {}

const longestUrl = 2000;
const lowestOpenPort = 1024;
const httpsPort = 443;

export type TargetCheck = ReturnType<typeof createTargetCheck>;

/** Decides where webhooks may go: to public addresses over HTTPS, and where the operator lists host or network. */
export function createTargetCheck({ listed, own, resolve, allowsLoopback = false }: Dependencies) {
  const rules = listed.map((target) => ({ ...target, list: listOfNetwork(target) }));

  /** Whether the operator lists the host by its name, or the address. */
  function isListed(url: URL, address: string): boolean {
    const port = portOf(url);
    const host = hostOf(url);
    return rules.some((rule) => {
      if (rule.port !== port) return false;
      return rule.list === undefined
        ? 'host' in rule && rule.host === host
        : holds(rule.list, address);
    });
  }

  /** Whether the operator wrote this very address. */
  function isWritten(url: URL, address: string): boolean {
    const port = portOf(url);
    return listed.some(
      (target) => 'network' in target && target.port === port && target.network === address,
    );
  }

  /** Whether an address is one of this machine, and what this server answers at itself. */
  function findOwn() {
    const { addresses, ...places } = own();
    const list = listOfAddresses(addresses);
    const isOwn = (address: string) => judgeAddress(address) === 'loopback' || holds(list, address);
    return { ...places, isOwn };
  }
  type Own = ReturnType<typeof findOwn>;

  function refuseOwn(url: URL, addresses: readonly string[], { hosts, ports, isOwn }: Own): void {
    if (!ports.includes(portOf(url))) return;
    if (hosts.includes(hostOf(url)) || addresses.some(isOwn)) {
      throw new TargetRefused('must not be that of this server.');
    }
  }

  function isAllowed(url: URL, address: string, { isOwn }: Own): boolean {
    const kind = judgeAddress(address);
    if (kind === 'never') return false;
    // What else listens at this machine often trusts whoever is on it.
    if (isOwn(address)) {
      return isWritten(url, address) || (allowsLoopback && kind === 'loopback');
    }
    if (isListed(url, address)) return true;
    const port = portOf(url);
    const isOpenPort = port === httpsPort || port >= lowestOpenPort;
    return kind === 'public' && url.protocol === 'https:' && isOpenPort;
  }

  return {
    /** Throws `TargetRefused` unless every address of the host may be dialled. */
    async check(text: string): Promise<CheckedTarget> {
      const url = parseTarget(text);
      const host = hostOf(url);
      const isNamed = listed.some((target) => 'host' in target && target.host === host);
      const addresses = isIP(host) === 0 ? await resolve(host, isNamed) : [host];
      const found = findOwn();
      refuseOwn(url, addresses, found);
      const isRight =
        addresses.length > 0 && addresses.every((each) => isAllowed(url, each, found));
      if (!isRight) {
        throw new TargetRefused(
          'must be an https address whose host is public now, on port 443 or one from 1024 on, or one that the operator lists.',
        );
      }
      return { url, addresses };
    },
  };
}

/** Throws `TargetRefused` for what is no address of a web server. */
function parseTarget(text: string): URL {
  if (text.length > longestUrl) {
    throw new TargetRefused(`must have at most ${longestUrl} characters.`);
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === undefined || !isWeb) throw new TargetRefused('must be an https address.');
  if (url.username !== '' || url.password !== '') {
    throw new TargetRefused('must hold no user and no password.');
  }
  if (url.hash !== '') throw new TargetRefused('must end without a fragment.');
  return url;
}

/** Without the brackets of IPv6, and without the dot that ends a whole name. */
export function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '');
}

export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? httpsPort : 80;
}

function listOfNetwork(target: ListedTarget): BlockList | undefined {
  if (!('network' in target)) return undefined;
  const [address = '', prefix] = target.network.split('/');
  const list = new BlockList();
  const isV4 = isIPv4(address);
  list.addSubnet(address, Number(prefix ?? (isV4 ? 32 : 128)), isV4 ? 'ipv4' : 'ipv6');
  return list;
}

function listOfAddresses(addresses: readonly string[]): BlockList {
  const list = new BlockList();
  for (const address of addresses) list.addAddress(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  return list;
}

/** Whatever its spelling: one of IPv4 also as IPv6 writes it. */
function holds(list: BlockList, address: string): boolean {
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
