import type { RateCounter } from './coordination.ts';

/** `left`: how many more there may be, under the limit that is nearest, until its window ends. */
export type Verdict =
  | { kind: 'counted'; left: number; secondsLeft: number }
  | { kind: 'blocked'; retryAfterSeconds: number; first: boolean };

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Counts events over the time of the counter, and says when there were too many. */
export function createRateLimiter(counter: RateCounter) {
  return {
    /** Counts an event under each key. `first`: it is the first one over one of the limits. */
    async count(limits: Readonly<Record<string, number>>): Promise<Verdict> {
      const highest = Object.values(limits);
      const counts = await counter.count(Object.keys(limits));
      const excesses = counts.map(({ count, msLeft }, index) => ({
        ...{ excess: count - (highest[index] ?? 0), msLeft },
      }));
      const over = excesses.filter(({ excess }) => excess > 0);
      if (over.length === 0) {
        const nearest = excesses.reduce((one, other) => (other.excess > one.excess ? other : one));
        const { excess, msLeft } = nearest;
        return { kind: 'counted', left: -excess, secondsLeft: secondsIn(msLeft) };
      }
      return {
        kind: 'blocked',
        retryAfterSeconds: secondsIn(Math.max(...over.map(({ msLeft }) => msLeft))),
        first: over.some(({ excess }) => excess === 1),
      };
    },
  };
}

/** Whole seconds after which that time is over. A clock has fractions of milliseconds, whose sums are inexact. */
function secondsIn(ms: number): number {
  return Math.max(1, Math.ceil(Math.round(ms) / 1000));
}

/** Wrong keys a minute: for one account from one network, for one account, from one network. */
export const signInLimits = { pair: 30, account: 200, network: 200 };
/** No address is longer; a longer text must not cost memory. */
const maxEmailLength = 254;

export type SignInLimiter = ReturnType<typeof createSignInLimiter>;

/** Counts failed sign-ins over a minute. */
export function createSignInLimiter(counter: RateCounter) {
  const limiter = createRateLimiter(counter);
  return {
    fail(email: string, address: string): Promise<Verdict> {
      const network = networkOf(address);
      const name = email.length > maxEmailLength ? 'no address at all' : email;
      return limiter.count({
        [`pair ${name} ${network}`]: signInLimits.pair,
        [`account ${name}`]: signInLimits.account,
        [`network ${network}`]: signInLimits.network,
      });
    },
  };
}

/**
 * Passwords a minute: for one account from one network, and from one network of each width, the narrowest
 * first. Each width is allowed more than the one within it: it may be a whole hospital.
 */
const passwordLimits = { pair: 10, ipv6: [60, 120, 240], ipv4: [60, 240] };

export type PasswordLimiter = ReturnType<typeof createPasswordLimiter>;

/**
 * Counts attempts with a password over a minute, right ones too: each counts before it is verified. An
 * account is not limited on its own: nobody can lock its owner out from elsewhere.
 */
export function createPasswordLimiter(counter: RateCounter) {
  const limiter = createRateLimiter(counter);
  return {
    count(email: string, address: string): Promise<Verdict> {
      const networks = networksOf(address);
      const name = email.length > maxEmailLength ? 'no address at all' : email;
      const limits = networks.length > 2 ? passwordLimits.ipv6 : passwordLimits.ipv4;
      return limiter.count({
        [`password pair ${name} ${networks[0]}`]: passwordLimits.pair,
        ...Object.fromEntries(
          networks.map((network, width) => [
            `password network ${network}`,
            limits[width] ?? passwordLimits.pair,
          ]),
        ),
      });
    },

    /** The same for a browser that is known to the account's owner, whatever network it is in. */
    countKnown(accountId: string): Promise<Verdict> {
      return limiter.count({ [`password known ${accountId}`]: passwordLimits.pair });
    },
  };
}

/** One customer of an Internet provider: an IPv4 address, or an IPv6 network of 64 bits. */
export function networkOf(address: string): string {
  if (address.startsWith('::ffff:')) return address.slice('::ffff:'.length);
  return address.includes(':') ? networkOfIpv6(address) : address;
}

function networkOfIpv6(address: string): string {
  const [head = '', tail = ''] = address.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}

/**
 * The networks that an address is in, the narrowest first: IPv6 of 64, 56 and 48 bits, IPv4 of 32 and 24.
 * One line has up to 65,536 networks of 64 bits.
 */
export function networksOf(address: string): readonly [string, ...string[]] {
  const network = networkOf(address);
  const groups = network.split(':');
  if (groups.length === 4) {
    const [first = '', second = '', third = '', fourth = ''] = groups;
    const start = `${first}:${second}:${third}`;
    const high = (Number.parseInt(fourth, 16) & 0xff00).toString(16);
    return [network, `${start}:${high}::/56`, `${start}::/48`];
  }
  const last = network.lastIndexOf('.');
  return last < 0 ? [network] : [network, `${network.slice(0, last)}.0/24`];
}

/** The widest of them, for what must be shared fairly among strangers. */
export function wideNetworkOf(address: string): string {
  return networksOf(address).at(-1) ?? address;
}
