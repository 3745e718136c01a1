import type {
  ByteReservations,
  ReservationAnswer,
  ReservedAmount,
} from '../domain/ports/coordination.ts';

export interface ReservationClaim {
  /** Chosen by the process that claims, and unique in it. */
  id: number;
  /** Replaces what the reservation held before. */
  amounts: readonly ReservedAmount[];
  /** How many bytes are wanted on top of each amount, so that the next claim is not due soon. */
  aheadBytes: number;
}

/** Each claim gets so large a part of what is left ahead of its need: the rest is for others. */
const aheadShare = 1 / 16;

/** Counts the bytes under way of all processes of a server. One of them holds it. */
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

/** How a process reaches the table. What it sends must arrive in the order in which it was sent. */
interface TableAccess {
  reserveBytes(claim: ReservationClaim): Promise<ReservationAnswer>;
  releaseBytes(id: number): void;
}

/** The reservations of one process. */
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
          return await table.reserveBytes({ id, amounts, aheadBytes });
        },

        release() {
          if (hasClaimed && !isReleased) table.releaseBytes(id);
          isReleased = true;
        },
      };
    },
  };
}
