import { ValiseError } from '../domain/model/valise-error.ts';
import type { SlotClaim } from '../domain/ports/coordination.ts';

/** How many transfers may be under way at a time; 0 sets no limit. */
export interface SlotLimits {
  perLink: number;
  perNetwork: number;
  inAll: number;
}

/** Who may begin again soon: transfers end all the time. */
const retryAfterSeconds = 10;

/** Counts the transfers of all processes of a server. One of them holds it. */
export class SlotTable {
  readonly #limits: SlotLimits;
  readonly #counts = new Map<string, number>();
  /** By id: the process that holds the slot, and what it counts for. */
  readonly #taken = new Map<number, { owner: object; keys: readonly string[] }>();
  #lastId = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Returns the id to release it by. Throws as `TransferSlots.take` does. */
  take(owner: object, { link, network }: SlotClaim): number {
    const { perLink, perNetwork, inAll } = this.#limits;
    const keys: string[] = [];
    if (link !== null) {
      keys.push(`link ${link}`);
      this.#refuse(`link ${link}`, perLink, 'This link is');
    }
    if (network !== null) {
      keys.push(`network ${network}`);
      this.#refuse(`network ${network}`, perNetwork, 'Your network is');
    }
    if (inAll > 0 && this.#taken.size >= inAll) {
      throw new ValiseError(
        'unavailable',
        'The server is busy with other transfers. Try again soon.',
        {
          retryAfterSeconds,
        },
      );
    }
    for (const key of keys) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#lastId += 1;
    this.#taken.set(this.#lastId, { owner, keys });
    return this.#lastId;
  }

  /** Does nothing for one that was released. */
  release(id: number): void {
    const slot = this.#taken.get(id);
    this.#taken.delete(id);
    for (const key of slot?.keys ?? []) {
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left === 0) this.#counts.delete(key);
      else this.#counts.set(key, left);
    }
  }

  /** Releases what a process holds that has ended. */
  releaseAll(owner: object): void {
    for (const [id, slot] of this.#taken) if (slot.owner === owner) this.release(id);
  }

  #refuse(key: string, limit: number, who: string): void {
    if (limit === 0 || (this.#counts.get(key) ?? 0) < limit) return;
    throw new ValiseError(
      'too_many_requests',
      `${who} busy with ${limit} transfers, and more cannot run at a time. Try again soon.`,
      { retryAfterSeconds },
    );
  }
}
