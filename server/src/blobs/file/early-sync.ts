import type { FileHandle } from 'node:fs/promises';

/** Left to itself, the system keeps gigabytes in memory until it is made to write them. */
const strideBytes = 32 * 1024 * 1024;

/** Whoever syncs early; one at a time, since a sync keeps a thread that others need for writing. */
export interface EarlySyncTurn {
  isTaken: boolean;
}

/**
 * Syncs a large file while it is still being written, so that the sync at its end finds little left
 * to do. It does not stand for that one: only a failure counts.
 */
export class EarlySync {
  readonly #file: Pick<FileHandle, 'datasync'>;
  readonly #turn: EarlySyncTurn;
  #unsyncedBytes = 0;
  #underWay: Promise<void> = Promise.resolve();

  constructor(file: Pick<FileHandle, 'datasync'>, turn: EarlySyncTurn) {
    this.#file = file;
    this.#turn = turn;
  }

  /** Notes that so many bytes more were written, and may begin a sync. Does not wait for it. */
  wrote(bytes: number): void {
    this.#unsyncedBytes += bytes;
    if (this.#unsyncedBytes < strideBytes || this.#turn.isTaken) return;
    this.#unsyncedBytes = 0;
    this.#turn.isTaken = true;
    this.#underWay = this.#sync(this.#underWay);
    // Whoever ends the file meets the failure; until then nobody may be looking.
    this.#underWay.catch(() => undefined);
  }

  /** Resolves once nothing is under way; rejects when any sync failed, which is final. */
  async settle(): Promise<void> {
    await this.#underWay;
  }

  async #sync(before: Promise<void>): Promise<void> {
    try {
      await this.#file.datasync();
    } finally {
      this.#turn.isTaken = false;
    }
    await before;
  }
}
