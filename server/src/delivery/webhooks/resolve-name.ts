import { Resolver, lookup } from 'node:dns/promises';

/** All addresses of a host; none where there are none. `isNamed`: whether the operator wrote its name. */
export type Resolve = (host: string, isNamed: boolean) => Promise<string[]>;

/** For each name server that is asked. */
const resolver = new Resolver({ timeout: 1500, tries: 2 });

/**
 * A name that the operator wrote is looked up as this machine does, in its hosts file too. Any other is asked of DNS
 * alone: that takes no thread of the pool, so that names which are never answered hold up nothing else.
 */
export async function resolveName(host: string, isNamed: boolean): Promise<string[]> {
  if (isNamed) return await addressesOf(lookup(host, { all: true }), ({ address }) => address);
  const [v4, v6] = await Promise.all([
    addressesOf(resolver.resolve4(host), (address) => address),
    addressesOf(resolver.resolve6(host), (address) => address),
  ]);
  return [...v4, ...v6];
}

async function addressesOf<Found>(
  asked: Promise<Found[]>,
  addressIn: (found: Found) => string,
): Promise<string[]> {
  // A name without an address, and a name server that is away, are the same to who sends there.
  return (await asked.catch((): Found[] => [])).map(addressIn);
}

const rememberedMs = 5000;
const mostRemembered = 1000;

/**
 * Asks for a name at most once in some seconds. What is remembered was checked by who asks, and is checked again: a
 * name that changes meanwhile leads nowhere else.
 */
export function remembering(resolve: Resolve): Resolve {
  const known = new Map<string, { addresses: string[]; until: number }>();
  return async (host, isNamed) => {
    const now = performance.now();
    const found = known.get(host);
    if (found !== undefined && now < found.until) return found.addresses;
    const addresses = await resolve(host, isNamed);
    if (known.size >= mostRemembered) known.clear();
    if (addresses.length > 0) known.set(host, { addresses, until: now + rememberedMs });
    return addresses;
  };
}
