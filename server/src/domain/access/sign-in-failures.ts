import { recordRepeated } from '../audit/record-repeated.ts';
import type { EventRows, RecordedHappening } from '../model/event.ts';
import { recordOf } from '../model/event.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { Actor } from '../model/principal.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { SignInLimiter } from '../ports/rate-limiter.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import type { RefusedKey } from './refused-key.ts';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<'repeatedActs' | EventRows>;
  limiter: SignInLimiter;
}

/** One attempt to sign in with a key. */
export interface KeyAttempt {
  /** The address that came with the key, or the scheme of one that comes without. */
  name: string;
  actor: Actor;
  /** Whether the limiter has counted it as failed. */
  isCounted: boolean;
}

/** Counts and records failed attempts to sign in with a key. */
export function createSignInFailures({ database, limiter, events, clock }: Dependencies) {
  /** Counts an attempt as failed, once, whether or not that is known yet. Throws when there were too many. */
  async function count(attempt: KeyAttempt): Promise<void> {
    if (attempt.isCounted) return;
    attempt.isCounted = true;
    const verdict = await limiter.fail(attempt.name, attempt.actor.source);
    if (verdict.kind !== 'blocked') return;
    if (verdict.first) await recordFailure(attempt, 'sign_in.blocked');
    throw new ValiseError(
      'too_many_requests',
      `Too many failed sign-ins. Try again in ${verdict.retryAfterSeconds} seconds.`,
      { retryAfterSeconds: verdict.retryAfterSeconds },
    );
  }

  async function recordFailure(
    { name, actor }: KeyAttempt,
    action: 'sign_in.failed' | 'sign_in.blocked',
    refused?: RefusedKey,
  ): Promise<void> {
    const outcome = 'refused';
    if (refused !== undefined) {
      const { account, keyId: key, refused: reason } = refused;
      const event = { action, account, ids: { key }, outcome, details: { key, reason } } as const;
      // Wrong keys, which anyone can send, must not make it one of many.
      await recordRefusal(actor, event, key);
      return;
    }
    // The attacker chooses the address: acts are not told apart by it.
    await recordRefusal(actor, { action, account: undefined, object: name, outcome });
  }

  async function recordRefusal(actor: Actor, event: RecordedHappening, per = ''): Promise<void> {
    const short = { ...event, object: recordOf(event).object.slice(0, 254) };
    await database.transact((repositories) =>
      recordRepeated({ events, clock }, repositories, { actor, event: short, per }),
    );
  }

  return {
    count,
    recordRefusal,

    /** For an attempt that failed. Throws `too_many_requests` when there were too many. */
    async note(attempt: KeyAttempt, refused?: RefusedKey): Promise<void> {
      await count(attempt);
      await recordFailure(attempt, 'sign_in.failed', refused);
    },
  };
}
