import type { Clock, Instant } from '../model/clock.ts';
import { day } from '../model/clock.ts';
import type { AccountId } from '../model/ids.ts';
import { idPattern } from '../model/ids.ts';
import type { TokenHasher } from '../ports/hashers.ts';

/** For so long after a sign-in a browser is known. */
export const knownBrowserMs = 180 * day;

/** People share a browser; a longer list only costs every request bytes. */
const maxAccounts = 5;

const entryPattern = /^([^.~]{1,64})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/;

interface Entry {
  accountId: AccountId;
  /** When the browser last signed in to the account. */
  at: Instant;
  text: string;
}

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

/**
 * Recognises browsers in which the owner of an account has signed in, whole: with the second factor, where
 * there is one. The browser keeps a signed list of accounts and times, and nothing is stored: it is verified
 * without the database. It opens nothing. What strangers use up (tries, places in a queue) is counted apart
 * from what known browsers use.
 */
export function createKnownBrowsers(services: { hasher: TokenHasher; clock: Pick<Clock, 'now'> }) {
  const { hasher, clock } = services;

  function macOf(accountId: string, time: string): string {
    return hasher.hash('known browser', accountId, time).toString('base64url');
  }

  /** The entries that were signed here and have not expired, the newest first. */
  function read(shown: string | undefined): Entry[] {
    const entries = shown?.split('~', maxAccounts) ?? [];
    return entries.flatMap((text) => {
      const [, accountId = '', time = '', mac = ''] = entryPattern.exec(text) ?? [];
      if (!idPattern.test(accountId)) return [];
      if (!hasher.equal(Buffer.from(macOf(accountId, time)), Buffer.from(mac))) return [];
      const at = Number.parseInt(time, 36);
      if (at + knownBrowserMs <= clock.now()) return [];
      return [{ accountId: accountId as AccountId, at, text }];
    });
  }

  return {
    /** What a browser keeps from now on that has signed in to the account. */
    remember(shown: string | undefined, accountId: AccountId): string {
      const time = clock.now().toString(36);
      const others = read(shown).filter((entry) => entry.accountId !== accountId);
      const own = `${accountId}.${time}.${macOf(accountId, time)}`;
      return [own, ...others.map(({ text }) => text)].slice(0, maxAccounts).join('~');
    },

    /**
     * Whether the account was signed in to in this browser, `since` an instant: that of `Password.browsersFrom`,
     * from which on browsers count.
     */
    isKnown(shown: string | undefined, accountId: AccountId, since: Instant): boolean {
      return read(shown).some((entry) => entry.accountId === accountId && entry.at >= since);
    },
  };
}
