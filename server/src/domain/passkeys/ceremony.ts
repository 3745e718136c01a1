import type { Account } from '../model/account.ts';
import { minute } from '../model/clock.ts';
import type { ChallengeUse, Challenges, OpenChallenge } from './challenges.ts';

/** How long a browser may take for a ceremony. A page with a form for passkeys may stay open as long. */
export const ceremonyMs = 10 * minute;

/** The address at which a browser uses a passkey. */
export interface Site {
  /** Such as `https://files.example.com`. */
  origin: string;
  /** The host name of it. */
  rpId: string;
}

/** What a browser returned. */
export interface Shown {
  /** `PublicKeyCredential.toJSON()`. */
  response: unknown;
  site: Site;
  /** The secret of a visitor, or the id of a session or an account: the challenge was made for it. */
  browser: string;
}

/** What authenticators call an account by: its id, which says nothing about its owner. */
export function handleOf(accountId: Account['id']): string {
  return Buffer.from(accountId).toString('base64url');
}

/** Remembers the challenge that a response was verified with. */
export function whileOpen(challenges: Challenges, use: ChallengeUse) {
  let found: OpenChallenge | undefined;
  return {
    isChallenge: (challenge: string): boolean => {
      found = challenges.read(challenge, use);
      return found !== undefined;
    },
    get(): OpenChallenge {
      if (found === undefined) throw new Error('No challenge was verified');
      return found;
    },
  };
}
