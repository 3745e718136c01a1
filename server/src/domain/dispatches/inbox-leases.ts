import type { Clock, Instant } from '../model/clock.ts';
import { second } from '../model/clock.ts';
import type { Database, DatabaseOf } from '../model/database.ts';
import type { Randomness, ReceiverId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { InboxQueueRepository, Lease, QueuedItem } from '../model/inbox-queue.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { TokenHasher } from '../ports/hashers.ts';
import type { KeyedInbox, KeyedReader, WholeItem } from './keyed-inbox.ts';

interface Dependencies {
  database: DatabaseOf<'apiKeys' | 'inboxQueue'> & Pick<Database, 'version'>;
  keyedInbox: Pick<KeyedInbox, 'get' | 'getBare' | 'withFiles'>;
  hasher: Pick<TokenHasher, 'hash' | 'isHash'>;
  randomness: Randomness;
  clock: Pick<Clock, 'now'>;
}

/** An item that was handed out. */
export interface LeasedItem {
  item: WholeItem;
  /** Shown by who deals with the item. It grants nothing without a key of the account. */
  token: string;
  endsAt: Instant;
}

/** How many more items are found than wanted, and how often: others take some of them meanwhile. */
const spareItems = 200;
const mostTries = 5;

export type InboxLeases = ReturnType<typeof createInboxLeases>;

/**
 * Hands each item of an inbox to one program at a time, until one acknowledges it. What is not acknowledged comes back
 * when its lease ends (decision 0096).
 */
export function createInboxLeases(dependencies: Dependencies) {
  const { database, keyedInbox, hasher, randomness, clock } = dependencies;
  const lastTurns = new Map<string, Promise<undefined>>();

  function tokenOf({ receiverId }: Pick<QueuedItem, 'receiverId'>, { nonce }: Lease): string {
    return hasher.hash('inbox lease', receiverId, nonce).toString('base64url');
  }

  function isTokenOf(shown: string, { receiverId }: QueuedItem, { nonce }: Lease): boolean {
    const token = Buffer.from(shown, 'base64url');
    return hasher.isHash(token, 'inbox lease', receiverId, nonce);
  }

  /** From when on the key may read what a sender demands a code for: as `keyReads`. */
  async function findCodesSince({ account, keyId }: KeyedReader): Promise<Instant> {
    if (account.role === 'api') return -1;
    const keys = await database.apiKeys.listFor(account.id);
    return keys.find(({ id }) => id === keyId)?.createdAt ?? Infinity;
  }

  /** Items that are free now, oldest first: more than wanted, as others take some of them meanwhile. */
  async function listFree(reader: KeyedReader, max: number): Promise<ReceiverId[]> {
    const { email } = reader.account;
    const codesSince = Math.min(await findCodesSince(reader), Number.MAX_SAFE_INTEGER);
    const limit = max + spareItems;
    return await database.inboxQueue.listFree(email, clock.now(), { codesSince, limit });
  }

  /** The items with the running lease of each. */
  async function show(reader: KeyedReader, ids: readonly ReceiverId[]): Promise<LeasedItem[]> {
    const { email } = reader.account;
    const items = await database.inboxQueue.listByReceivers(email, ids, clock.now());
    return (await keyedInbox.withFiles(items)).flatMap((item) => {
      const { lease } = item;
      return lease === undefined
        ? []
        : [{ item, token: tokenOf(item, lease), endsAt: lease.endsAt }];
    });
  }

  /**
   * Changes an item while the lease runs. Throws `lease_lost` where it has ended, another took its place, or it was
   * never given.
   */
  async function changeHeld(
    reader: KeyedReader,
    id: string,
    token: string,
    change: (queue: InboxQueueRepository, item: QueuedItem, lease: Lease) => Promise<boolean>,
  ): Promise<void> {
    const item = await keyedInbox.getBare(reader, id);
    const { lease } = item;
    if (lease === undefined || !isTokenOf(token, item, lease)) throw lost();
    const isDone = await database.transact(({ inboxQueue }) => change(inboxQueue, item, lease));
    if (!isDone) throw lost();
  }

  /** After the others of this process: each sees what those before have left. */
  async function inTurn<Result>(email: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (lastTurns.get(email) ?? Promise.resolve()).then(work);
    const ended = turn.then(
      () => undefined,
      () => undefined,
    );
    lastTurns.set(email, ended);
    try {
      return await turn;
    } finally {
      if (lastTurns.get(email) === ended) lastTurns.delete(email);
    }
  }

  async function take(
    reader: KeyedReader,
    { max, seconds }: { max: number; seconds: number },
  ): Promise<ReceiverId[]> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const found = await listFree(reader, max);
      if (found.length === 0) return [];
      const taken = await database.transact(async ({ inboxQueue }) => {
        const now = clock.now();
        const lease = { nonce: newId(randomness), endsAt: now + seconds * second };
        return await inboxQueue.lease(found, { ...lease, limit: max, now });
      });
      if (taken.length > 0) return taken;
    }
    return [];
  }

  return {
    /** Another number where anyone has committed something since it was last asked for; as that of the database. */
    version: (): number | undefined => database.version(),

    /** None where nothing is free. */
    async lease(
      reader: KeyedReader,
      wanted: { max: number; seconds: number },
    ): Promise<LeasedItem[]> {
      const taken = await inTurn(reader.account.email, () => take(reader, wanted));
      return await show(reader, taken);
    },

    /** When the next running lease of the inbox ends, undefined where none does. */
    async findNextEnd({ account }: KeyedReader): Promise<Instant | undefined> {
      return await database.inboxQueue.findNextEnd(account.email, clock.now());
    },

    /** No lease hands the item out again. Doing it again with the same lease changes nothing. */
    async acknowledge(reader: KeyedReader, id: string, token: string): Promise<WholeItem> {
      await changeHeld(
        reader,
        id,
        token,
        async (queue, { receiverId, acknowledgedAt }, { nonce }) => {
          if (acknowledgedAt !== undefined) return true;
          return await queue.acknowledge(receiverId, nonce, clock.now());
        },
      );
      return await keyedInbox.get(reader, id);
    },

    /** Has the lease end so many seconds from now. */
    async renew(
      reader: KeyedReader,
      id: string,
      { token, seconds }: { token: string; seconds: number },
    ): Promise<LeasedItem> {
      const now = clock.now();
      const endsAt = now + seconds * second;
      await changeHeld(reader, id, token, async (queue, { receiverId }, { nonce }) =>
        queue.renew(receiverId, { nonce, endsAt }, now),
      );
      return { item: await keyedInbox.get(reader, id), token, endsAt };
    },

    /** Ends the lease: the item can be handed out again at once. */
    async release(reader: KeyedReader, id: string, token: string): Promise<WholeItem> {
      await changeHeld(reader, id, token, async (queue, { receiverId }, { nonce }) =>
        queue.release(receiverId, nonce, clock.now()),
      );
      return await keyedInbox.get(reader, id);
    },

    /** Has a parked item handed out again. Changes nothing of any other. */
    async unpark(reader: KeyedReader, id: string): Promise<WholeItem> {
      const { receiverId } = await keyedInbox.getBare(reader, id);
      await database.transact(({ inboxQueue }) => inboxQueue.unpark(receiverId));
      return await keyedInbox.get(reader, id);
    },
  };
}

function lost(): ValiseError {
  return new ValiseError(
    'lease_lost',
    'This lease of the item has ended. Lease the item again, unless another program has it.',
  );
}
