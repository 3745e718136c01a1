import { ValiseError } from '../model/valise-error.ts';

/** How many transfers may be under way at a time; 0 sets no limit. */
export interface SlotLimits {
  perLink: number;
  perNetwork: number;
  inAll: number;
}

/** What a transfer counts for. */
export interface SlotClaim {
  /** The link that it came through, as a fingerprint; null for none. */
  link: string | null;
  /** The network that it came from; null where that says nothing. */
  network: string | null;
}

/** Where transfers ask to begin. */
export interface TransferSlots {
  /**
   * Resolves with what must be called when the transfer has ended, however it ended. Throws
   * `too_many_requests` when the link or the network has too many, `unavailable` when the server has.
   */
  take(claim: SlotClaim): Promise<() => void>;
}

/** Who may begin again soon: transfers end all the time. */
const retryAfterSeconds = 10;

/** Counts the transfers of all processes of a server. It lives in one of them. */
export class SlotTable {
  readonly #limits: SlotLimits;
  readonly #counts = new Map<string, number>();
  /** By ticket: the process that holds the slot, and what it counts for. */
  readonly #taken = new Map<number, { owner: object; keys: readonly string[] }>();
  #lastTicket = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  /** Returns the ticket to release it by. Throws as `TransferSlots.take` does. */
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
    this.#lastTicket += 1;
    this.#taken.set(this.#lastTicket, { owner, keys });
    return this.#lastTicket;
  }

  /** Does nothing for one that was released. */
  release(ticket: number): void {
    const slot = this.#taken.get(ticket);
    this.#taken.delete(ticket);
    for (const key of slot?.keys ?? []) {
      const left = (this.#counts.get(key) ?? 1) - 1;
      if (left === 0) this.#counts.delete(key);
      else this.#counts.set(key, left);
    }
  }

  /** Releases what a process holds that has ended. */
  releaseAll(owner: object): void {
    for (const [ticket, slot] of this.#taken) if (slot.owner === owner) this.release(ticket);
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

/** The slots of a table in this process. */
export function createTransferSlots(table: SlotTable): TransferSlots {
  const owner = {};
  return {
    take(claim) {
      return new Promise((resolve) => {
        const ticket = table.take(owner, claim);
        resolve(() => {
          table.release(ticket);
        });
      });
    },
  };
}
