/** Bytes of an upload that count for something of which there is a limited number. */
export interface ReservedAmount {
  /** What is limited: a tray, a grant, the store. */
  key: string;
  /** How many bytes of the upload count for it. */
  bytes: number;
  /** How many all uploads under way may reserve of it together. */
  maxBytes: number;
}

export interface ReservationClaim {
  /** Chosen by the process that claims, and unique in it. */
  id: number;
  /** Replaces what the reservation held before. */
  amounts: readonly ReservedAmount[];
  /** How many bytes are wanted on top of each amount, so that the next claim is not due soon. */
  aheadBytes: number;
}

/** How many bytes were reserved on top of each amount; or the key whose limit would be exceeded. */
export type ReservationAnswer = { aheadBytes: number } | { exceededKey: string };

/** Each claim gets so large a part of what is left ahead of its need: the rest is for others. */
const aheadShare = 1 / 16;

/** Counts the bytes under way of all processes of a server. It lives in one of them. */
export class ReservationTable {
  readonly #totals = new Map<string, number>();
  /** By process, then by id. */
  readonly #held = new Map<object, Map<number, ReadonlyMap<string, number>>>();

  /** A claim that is refused leaves the reservation as it was. */
  reserve(owner: object, { id, amounts, aheadBytes }: ReservationClaim): ReservationAnswer {
    const before = this.#held.get(owner)?.get(id);
    let ahead = aheadBytes;
    for (const { key, bytes, maxBytes } of amounts) {
      const others = this.reservedBytes(key) - (before?.get(key) ?? 0);
      const room = maxBytes - others - bytes;
      if (room < 0) return { exceededKey: key };
      ahead = Math.min(ahead, Math.floor(room * aheadShare));
    }
    this.release(owner, id);
    const held = new Map(amounts.map(({ key, bytes }) => [key, bytes + ahead]));
    for (const [key, bytes] of held) this.#add(key, bytes);
    const ofOwner = this.#held.get(owner) ?? new Map<number, ReadonlyMap<string, number>>();
    this.#held.set(owner, ofOwner.set(id, held));
    return { aheadBytes: ahead };
  }

  /** Does nothing for one that was released. */
  release(owner: object, id: number): void {
    const ofOwner = this.#held.get(owner);
    for (const [key, bytes] of ofOwner?.get(id) ?? []) this.#add(key, -bytes);
    ofOwner?.delete(id);
  }

  /** Releases what a process holds that has ended. */
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

/** What one upload holds. Must be released once it has ended, however it ended. */
export interface Reservation {
  claim(amounts: readonly ReservedAmount[], aheadBytes: number): Promise<ReservationAnswer>;
  /** May be called at any time and twice. */
  release(): void;
}

/** Where uploads reserve the bytes that they bring. */
export interface ByteReservations {
  open(): Reservation;
}

/** How a process reaches the table. What it sends must arrive in the order in which it was sent. */
interface TableAccess {
  reserve(claim: ReservationClaim): Promise<ReservationAnswer>;
  release(id: number): void;
}

export function createByteReservations(table: TableAccess): ByteReservations {
  let lastId = 0;
  return {
    open() {
      lastId += 1;
      const id = lastId;
      let hasClaimed = false;
      let isReleased = false;
      return {
        async claim(amounts, aheadBytes) {
          if (isReleased) throw new Error('The upload has ended');
          hasClaimed = true;
          return await table.reserve({ id, amounts, aheadBytes });
        },

        release() {
          if (hasClaimed && !isReleased) table.release(id);
          isReleased = true;
        },
      };
    },
  };
}

/** The reservations of a table in this process. */
export function createLocalReservations(table = new ReservationTable()): ByteReservations {
  const owner = {};
  return createByteReservations({
    reserve: (claim) => Promise.resolve(table.reserve(owner, claim)),
    release(id) {
      table.release(owner, id);
    },
  });
}
