import type { Clock } from '../domain/model/clock.ts';
import type {
  Count,
  RateCounterName,
  ReservationAnswer,
  SlotClaim,
} from '../domain/ports/coordination.ts';
import { createRateCounters } from './rate-counters.ts';
import type { ReservationClaim } from './reservation-table.ts';
import { ReservationTable } from './reservation-table.ts';
import type { SlotLimits } from './slot-table.ts';
import { SlotTable } from './slot-table.ts';

/** What one process may do with the tables. Parameters and answers survive JSON. */
export interface TableAnswers {
  count(counted: { counter: RateCounterName; keys: readonly string[] }): Promise<Count[]>;
  /** Counts a transfer that begins; answers with the id that it is released by. */
  takeSlot(claim: SlotClaim): number;
  releaseSlot(id: number): void;
  /** Counts bytes of an upload under way. */
  reserveBytes(claim: ReservationClaim): ReservationAnswer;
  releaseBytes(id: number): void;
}

/** Counts of all processes together. One process holds them: the only one, or the main process. */
export class SharedTables {
  readonly #counters;
  readonly #slots;
  readonly #reservations = new ReservationTable();

  constructor(clock: Clock, limits: SlotLimits) {
    this.#counters = createRateCounters(clock);
    this.#slots = new SlotTable(limits);
  }

  /** What `owner` takes is its own until it releases it, or `releaseAll` does. */
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
    };
  }

  releaseAll(owner: object): void {
    this.#slots.releaseAll(owner);
    this.#reservations.releaseAll(owner);
  }
}
