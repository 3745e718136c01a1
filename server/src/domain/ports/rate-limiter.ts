import type { RateCounter } from './coordination.ts';

export type Verdict =
  { kind: 'counted' } | { kind: 'blocked'; retryAfterSeconds: number; first: boolean };

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Wrong keys a minute: for one account from one network, for one account, from one network. */
export const signInLimits = { pair: 30, account: 200, network: 200 };
/** No address is longer; a longer text must not cost memory. */
const maxEmailLength = 254;

/** Counts failed sign-ins over a minute and refuses when there were too many. */
export function createRateLimiter(counter: RateCounter) {
  return {
    async fail(email: string, address: string): Promise<Verdict> {
      const network = networkOf(address);
      const name = email.length > maxEmailLength ? 'no address at all' : email;
      const limits = [signInLimits.pair, signInLimits.account, signInLimits.network];
      const counts = await counter.count([
        `pair ${name} ${network}`,
        `account ${name}`,
        `network ${network}`,
      ]);
      const over = counts
        .map(({ count, msLeft }, index) => ({ excess: count - (limits[index] ?? 0), msLeft }))
        .filter(({ excess }) => excess > 0);
      if (over.length === 0) return { kind: 'counted' };
      return {
        kind: 'blocked',
        retryAfterSeconds: Math.ceil(Math.max(...over.map(({ msLeft }) => msLeft)) / 1000),
        first: over.some(({ excess }) => excess === 1),
      };
    },
  };
}

/** One customer of an Internet provider: an IPv4 address, or an IPv6 network of 64 bits. */
export function networkOf(address: string): string {
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length);
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}
