import type { Clock, Instant } from '../model/clock.ts';
import { second } from '../model/clock.ts';
import type { Database, DatabaseOf } from '../model/database.ts';
import type { Randomness, ReceiverId } from '../model/ids.ts';
import { newId } from '../model/ids.ts';
import type { InboxQueueRepository, Lease, QueuedItem } from '../model/inbox-queue.ts';
import type { Outcome, RepeatClaim } from '../model/repeat.ts';
import { settle } from '../model/repeat.ts';
import { ValiseError } from '../model/valise-error.ts';
import type { TokenHasher } from '../ports/hashers.ts';
import type { KeyedInbox, KeyedReader, WholeItem } from './keyed-inbox.ts';

interface Dependencies {
  database: DatabaseOf<'apiKeys' | 'idempotency' | 'inboxQueue'> & Pick<Database, 'version'>;
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

/** An item, and the token of the lease that its holder shows. */
interface HeldItem {
  id: string;
  token: string;
}

/** What one request leased: the receivers whose items they are, and the nonce of their leases. */
export interface Taken extends Outcome {
  nonce: string;
  receivers: readonly ReceiverId[];
}

/** The item whose lease a request changed. */
export interface ChangedItem extends Outcome {
  item: string;
}

const nothingTaken: Taken = { nonce: '', receivers: [] };

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

  /**
   * Changes an item while the lease runs. Throws `lease_lost` where it has ended, another took its place, or it was
   * never given.
   */
  async function changeHeld(
    reader: KeyedReader,
    { id, token }: HeldItem,
    claim: RepeatClaim | undefined,
    change: (queue: InboxQueueRepository, item: QueuedItem, lease: Lease) => Promise<boolean>,
  ): Promise<ChangedItem> {
    const item = await keyedInbox.getBare(reader, id);
    const { lease } = item;
    if (lease === undefined || !isTokenOf(token, item, lease)) throw lost();
    const changed = { item: id };
    const isDone = await database.transact(async (repositories) => {
      if (!(await change(repositories.inboxQueue, item, lease))) return false;
      await settle(repositories, claim, changed, clock.now());
      return true;
    });
    if (!isDone) throw lost();
    return changed;
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
    claim: RepeatClaim | undefined,
  ): Promise<Taken> {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const found = await listFree(reader, max);
      if (found.length === 0) return nothingTaken;
      const taken = await database.transact(async (repositories) => {
        const now = clock.now();
        const lease = { nonce: newId(randomness), endsAt: now + seconds * second };
        const { inboxQueue } = repositories;
        const receivers = await inboxQueue.lease(found, { ...lease, limit: max, now });
        if (receivers.length === 0) return nothingTaken;
        await settle(repositories, claim, { nonce: lease.nonce, receivers }, now);
        return { nonce: lease.nonce, receivers };
      });
      if (taken.receivers.length > 0) return taken;
    }
    return nothingTaken;
  }

  return {
    /** Another number where anyone has committed something since it was last asked for; as that of the database. */
    version: (): number | undefined => database.version(),

    /** None where nothing is free, which uses up no claim: what is repeated looks again. */
    async lease(
      reader: KeyedReader,
      wanted: { max: number; seconds: number },
      claim?: RepeatClaim,
    ): Promise<Taken> {
      return await inTurn(reader.account.email, () => take(reader, wanted, claim));
    },

    /** Those of the items that are still held by the leases that a request took. */
    async show(reader: KeyedReader, { nonce, receivers }: Taken): Promise<LeasedItem[]> {
      if (receivers.length === 0) return [];
      const { email } = reader.account;
      const now = clock.now();
      const items = await database.inboxQueue.listByReceivers(email, receivers, now);
      return (await keyedInbox.withFiles(items)).flatMap((item) => {
        const { lease, acknowledgedAt } = item;
        if (lease?.nonce !== nonce || lease.endsAt <= now || acknowledgedAt !== undefined)
          return [];
        return [{ item, token: tokenOf(item, lease), endsAt: lease.endsAt }];
      });
    },

    /** An item that a lease holds now. Throws `lease_lost`. */
    async showHeld(reader: KeyedReader, { id, token }: HeldItem): Promise<LeasedItem> {
      const item = await keyedInbox.get(reader, id);
      const { lease } = item;
      if (lease === undefined || lease.endsAt <= clock.now() || !isTokenOf(token, item, lease)) {
        throw lost();
      }
      return { item, token, endsAt: lease.endsAt };
    },

    /** When the next running lease of the inbox ends, undefined where none does. */
    async findNextEnd({ account }: KeyedReader): Promise<Instant | undefined> {
      return await database.inboxQueue.findNextEnd(account.email, clock.now());
    },

    /** No lease hands the item out again. Doing it again with the same lease changes nothing. */
    async acknowledge(
      reader: KeyedReader,
      held: HeldItem,
      claim?: RepeatClaim,
    ): Promise<ChangedItem> {
      return await changeHeld(reader, held, claim, async (queue, item, { nonce }) => {
        if (item.acknowledgedAt !== undefined) return true;
        return await queue.acknowledge(item.receiverId, nonce, clock.now());
      });
    },

    /** Has the lease end so many seconds from now. */
    async renew(
      reader: KeyedReader,
      { seconds, ...held }: HeldItem & { seconds: number },
      claim?: RepeatClaim,
    ): Promise<ChangedItem> {
      const now = clock.now();
      const endsAt = now + seconds * second;
      return await changeHeld(reader, held, claim, (queue, { receiverId }, { nonce }) =>
        queue.renew(receiverId, { nonce, endsAt }, now),
      );
    },

    /** Ends the lease: the item can be handed out again at once. */
    async release(reader: KeyedReader, held: HeldItem, claim?: RepeatClaim): Promise<ChangedItem> {
      return await changeHeld(reader, held, claim, (queue, { receiverId }, { nonce }) =>
        queue.release(receiverId, nonce, clock.now()),
      );
    },

    /** Has a parked item handed out again. Changes nothing of any other. */
    async unpark(reader: KeyedReader, id: string, claim?: RepeatClaim): Promise<ChangedItem> {
      const { receiverId } = await keyedInbox.getBare(reader, id);
      const changed = { item: id };
      await database.transact(async (repositories) => {
        await repositories.inboxQueue.unpark(receiverId);
        await settle(repositories, claim, changed, clock.now());
      });
      return changed;
    },
  };
}

function lost(): ValiseError {
  return new ValiseError(
    'lease_lost',
    'This lease of the item has ended. Lease the item again, unless another program has it.',
  );
}
