import type { Account } from '../model/account.ts';
import type { Instant } from '../model/clock.ts';
import type { Database, Repositories } from '../model/database.ts';
import type { Delivery } from '../model/dispatch.ts';
import type { ApiKeyId } from '../model/ids.ts';
import type { InboxItem } from '../model/inbox-item.ts';
import type { Session } from '../model/person.ts';
import type { SecondFactorMode } from '../model/receiver-code.ts';
import { replacesCode, strengthOf } from '../people/session-strength.ts';
import { isLocked } from './second-factor.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

interface Dependencies extends Pick<ServiceParts, 'clock' | 'hasher'> {
  database: Pick<Database, 'dispatches' | 'passwords' | 'receiverSessions'>;
}

/** A person who looks into their inbox. */
interface Reader {
  account: Account;
  session: Session;
}

export type InboxLock = ReturnType<typeof createInboxLock>;

/**
 * Keeps the code that a sender demanded in force in the inbox of a person: whoever reads the mailbox can
 * reset the password. What came through a request of the account itself is never locked.
 */
export function createInboxLock({ database, hasher, clock }: Dependencies) {
  async function findResetAt({ id }: Account): Promise<Instant | undefined> {
    return (await database.passwords.find(id))?.resetAt;
  }

  function demandsCode({ secondFactor }: InboxItem): boolean {
    return secondFactor !== 'off';
  }

  function isReplaced({ session }: Reader, item: InboxItem, resetAt: Instant | undefined): boolean {
    return replacesCode(strengthOf(session), { sentAt: item.createdAt, resetAt });
  }

  /** The delivery of an item, unless its code was entered in the browser with this session. */
  async function findUnentered(
    { receiverId }: InboxItem,
    codeSession: string | undefined,
  ): Promise<Delivery | undefined> {
    const delivery = await database.dispatches.findByReceiver(receiverId);
    if (delivery === undefined) throw new Error('An item of an inbox has no delivery');
    const isClosed = await isLocked({ database, hasher, clock }, delivery, codeSession);
    return isClosed ? delivery : undefined;
  }

  return {
    /** The delivery for which a code must be entered first; undefined where the item is open. */
    async findLocked(
      reader: Reader,
      item: InboxItem,
      codeSession: string | undefined,
    ): Promise<Delivery | undefined> {
      if (!demandsCode(item)) return undefined;
      if (isReplaced(reader, item, await findResetAt(reader.account))) return undefined;
      return await findUnentered(item, codeSession);
    },

    /** The items of which a list shows the sender only, in a browser with these sessions of codes. */
    async listClosed(
      reader: Reader,
      items: readonly InboxItem[],
      codeSessionOf: (item: InboxItem) => string | undefined,
    ): Promise<Set<InboxItem>> {
      const demanding = items.filter(demandsCode);
      const closed = new Set<InboxItem>();
      if (demanding.length === 0) return closed;
      const resetAt = await findResetAt(reader.account);
      for (const item of demanding) {
        if (isReplaced(reader, item, resetAt)) continue;
        const session = codeSessionOf(item);
        // Most have none: they need no query.
        if (session !== undefined && (await findUnentered(item, session)) === undefined) continue;
        closed.add(item);
      }
      return closed;
    },
  };
}

/** A transfer that an account reads with an API key. */
interface KeyedRead {
  secondFactor: SecondFactorMode;
  createdAt: Instant;
}

/**
 * Says which transfers a key of an account may read. A key of a person cannot enter a code, and counts in its place
 * only if it was there before: whoever reads the mailbox can reset the password and make another. Programs
 * have their keys from the operator.
 */
export async function keyReads(
  { apiKeys }: Pick<Repositories, 'apiKeys'>,
  { account, keyId }: { account: Account; keyId: ApiKeyId },
  transfers: readonly KeyedRead[],
): Promise<(transfer: KeyedRead) => boolean> {
  const isAsked = ({ secondFactor }: KeyedRead) => account.role !== 'api' && secondFactor !== 'off';
  if (!transfers.some(isAsked)) return () => true;
  const key = (await apiKeys.listFor(account.id)).find(({ id }) => id === keyId);
  return (transfer) =>
    !isAsked(transfer) || (key !== undefined && key.createdAt < transfer.createdAt);
}
