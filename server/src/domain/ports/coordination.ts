import type { Instant } from '../model/clock.ts';
import type { AccountId, FileId } from '../model/ids.ts';

/**
 * What the processes that serve one installation know of each other's running work. Nothing here
 * outlives the process that told it: when a process dies, its uploads, leases, slots, reservations
 * and token uses are gone soon after, and no other process has to clean up. What must last is a row.
 *
 * No memory is shared: every call that depends on another process is asynchronous. It throws
 * `unavailable` when a process that must be asked lives and does not answer in time.
 */
export interface Coordination {
  readonly uploads: RunningUploads;
  readonly leases: UploadLeases;
  readonly tokenUses: TokenUses;
  readonly counters: RateCounters;
  readonly slots: TransferSlots;
  readonly reservations: ByteReservations;
}

/** Ends what was begun. Every process sees the end once it resolves. A second call does nothing. */
export type End = () => Promise<void>;

/** Uploads from before their first byte is stored until their rows are written, or their bytes removed. */
export interface RunningUploads {
  /**
   * Counts one more upload, into the tray of this account or, with null, into none. Every process
   * sees it once this resolves. It ends with its process at the latest.
   */
  begin(trayOf: AccountId | null): Promise<End>;
  /** Whether an upload into the tray of this account runs in any process. */
  isRunning(trayOf: AccountId): Promise<boolean>;
  /**
   * When the oldest upload of any process began, by the earliest reading of the wall clock, which may
   * have been set forward or back since: nothing that a running upload has stored is older. Undefined
   * where none runs. What a dead process had stored counts as abandoned.
   */
  oldest(): Promise<Instant | undefined>;
}

/**
 * The right to write one resumable upload. It saves senders from sending in vain. It does not make
 * two writers safe: a process may lose its lease unknowingly when it stalls, and the store lets an
 * upload grow only from where it is.
 */
export interface UploadLeases {
  /**
   * Throws `upload_locked` while another request of any process holds the lease. Of two concurrent
   * calls at most one gets it, and who was refused may try again. `interrupt` must make the holder end soon.
   */
  acquire(id: FileId, interrupt: () => void): Promise<End>;
  /**
   * Interrupts the holder, in whichever process. Resolves once it has ended the lease or its process
   * has died; at once where nobody holds it.
   */
  interrupt(id: FileId): Promise<void>;
}

/** A use of a CSRF token that its stored expiry does not show yet. */
export interface TokenUse {
  /** In base64. */
  hash: string;
  expiresAt: Instant;
  /** Whether a request that carries it runs right now. */
  isRunning: boolean;
}

/** What one process knows of the tokens that its requests carry. */
export interface TokenHolder {
  /** Hands over the uses of the account's tokens that were not written, and forgets them. */
  takeUses(accountId: AccountId): TokenUse[];
  /** Puts off the stored expiry of every token that a running request carries. */
  renewHeld(): Promise<void>;
}

/** Uses of CSRF tokens that no process has written yet. Those of a process that dies are lost. */
export interface TokenUses {
  /** Makes what this process knows known to all. Called once, before it takes requests. */
  register(holder: TokenHolder): void;
  /** Takes the account's uses from the holders of all processes. A use that has ended is taken once. */
  take(accountId: AccountId): Promise<TokenUse[]>;
  /** Resolves once the holders of all processes have renewed what their requests carry. */
  renewHeld(): Promise<void>;
}

/** How often something was counted in its window, and how long that window stays open. */
export interface Count {
  count: number;
  msLeft: number;
}

/** Counts how often things happen in a minute, in all processes together. */
export interface RateCounter {
  /**
   * Counts once more for each key, and answers in their order. The window of a key opens with its
   * first count. What a process that died had counted still counts. Windows may be forgotten when the
   * server ends, and the oldest when there are too many.
   */
  count(keys: readonly string[]): Promise<Count[]>;
}

/** What is counted, each apart from the others: a flood of one must not displace the rest. */
export const rateCounterNames = ['signIns', 'links', 'linkRequests', 'requests'] as const;
export type RateCounterName = (typeof rateCounterNames)[number];
export type RateCounters = Readonly<Record<RateCounterName, RateCounter>>;

/** What a transfer counts for. */
export interface SlotClaim {
  /** The link that it came through, as a fingerprint; null for none. */
  link: string | null;
  /** The network that it came from; null where that says nothing. */
  network: string | null;
}

/** How many transfers run at a time, in all processes together. */
export interface TransferSlots {
  /**
   * Resolves with what must be called when the transfer has ended, however it ended; a second call
   * does nothing, and other processes see it soon. Throws `too_many_requests` when the link or the
   * network has too many, `unavailable` when the server has. A refused transfer counts for nothing.
   * The slots of a process that dies are released.
   */
  take(claim: SlotClaim): Promise<() => void>;
}

/** Bytes of an upload that count for something of which there is a limited number. */
export interface ReservedAmount {
  /** What is limited: a tray, a grant, the store. */
  key: string;
  /** How many bytes of the upload count for it. */
  bytes: number;
  /** How many all uploads under way may reserve of it together. */
  maxBytes: number;
}

/** How many bytes were reserved on top of each amount; or the key whose limit would be exceeded. */
export type ReservationAnswer = { aheadBytes: number } | { exceededKey: string };

/** What one upload holds. Must be released once it has ended, however it ended. */
export interface Reservation {
  /**
   * Replaces what the reservation held before; a refused claim leaves it as it was. `aheadBytes` is
   * how much is wanted on top of each amount, so that the next claim is not due soon. Rejects after
   * the release. Calls of one reservation take effect in their order.
   */
  claim(amounts: readonly ReservedAmount[], aheadBytes: number): Promise<ReservationAnswer>;
  /** May be called at any time and twice; other processes see it soon. */
  release(): void;
}

/** The bytes that uploads of all processes bring. Those of a process that dies are released. */
export interface ByteReservations {
  open(): Reservation;
}
