import type { Clock, Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Randomness } from '../model/ids.ts';
import type { SecretHasher } from '../ports/hashers.ts';

const nonceBytes = 16;
const timeBytes = 6;
const macBytes = 32;
const pattern = /^[A-Za-z0-9_-]{72}(?:\.[A-Za-z0-9_-]{1,2000})?$/;

/** What a challenge is for, and the only browser in which it counts. */
export interface ChallengeUse {
  purpose: string;
  /** A secret that this browser has: of its session, or of a visitor who is not signed in. */
  browser: string;
}

/** A challenge that was made here for this use and has not expired. It may have been spent. */
export interface OpenChallenge {
  /** What was given to `make`. */
  payload: string;
  expiresAt: Instant;
  /** Names it in the list of those that were spent. */
  mark: string;
}

export type Challenges = ReturnType<typeof createChallenges>;

/**
 * Challenges that count once, for a short time and in one browser. Nothing is stored when one is made, so
 * that strangers cannot fill the database: a keyed hash binds it to its use, and any worker or node verifies
 * it. It is stored when it is spent, until it expires.
 */
export function createChallenges(services: {
  hasher: SecretHasher;
  randomness: Randomness;
  clock: Pick<Clock, 'now'>;
}) {
  const { hasher, randomness, clock } = services;

  function macOf(head: Buffer, { purpose, browser }: ChallengeUse, payload: string): Buffer {
    const fields = ['challenge', purpose, browser, head.toString('base64url'), payload];
    return hasher.hash(JSON.stringify(fields));
  }

  return {
    /** In characters of base64url, and a dot before the payload where there is one. */
    make(use: ChallengeUse, lifetimeMs: number, payload = ''): string {
      const head = Buffer.alloc(timeBytes);
      head.writeUIntBE(clock.now() + lifetimeMs, 0, timeBytes);
      const whole = Buffer.concat([head, randomness.bytes(nonceBytes)]);
      const mac = macOf(whole, use, payload);
      const text = Buffer.concat([whole, mac]).toString('base64url');
      return payload === '' ? text : `${text}.${Buffer.from(payload).toString('base64url')}`;
    },

    /** Undefined for one that expired, was made for another use, or was never made. */
    read(challenge: string, use: ChallengeUse): OpenChallenge | undefined {
      if (!pattern.test(challenge)) return undefined;
      const [text = '', encoded = ''] = challenge.split('.');
      const bytes = Buffer.from(text, 'base64url');
      const head = bytes.subarray(0, timeBytes + nonceBytes);
      const mac = bytes.subarray(-macBytes);
      const payload = Buffer.from(encoded, 'base64url').toString();
      if (!hasher.equal(macOf(head, use, payload), mac)) return undefined;
      const expiresAt = head.readUIntBE(0, timeBytes);
      if (expiresAt <= clock.now()) return undefined;
      return { payload, expiresAt, mark: `challenge ${mac.toString('base64url')}` };
    },

    /** Spends it within the caller's transaction. Of concurrent callers one gets true. */
    async spend(
      { auditMarks }: Pick<Repositories, 'auditMarks'>,
      { mark, expiresAt }: OpenChallenge,
    ): Promise<boolean> {
      return await auditMarks.add(mark, expiresAt);
    },
  };
}
