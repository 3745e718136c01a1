import type { Clock } from '../domain/model/clock.ts';
import { minute } from '../domain/model/clock.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type {
  ByteReservations,
  Count,
  HashClaim,
  HashQueue,
  RateCounter,
  RateCounterName,
  RateCounters,
  ReservationAnswer,
  ReservedAmount,
  SlotClaim,
} from '../domain/ports/coordination.ts';
import { HashSlotTable, maxHashes } from './hash-slot-table.ts';

/** What one process may do with the tables. Parameters and answers are JSON. */
export interface TableAnswers {
  count(counted: { counter: RateCounterName; keys: readonly string[] }): Promise<Count[]>;
  /** Counts a transfer that begins; answers with the id to release it by. */
  takeSlot(claim: SlotClaim): number;
  releaseSlot(id: number): void;
  /** Counts bytes of a running upload. */
  reserveBytes(claim: ReservationClaim): ReservationAnswer;
  releaseBytes(id: number): void;
  /** Whether this process leads the job, from now on if nobody did. */
  lead(job: string): boolean;
  /** Waits for its turn to hash a password; answers with the id to release it by. */
  takeHashSlot(claim: HashClaim & { queue: HashQueue }): Promise<number>;
  releaseHashSlot(slot: { queue: HashQueue; id: number }): void;
}

/** Counts of all processes together. One process holds them: the only one, or the main process. */
export class SharedTables {
  readonly #counters;
  readonly #slots;
  readonly #reservations = new ReservationTable();
  readonly #hashes: Readonly<Record<HashQueue, HashSlotTable>>;
  /** By job. */
  readonly #leaders = new Map<string, object>();

