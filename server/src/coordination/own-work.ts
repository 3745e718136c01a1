import type { Clock, Instant } from '../domain/model/clock.ts';
import type { AccountId, FileId } from '../domain/model/ids.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import type { End, TokenHolder, TokenUse } from '../domain/ports/coordination.ts';

/** What a process answers about its own work. Parameters and answers survive JSON. */
export interface WorkAnswers {
  isUploading(trayOf: AccountId): boolean;
  oldestUpload(nothing: null): Instant | null;
  isLeased(id: FileId): boolean;
  /** Resolves once the lease, if it is held here, has ended. */
  interruptLease(id: FileId): Promise<void>;
  takeTokenUses(accountId: AccountId): TokenUse[];
  renewTokens(nothing: null): Promise<void>;
}

interface Upload {
  trayOf: AccountId | null;
  wall: Instant;
  monotonic: number;
}

/** The work of one process, in its memory: it ends with the process. */
export class OwnWork {
  readonly #clock: Clock;
  /** The oldest first. */
  readonly #uploads = new Set<Upload>();
  readonly #leases = new Map<FileId, { interrupt: () => void; ended: Promise<void> }>();
  #tokens: TokenHolder | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly answers: WorkAnswers = {
    isUploading: (trayOf) => [...this.#uploads].some((upload) => upload.trayOf === trayOf),

    oldestUpload: () => {
      const [oldest] = this.#uploads;
      if (oldest === undefined) return null;
      const elapsedMs = this.#clock.monotonic() - oldest.monotonic;
      return Math.min(oldest.wall, this.#clock.now() - elapsedMs);
    },

    isLeased: (id) => this.#leases.has(id),

    interruptLease: async (id) => {
      const lease = this.#leases.get(id);
      lease?.interrupt();
      await lease?.ended;
    },

    takeTokenUses: (accountId) => this.#tokens?.takeUses(accountId) ?? [],

    renewTokens: async () => {
      await this.#tokens?.renewHeld();
    },
  };

  async answer<Method extends keyof WorkAnswers>(
    method: Method,
    params: Parameters<WorkAnswers[Method]>[0],
  ): Promise<Awaited<ReturnType<WorkAnswers[Method]>>> {
    const known = this.answers[method] as (asked: unknown) => ReturnType<WorkAnswers[Method]>;
    return await known(params);
  }

  beginUpload(trayOf: AccountId | null): End {
    const upload = { trayOf, wall: this.#clock.now(), monotonic: this.#clock.monotonic() };
    this.#uploads.add(upload);
    return () => {
      this.#uploads.delete(upload);
      return Promise.resolve();
    };
  }

  /** Throws `upload_locked` while the lease is held here. */
  acquireLease(id: FileId, interrupt: () => void): End {
    if (this.#leases.has(id)) throw locked();
    const { promise: ended, resolve } = Promise.withResolvers<undefined>();
    const lease = { interrupt, ended };
    this.#leases.set(id, lease);
    return () => {
      if (this.#leases.get(id) === lease) this.#leases.delete(id);
      resolve(undefined);
      return Promise.resolve();
    };
  }

  registerTokens(holder: TokenHolder): void {
    this.#tokens = holder;
  }
}

export function locked(): ValiseError {
  return new ValiseError(
    'upload_locked',
    'Another request is sending this file. Ask where it is, then go on from there.',
  );
}
