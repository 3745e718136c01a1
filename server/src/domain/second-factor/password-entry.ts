import { recordRepeated } from '../audit/record-repeated.ts';
import { second } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import type { Delivery } from '../model/dispatch.ts';
import { findDropPasswordProblem, keptDropPassword } from '../model/drop-password.ts';
import type { EventRows } from '../model/event.ts';
import type { DispatchId } from '../model/ids.ts';
import type { Actor } from '../model/principal.ts';
import { noteOpened } from '../events/note-opened.ts';
import type { GuessedAt, TakenAttempt } from '../people/sign-in-pause.ts';
import { takeAttempt } from '../people/sign-in-pause.ts';
import type { HashSlots } from '../ports/coordination.ts';
import type { PasswordHasher } from '../ports/hashers.ts';
import { inSlot } from '../ports/in-slot.ts';
import type { PasswordLimiter } from '../ports/rate-limiter.ts';
import { wideNetworkOf } from '../ports/rate-limiter.ts';
import type { ServiceParts } from '../ports/service-parts.ts';
import { newReceiverSession } from './receiver-sessions.ts';
import { countRefused } from './refused-guesses.ts';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events' | 'hasher' | 'randomness'> {
  database: DatabaseOf<'dispatches' | 'receiverSessions' | 'repeatedActs' | 'visits' | EventRows>;
  passwordHasher: PasswordHasher;
  /** Those of drops. */
  hashSlots: HashSlots;
  passwordLimiter: PasswordLimiter;
}

/** `blocked`: too many attempts, and this one was not verified. */
export type PasswordEntered =
  | { kind: 'right'; secret: string; expiresAt: number }
  | { kind: 'wrong' }
  | { kind: 'blocked'; retryAfterSeconds: number };

export type PasswordEntry = ReturnType<typeof createPasswordEntry>;

/**
 * How receivers enter the password that a sender has told them. Hashes are slow, and wait in a queue of their own;
 * guesses are counted for the link and for the network, as those of a person's password are, so that nobody can keep
 * the receiver out for longer than half a minute.
 */
export function createPasswordEntry(dependencies: Dependencies) {
  const { database, events, passwordHasher, hashSlots, passwordLimiter, clock } = dependencies;

  /** What is longer than any password is none, and costs what any other costs. */
  async function isRight({ source }: Actor, dispatchId: DispatchId, phc: string, written: string) {
    const tried = findDropPasswordProblem(written) === 'long' ? '' : keptDropPassword(written);
    return await inSlot(hashSlots, { isKnown: false, group: wideNetworkOf(source) }, () =>
      passwordHasher.verify(tried, dispatchId, phc),
    );
  }

  /** Counts an attempt before the password is verified: concurrent guesses get no more. */
  async function take(actor: Actor, guessed: GuessedAt): Promise<TakenAttempt> {
    const verdict = await passwordLimiter.count(guessed.name, actor.source);
    if (verdict.kind === 'blocked') {
      return { kind: 'paused', untilMs: verdict.retryAfterSeconds * second };
    }
    return await database.transact((repositories) =>
      takeAttempt(repositories, guessed, { actor, now: clock.now() }),
    );
  }

  async function refuse(actor: Actor, delivery: Delivery): Promise<void> {
    const { dispatch, receiver } = delivery;
    await database.transact(async (repositories) => {
      await recordRepeated({ events, clock }, repositories, {
        actor,
        per: `link ${receiver.id}`,
        event: {
          action: 'drop_password.refused',
          account: { id: dispatch.accountId },
          ids: { dispatch: dispatch.id, receiver: receiver.id },
          outcome: 'refused',
        },
      });
      const mails = await countRefused(repositories, delivery);
      if (mails.length === 0) return;
      await events.tell(repositories, actor, {
        action: 'drop_password.guessed',
        account: { id: dispatch.accountId },
        ids: { dispatch: dispatch.id, receiver: receiver.id },
        mails,
      });
    });
  }

  return {
    /**
     * Tries a password at the link, or in the inbox, of a receiver. The right one returns the secret of a session.
     * Throws `unavailable` when too many wait to be verified.
     */
    async enter(actor: Actor, delivery: Delivery, written: string): Promise<PasswordEntered> {
      const { dispatch, receiver } = delivery;
      const { passwordHash } = dispatch;
      if (passwordHash === undefined || written === '') return { kind: 'wrong' };
      const taken = await take(actor, {
        action: 'drop_password.refused',
        object: dispatch.id,
        name: `receiver ${receiver.id}`,
      });
      if (taken.kind === 'paused') {
        return { kind: 'blocked', retryAfterSeconds: Math.ceil(taken.untilMs / second) };
      }
      const isOpened = await isRight(actor, dispatch.id, passwordHash, written).catch(
        async (error: unknown) => {
          // Nothing was tried where too many wait.
          await database.transact(async (rows) => taken.takeBack?.(rows));
          throw error;
        },
      );
      if (!isOpened) {
        await refuse(actor, delivery);
        return { kind: 'wrong' };
      }
      const { secret, session } = newReceiverSession(dependencies, delivery, 'password');
      await database.transact(async (repositories) => {
        await taken.takeBack?.(repositories);
        await repositories.receiverSessions.add(session);
        await noteOpened(dependencies, repositories, actor, delivery);
        await events.tell(repositories, actor, {
          action: 'drop_password.accepted',
          account: { id: dispatch.accountId },
          ids: { dispatch: dispatch.id, receiver: receiver.id },
        });
      });
      return { kind: 'right', secret, expiresAt: session.expiresAt };
    },
  };
}
