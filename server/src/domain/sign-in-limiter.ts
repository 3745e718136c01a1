import type { Clock } from './clock.ts';
import { minute } from './clock.ts';

export type Verdict =
  { kind: 'counted' } | { kind: 'blocked'; retryAfterSeconds: number; first: boolean };

export type SignInLimiter = ReturnType<typeof createSignInLimiter>;

const windowMs = minute;
/** Wrong keys a minute: for one account from one network, for one account, from one network. */
export const signInLimits = { pair: 30, account: 200, network: 200 };
const maxEntries = 100_000;
/** What is left of too many: making room for a tenth at once costs far less than entry by entry. */
const keptEntries = 90_000;
/** No address is longer; what claims to be one must not cost memory. */
const maxEmailLength = 254;

/** Counts failed sign-ins over a minute and says when there were too many. */
export function createSignInLimiter(clock: Clock) {
  const windows = new Map<string, { startedAt: number; failures: number }>();
  let sweptAt = clock.monotonic();

  /** How many failures `key` has in its window, with this one. */
  function count(key: string): { failures: number; msLeft: number } {
    const now = clock.monotonic();
    let window = windows.get(key);
    if (window === undefined || now - window.startedAt >= windowMs) {
      window = { startedAt: now, failures: 0 };
      windows.delete(key);
      windows.set(key, window);
    }
    window.failures += 1;
    return { failures: window.failures, msLeft: window.startedAt + windowMs - now };
  }

  /** Windows are kept in the order in which they opened, so the ended ones stand first. */
  function forgetEnded(): void {
    const now = clock.monotonic();
    if (now - sweptAt < windowMs && windows.size < maxEntries) return;
    sweptAt = now;
    for (const [key, { startedAt }] of windows) {
      if (now - startedAt < windowMs && windows.size <= keptEntries) break;
      windows.delete(key);
    }
  }

  return {
    fail(email: string, address: string): Verdict {
      forgetEnded();
      const network = networkOf(address);
      const name = email.length > maxEmailLength ? 'no address at all' : email;
      const over = [
        { ...count(`pair ${name} ${network}`), limit: signInLimits.pair },
        { ...count(`account ${name}`), limit: signInLimits.account },
        { ...count(`network ${network}`), limit: signInLimits.network },
      ].filter(({ failures, limit }) => failures > limit);
      if (over.length === 0) return { kind: 'counted' };
      return {
        kind: 'blocked',
        retryAfterSeconds: Math.ceil(Math.max(...over.map(({ msLeft }) => msLeft)) / 1000),
        first: over.some(({ failures, limit }) => failures === limit + 1),
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
