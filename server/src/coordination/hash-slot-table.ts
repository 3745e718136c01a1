import type { Clock } from '../domain/model/clock.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { HashClaim, HashQueue } from '../domain/ports/coordination.ts';

/**
 * Of each queue: a hash takes a core for about 50 ms, and 19 MiB. Together they leave a thread of the four that a
 * process has for files.
 */
export const maxHashes: Readonly<Record<HashQueue, number>> = { accounts: 2, drops: 1 };
/** Of known ones, and of strangers. */
const maxWaiting = 50;
/** No hash takes so long: its process did not wait for the slot, or cannot release it. */
const longestHashMs = 30_000;
/** Suggested to those who are refused. */
const retryAfterSeconds = 10;

interface Waiting {
  owner: object;
  group: string;
  admit: (id: number) => void;
  refuse: (error: ValiseError) => void;
}

/** Admits the hashes of one queue of all processes of a server. One process holds it. */
export class HashSlotTable {
  readonly #clock: Clock;
  /** By id: the process that hashes. */
  readonly #running = new Map<number, { owner: object; since: number }>();
  readonly #known = new FairQueue();
  readonly #strangers = new FairQueue();
  #lastId = 0;

  readonly #most: number;

  constructor(clock: Clock, most: number) {
    this.#clock = clock;
    this.#most = most;
  }

  take(owner: object, { isKnown, group }: HashClaim): Promise<number> {
    this.#releaseLost();
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const queue = isKnown ? this.#known : this.#strangers;
    queue.add({ owner, group, admit: resolve, refuse: reject });
    this.#admit();
    return promise;
  }

  /** Does nothing for a released one. */
  release(id: number): void {
    if (this.#running.delete(id)) this.#admit();
  }

  /** Releases what an ended process holds. */
  releaseAll(owner: object): void {
    this.#known.forget(owner);
    this.#strangers.forget(owner);
    for (const [id, slot] of this.#running) if (slot.owner === owner) this.#running.delete(id);
    this.#admit();
  }

  #releaseLost(): void {
    const now = this.#clock.monotonic();
    for (const [id, { since }] of this.#running) if (now - since > longestHashMs) this.release(id);
  }

  #admit(): void {
    while (this.#running.size < this.#most) {
      const next = this.#known.next() ?? this.#strangers.next();
      if (next === undefined) return;
      this.#lastId += 1;
      this.#running.set(this.#lastId, { owner: next.owner, since: this.#clock.monotonic() });
      next.admit(this.#lastId);
    }
  }
}

/** A bounded queue in which groups take turns: many of one group do not keep one of another waiting. */
class FairQueue {
  #waiting: Waiting[] = [];
  /** The turn in which each group was last admitted. The one that was least recently comes first. */
  readonly #turns = new Map<string, number>();
  #turn = 0;

  /** Refuses the newest of the largest group when it is full: this one, or one that makes room for it. */
  add(waiting: Waiting): void {
    const others = this.#waiting;
    if (others.length >= maxWaiting) {
      const sizes = new Map<string, number>([[waiting.group, 1]]);
      for (const { group } of others) sizes.set(group, (sizes.get(group) ?? 0) + 1);
      const largest = Math.max(...sizes.values());
      const newest = others.findLast(({ group }) => sizes.get(group) === largest);
      const mustGo = newest !== undefined && largest > (sizes.get(waiting.group) ?? 1);
      if (!mustGo) {
        waiting.refuse(tooMany());
        return;
      }
      this.#waiting = others.filter((each) => each !== newest);
      newest.refuse(tooMany());
    }
    this.#waiting.push(waiting);
  }

  /** The one that waited longest of the group that was least recently admitted. */
  next(): Waiting | undefined {
    const turnOf = ({ group }: Waiting) => this.#turns.get(group) ?? 0;
    const first = Math.min(...this.#waiting.map(turnOf));
    const next = this.#waiting.find((each) => turnOf(each) === first);
    if (next === undefined) return undefined;
    this.#waiting = this.#waiting.filter((each) => each !== next);
    this.#turn += 1;
    this.#turns.delete(next.group);
    this.#turns.set(next.group, this.#turn);
    const [oldest] = this.#turns.keys();
    if (this.#turns.size > 2 * maxWaiting && oldest !== undefined) this.#turns.delete(oldest);
    return next;
  }

  forget(owner: object): void {
    this.#waiting = this.#waiting.filter((each) => each.owner !== owner);
  }
}

function tooMany(): ValiseError {
  return new ValiseError('unavailable', 'Too many passwords wait to be checked. Try again soon.', {
    retryAfterSeconds,
  });
}
