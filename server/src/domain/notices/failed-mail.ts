import type { Account } from '../model/account.ts';
import type { AuditTrail } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import { minute } from '../model/clock.ts';
import type { DatabaseOf, Repositories } from '../model/database.ts';
import type { Delivery } from '../model/dispatch.ts';
import type { Randomness, ReceiverId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import { isToReceiver } from '../model/mail-kinds.ts';
import type { OutboxEntry } from '../model/outbox.ts';
import type { Actor } from '../model/principal.ts';
import { addToDigest } from './digest.ts';

interface Dependencies {
  database: DatabaseOf<'audit' | 'dispatches' | 'outbox'>;
  audit: AuditTrail;
  randomness: Randomness;
  clock: Clock;
  actor: Actor;
}

/** Refusals come at once: those of one drop soon follow each other. */
const undeliveredHoldMs = minute;

export type FailedMail = ReturnType<typeof createFailedMail>;

/** What happens to a message that will never arrive. */
export function createFailedMail({ database, audit, randomness, clock, actor }: Dependencies) {
  async function tellSender(
    repositories: Pick<Repositories, 'audit' | 'dispatches' | 'outbox'>,
    account: Account,
    { id }: OutboxEntry,
  ): Promise<void> {
    const news = { kind: 'undelivered', account, ids: [id], holdMs: undeliveredHoldMs } as const;
    await addToDigest(repositories, { randomness, clock }, news);
  }

  /** Whether nobody has settled it: the sender is notified once. */
  async function isWaiting(
    outbox: Pick<Repositories['outbox'], 'find'>,
    { id }: OutboxEntry,
  ): Promise<boolean> {
    return (await outbox.find(id))?.state === 'waiting';
  }

  return {
    /**
     * Settles it, records it, and notifies its sender. A mail to an account causes no notice: a notice
     * about a notice would have no end.
     */
    async settle(
      entry: OutboxEntry,
      state: 'refused' | 'abandoned',
      reason: string,
    ): Promise<void> {
      await database.transact(async (repositories) => {
        const { outbox, dispatches } = repositories;
        if (!(await isWaiting(outbox, entry))) return;
        await outbox.settle(entry.id, state, clock.now(), reason);
        const { receiverId } = entry;
        const delivery = receiverId && (await dispatches.findByReceiver(receiverId));
        const isTold = isToReceiver(entry.kind) && delivery !== undefined;
        await audit.record(repositories, actor, {
          action: `mail.${state}`,
          object: entry.id,
          outcome: 'failed',
          details: {
            kind: entry.kind,
            ...(isTold && { receiver: contactOf(delivery), transfer: delivery.dispatch.id }),
            reason,
          },
        });
        if (isTold) await tellSender(repositories, delivery.sender, entry);
      });
    },

    /** Settles a mail that its receiver refuses, and notifies its sender. */
    async suppress(entry: OutboxEntry): Promise<void> {
      await database.transact(async (repositories) => {
        const { outbox, dispatches } = repositories;
        if (!(await isWaiting(outbox, entry))) return;
        await outbox.settle(entry.id, 'suppressed', clock.now());
        const delivery = entry.receiverId && (await dispatches.findByReceiver(entry.receiverId));
        if (delivery !== undefined) await tellSender(repositories, delivery.sender, entry);
      });
    },
  };
}

/** Whom a mail to a receiver goes to: the sender of a return, who is told that it arrived. */
function contactOf({ dispatch, receiver }: Delivery): string {
  return dispatch.origin?.email ?? receiver.email;
}

/** Mails about the security of an account. They cannot be switched off. */
export type AccountNotice =
  | 'codes_refused'
  | 'codes_used_up'
  | 'revoked'
  | 'key_rotated'
  | 'key_ending'
  | 'account_disabled'
  | 'account_enabled'
  | 'password_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'identity_linked'
  | 'identity_unlinked'
  | 'authenticator_added'
  | 'authenticator_removed'
  | 'recovery_codes_made'
  | 'sign_in_codes_refused'
  | 'sign_in_attempts'
  | 'second_factor_removed';

/** Queues a mail to the owner of an account, in the transaction of the act. */
export async function tellAccount(
  { outbox }: Pick<Repositories, 'outbox'>,
  { randomness, clock }: { randomness: Randomness; clock: Clock },
  kind: AccountNotice,
  account: Pick<Account, 'id' | 'email'>,
  receiverId?: ReceiverId,
): Promise<void> {
  await outbox.add([
    {
      id: newId(randomness),
      kind,
      to: account.email,
      accountId: account.id,
      receiverId,
      createdAt: clock.now(),
    },
  ]);
}
