import type { Clock, Instant } from '../model/clock.ts';
import type { Repositories } from '../model/database.ts';
import type { Randomness } from '../model/ids.ts';
import type { TokenHasher } from '../ports/hashers.ts';

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
  /** Which of the hashes of `TokenHasher` it carries. */
  hashIndex: number;
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
  hasher: TokenHasher;
  randomness: Randomness;
  clock: Pick<Clock, 'now'>;
}) {
  const { hasher, randomness, clock } = services;

  function fieldsOf(head: Buffer, { purpose, browser }: ChallengeUse, payload: string): string[] {
    return [purpose, browser, head.toString('base64url'), payload];
  }

  return {
    /** In characters of base64url, and a dot before the payload where there is one. */
    make(use: ChallengeUse, lifetimeMs: number, payload = ''): string {
      const head = Buffer.alloc(timeBytes);
      head.writeUIntBE(clock.now() + lifetimeMs, 0, timeBytes);
      const whole = Buffer.concat([head, randomness.bytes(nonceBytes)]);
      const mac = hasher.hash('challenge', ...fieldsOf(whole, use, payload));
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
      const hashes = hasher.hashes('challenge', ...fieldsOf(head, use, payload));
      const hashIndex = hashes.findIndex((hash) => hasher.equal(hash, mac));
      if (hashIndex === -1) return undefined;
      const expiresAt = head.readUIntBE(0, timeBytes);
      if (expiresAt <= clock.now()) return undefined;
      return { payload, expiresAt, hashIndex, mark: `challenge ${mac.toString('base64url')}` };
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