  constructor(clock: Clock, limits: SlotLimits) {
    this.#counters = createRateCounters(clock);
    this.#slots = new SlotTable(limits);
    this.#hashes = {
      accounts: new HashSlotTable(clock, maxHashes.accounts),
      drops: new HashSlotTable(clock, maxHashes.drops),
    };
  }

  /** What `owner` takes is held until it or `releaseAll` releases it. */
  answersFor(owner: object): TableAnswers {
    return {
      count: ({ counter, keys }) => this.#counters[counter].count(keys),
      takeSlot: (claim) => this.#slots.take(owner, claim),
      releaseSlot: (id) => {
        this.#slots.release(id);
      },
      reserveBytes: (claim) => this.#reservations.reserve(owner, claim),
      releaseBytes: (id) => {
        this.#reservations.release(owner, id);
      },
      lead: (job) => {
        const leader = this.#leaders.get(job) ?? owner;
        this.#leaders.set(job, leader);
        return leader === owner;
      },
      takeHashSlot: ({ queue, ...claim }) => this.#hashes[queue].take(owner, claim),
      releaseHashSlot: ({ queue, id }) => {
        this.#hashes[queue].release(id);
      },
    };
  }

  releaseAll(owner: object): void {
    this.#slots.releaseAll(owner);
    this.#reservations.releaseAll(owner);
    for (const table of Object.values(this.#hashes)) table.releaseAll(owner);
    for (const [job, leader] of this.#leaders) if (leader === owner) this.#leaders.delete(job);
  }
}

/** The limits on concurrent transfers; 0 is no limit. */
export interface SlotLimits {
  perLink: number;
  perNetwork: number;
  inAll: number;
}

/** Suggested to refused clients: transfers end all the time. */
const retryAfterSeconds = 10;

/** Why a transfer is refused. */
export const slotRefusals = {
  link: ({ perLink }: SlotLimits) => tooManyTransfers('This link is', perLink),
  network: ({ perNetwork }: SlotLimits) => tooManyTransfers('Your network is', perNetwork),
  all: () =>
    new ValiseError('unavailable', 'The server is busy with other transfers. Try again soon.', {
      retryAfterSeconds,
    }),
};

function tooManyTransfers(who: string, limit: number): ValiseError {
  return new ValiseError(
    'too_many_requests',
    `${who} busy with ${limit} transfers, and more cannot run at a time. Try again soon.`,
    { retryAfterSeconds },
  );
}

/** Counts the transfers of all processes of a server. One process holds it. */
export class SlotTable {
  readonly #limits: SlotLimits;
  /** By id: what the slot counts for, and the process that holds it. */
  readonly #taken = new Map<number, SlotClaim & { owner: object }>();
  #lastId = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Returns the id to release it by. Throws as `TransferSlots.take` does. */
  take(owner: object, claim: SlotClaim): number {
    const { perLink, perNetwork, inAll } = this.#limits;
    if (this.#isFull('link', claim, perLink)) throw slotRefusals.link(this.#limits);
    if (this.#isFull('network', claim, perNetwork)) throw slotRefusals.network(this.#limits);
    if (inAll > 0 && this.#taken.size >= inAll) throw slotRefusals.all();
    this.#lastId += 1;
    this.#taken.set(this.#lastId, { ...claim, owner });
    return this.#lastId;
  }

  /** Counting the running transfers takes microseconds; a sum beside them would have to be kept in step. */
  #isFull(kind: 'link' | 'network', { [kind]: name }: SlotClaim, limit: number): boolean {
    if (name === null || limit === 0) return false;
    let held = 0;
    for (const slot of this.#taken.values()) if (slot[kind] === name) held += 1;
    return held >= limit;
  }

  /** Does nothing for a released one. */
  release(id: number): void {
    this.#taken.delete(id);
  }

  /** Releases what an ended process holds. */
  releaseAll(owner: object): void {
    for (const [id, slot] of this.#taken) if (slot.owner === owner) this.release(id);
  }
}

export interface ReservationClaim {
  /** Chosen by the process that claims, and unique in it. */
  id: number;
  /** Replaces what the reservation held before. */
  amounts: readonly ReservedAmount[];
  /** How many bytes are wanted on top of each amount, so that the next claim is not due soon. */
  aheadBytes: number;
}

/** A claim gets one in so many of the remaining bytes ahead of its need: the rest is for others. */
export const aheadPart = 16;

/** Counts the bytes of running uploads of all processes of a server. One process holds it. */
export class ReservationTable {
  readonly #totals = new Map<string, number>();
  /** By process, then by id. */
  readonly #held = new Map<object, Map<number, ReadonlyMap<string, number>>>();

  /** A refused claim leaves the reservation as it was. */
  reserve(owner: object, { id, amounts, aheadBytes }: ReservationClaim): ReservationAnswer {
    const before = this.#held.get(owner)?.get(id);
    let ahead = aheadBytes;
    for (const { key, bytes, maxBytes } of amounts) {
      const others = this.reservedBytes(key) - (before?.get(key) ?? 0);
      const room = maxBytes - others - bytes;
      if (room < 0) return { exceededKey: key };
      ahead = Math.min(ahead, Math.floor(room / aheadPart));
    }
    this.release(owner, id);
    const held = new Map(amounts.map(({ key, bytes }) => [key, bytes + ahead]));
    for (const [key, bytes] of held) this.#add(key, bytes);
    const ofOwner = this.#held.get(owner) ?? new Map<number, ReadonlyMap<string, number>>();
    this.#held.set(owner, ofOwner.set(id, held));
    return { aheadBytes: ahead };
  }

  /** Does nothing for a released one. */
  release(owner: object, id: number): void {
    const ofOwner = this.#held.get(owner);
    for (const [key, bytes] of ofOwner?.get(id) ?? []) this.#add(key, -bytes);
    ofOwner?.delete(id);
  }

  /** Releases what an ended process holds. */
  releaseAll(owner: object): void {
    for (const id of this.#held.get(owner)?.keys() ?? []) this.release(owner, id);
    this.#held.delete(owner);
  }

  reservedBytes(key: string): number {
    return this.#totals.get(key) ?? 0;
  }

  #add(key: string, bytes: number): void {
    const total = this.reservedBytes(key) + bytes;
    if (total === 0) this.#totals.delete(key);
    else this.#totals.set(key, total);
  }
}

/** How a process reaches the table. Calls must arrive in the order in which they were sent. */
interface TableAccess {
  reserveBytes(claim: ReservationClaim): ReservationAnswer | Promise<ReservationAnswer>;
  releaseBytes(id: number): void;
}

/** The reservations of one process. */
export function createByteReservations(table: TableAccess): ByteReservations {
  let lastId = 0;
  return {
    open() {
      lastId += 1;
      const id = lastId;
      let isReleased = false;
      return {
        async claim(amounts, aheadBytes) {
          if (isReleased) throw new Error('The upload has ended');
          return await table.reserveBytes({ id, amounts, aheadBytes });
        },

        release() {
          if (!isReleased) table.releaseBytes(id);
          isReleased = true;
        },
      };
    },
  };
}

const windowMs = minute;
/** Bounds the memory that a flood of requests can take. */
const maxEntries = 100_000;
/** What is kept of too many entries: removing a tenth at once costs far less than one by one. */
const keptEntries = 90_000;

/** A counter in the memory of the process. */
export function createRateCounter(clock: Clock): RateCounter {
  const windows = new Map<string, { startedAt: number; count: number }>();
  let sweptAt = clock.monotonic();

  function countOne(key: string): Count {
    const now = clock.monotonic();
    let window = windows.get(key);
    if (window === undefined || now - window.startedAt >= windowMs) {
      window = { startedAt: now, count: 0 };
      windows.delete(key);
      windows.set(key, window);
    }
    window.count += 1;
    return { count: window.count, msLeft: window.startedAt + windowMs - now };
  }

  /** Windows are kept in the order in which they opened, so that the ended ones come first. */
  function forgetEnded(): void {
    const now = clock.monotonic();
    if (now - sweptAt < windowMs && windows.size < maxEntries) return;
    sweptAt = now;
    for (const [key, { startedAt }] of windows) {
      if (now - startedAt < windowMs && windows.size <= keptEntries) break;
      windows.delete(key);
    }
  }

  return {
    count(keys) {
      forgetEnded();
      return Promise.resolve(keys.map(countOne));
    },
  };
}

export function createRateCounters(clock: Clock): RateCounters {
  return {
    signIns: createRateCounter(clock),
    links: createRateCounter(clock),
    linkRequests: createRateCounter(clock),
    requests: createRateCounter(clock),
  };
}
