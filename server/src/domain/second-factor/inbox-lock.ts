import type { Account } from '../model/account.ts';
import type { Instant } from '../model/clock.ts';
import type { Database, Repositories } from '../model/database.ts';
import type { Delivery } from '../model/dispatch.ts';
import type { ApiKeyId } from '../model/ids.ts';
import type { InboxItem } from '../model/inbox-item.ts';
import type { Session } from '../model/person.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { isGuarded } from '../model/receiver-code.ts';
import { replacesCode, strengthOf } from '../people/session-strength.ts';
import type { LockedDelivery, ShownSessions } from './receiver-sessions.ts';
import { findLack, lacksPassword } from './receiver-sessions.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'hasher'> {
  database: Pick<Database, 'dispatches' | 'passwords' | 'receiverSessions'>;
}

/** A person who looks into their inbox. */
interface Reader {
  account: Account;
  session: Session;
}

/** A closed item, with the delivery that it is of. */
export type LockedItem = Pick<LockedDelivery, 'lacks'> & { delivery: Delivery };

export type InboxLock = ReturnType<typeof createInboxLock>;

/**
 * Keeps what a sender demanded in force in the inbox of a person: whoever reads the mailbox can reset the password. A
 * strong session stands in for the code, and nothing for the password of the drop, which nobody but its sender tells.
 * What came through a request of the account itself is never locked.
 */
export function createInboxLock({ database, hasher, clock }: Dependencies) {
  async function findResetAt({ id }: Account): Promise<Instant | undefined> {
    return (await database.passwords.find(id))?.resetAt;
  }

  function isReplaced({ session }: Reader, item: InboxItem, resetAt: Instant | undefined): boolean {
    return replacesCode(strengthOf(session), { sentAt: item.createdAt, resetAt });
  }

  /** What is missing to open an item in a browser with these sessions. */
  async function findMissing(
    { receiverId }: InboxItem,
    shown: ShownSessions,
    hasStrongSession: boolean,
  ): Promise<LockedItem | undefined> {
    const delivery = await database.dispatches.findByReceiver(receiverId);
    if (delivery === undefined) throw new Error('An item of an inbox has no delivery');
    const parts = { database, hasher, clock };
    const lacks = hasStrongSession
      ? (await lacksPassword(parts, delivery, shown)) && 'password'
      : await findLack(parts, delivery, shown);
    return lacks ? { delivery, lacks } : undefined;
  }

  return {
    /** The delivery for which something must be entered first; undefined where the item is open. */
    async findLocked(
      reader: Reader,
      item: InboxItem,
      shown: ShownSessions,
    ): Promise<LockedItem | undefined> {
      if (!isGuarded(item)) return undefined;
      const isStrong = isReplaced(reader, item, await findResetAt(reader.account));
      if (isStrong && item.hasPassword !== true) return undefined;
      return await findMissing(item, shown, isStrong);
    },

    /** The items of which a list shows the sender only, in a browser with these sessions. */
    async listClosed(
      reader: Reader,
      items: readonly InboxItem[],
      sessionsOf: (item: InboxItem) => ShownSessions,
    ): Promise<Set<InboxItem>> {
      const guarded = items.filter(isGuarded);
      const closed = new Set<InboxItem>();
      if (guarded.length === 0) return closed;
      const resetAt = await findResetAt(reader.account);
      for (const item of guarded) {
        const isStrong = isReplaced(reader, item, resetAt);
        if (isStrong && item.hasPassword !== true) continue;
        const shown = sessionsOf(item);
        // Most have none: they need no query.
        const hasAny = shown.code !== undefined || shown.password !== undefined;
        if (hasAny && (await findMissing(item, shown, isStrong)) === undefined) continue;
        closed.add(item);
      }
      return closed;
    },
  };
}

/** A transfer that an account reads with an API key. */
interface KeyedRead {
  secondFactor: SecondFactorMode;
  passwordHash?: string;
  hasPassword?: true;
  createdAt: Instant;
}

/**
 * Says which transfers a key of an account may read. A key of a person cannot enter a code or a password, and counts
 * in their place only if it was there before: whoever reads the mailbox can reset the password and make another.
 * Programs have their keys from the operator.
 */
export async function keyReads(
  { apiKeys }: Pick<Repositories, 'apiKeys'>,
  { account, keyId }: { account: Account; keyId: ApiKeyId },
  transfers: readonly KeyedRead[],
): Promise<(transfer: KeyedRead) => boolean> {
  const isAsked = (transfer: KeyedRead) => account.role !== 'api' && isGuarded(transfer);
  if (!transfers.some(isAsked)) return () => true;
  const key = (await apiKeys.listFor(account.id)).find(({ id }) => id === keyId);
  return (transfer) =>
    !isAsked(transfer) || (key !== undefined && key.createdAt < transfer.createdAt);
}
