import type { Instant } from '../model/clock.ts';
import type { AccountId, FileId, RunningRequestId } from '../model/ids.ts';

/**
 * What the processes of one installation know of each other's running work. Nothing here outlives the
 * process that reported it: when a process dies, its uploads, leases, slots, reservations and token uses
 * are gone soon after, and no other process has to clean up. What must last is a row.
 *
 * No memory is shared: every call that depends on another process is asynchronous. It throws `unavailable`
 * when a process that must be asked lives and does not answer in time.
 */
export interface Coordination {
  readonly processes: Processes;
  readonly uploads: RunningUploads;
  readonly leases: UploadLeases;
  readonly tokenUses: TokenUses;
  readonly counters: RateCounters;
  readonly slots: TransferSlots;
  readonly reservations: ByteReservations;
  readonly leadership: JobLeadership;
  readonly hashSlots: Readonly<Record<HashQueue, HashSlots>>;
}

/** The living processes of the installation. Rows that belong to a process name it by the name it has here. */
export interface Processes {
  /** Resolves with all that live now, this one included. */
  look(): Promise<LivingProcesses>;
}

export interface LivingProcesses {
  /** The name of this process. No other has had it, and one that counted as dead gets a new one. */
  self: string;
  /** The names of all, `self` included. */
  all: readonly string[];
  /** Whether no other process can count this one as dead yet: false after a stall. */
  isCertain: () => boolean;
  /** Whether one of them is of an earlier version, which writes rows of people without a MAC. */
  hasOlder: boolean;
}

/** Ends what was begun. Every process sees the end once it resolves. A second call does nothing. */
export type End = () => Promise<void>;

export interface RunningUpload {
  end: End;
  /**
   * Throws `unavailable` once other processes may count the upload as ended, such as after a stall. To be
   * called before its rows are written.
   */
  refuseIfLost: () => void;
}

/** Uploads from before their first byte is stored until their rows are written, or their bytes removed. */
export interface RunningUploads {
  /**
   * Counts one more upload, into the tray of this account or, with null, into none. Every process
   * sees it once this resolves. It ends with its process at the latest.
   */
  begin(trayOf: AccountId | null): Promise<RunningUpload>;
  /** Whether an upload into the tray of this account runs in any process. */
  isRunning(trayOf: AccountId): Promise<boolean>;
  /**
   * When the oldest upload of any process began, by the earliest reading of the wall clock, which may
   * have been set forward or back since: nothing that a running upload has stored is older. Undefined
   * where none runs. What a dead process had stored counts as abandoned.
   */
  oldest(): Promise<Instant | undefined>;
}

/** What one request at a time may work at. */
export type LeasedId = FileId | RunningRequestId;

/**
 * The right to write one resumable upload, or to carry out a request that has a key. It saves senders useless
 * transfers. It does not make two writers safe: a process may lose its lease unknowingly when it stalls. The database
 * lets an upload grow only from its offset, and a key be used once (decisions 0035 and 0094).
 */
export interface UploadLeases {
  /**
   * Throws `upload_locked` while another request of any process holds the lease. Of two concurrent calls at
   * most one gets it, and a refused caller may try again. `interrupt` must make the holder end soon.
   */
  acquire(id: LeasedId, interrupt: () => void): Promise<End>;
  /**
   * Interrupts the holder, in any process. Resolves once it has ended the lease or its process has died; at
   * once where there is none.
   */
  interrupt(id: LeasedId): Promise<void>;
}

/** A use of a CSRF token that its stored expiry does not show yet. */
export interface TokenUse {
  /** In base64. */
  hash: string;
  expiresAt: Instant;
  /** Whether a request with it runs right now. */
  isRunning: boolean;
}

/** A use, and the account that the token is of. */
export interface AccountTokenUse extends TokenUse {
  accountId: AccountId;
}

/** What one process knows of the tokens of its requests. */
export interface TokenHolder {
  /** Returns the uses of the account's tokens that were not written, and forgets them. */
  takeUses(accountId: AccountId): TokenUse[];
  /** Uses of all accounts since the last call, and those of running requests. Forgets none. */
  listNewUses(): AccountTokenUse[];
  /** Extends the stored expiry of every token of a running request. */
  renewHeld(): Promise<void>;
}

/** Uses of CSRF tokens that no process has written yet. Those of a process that dies are lost. */
export interface TokenUses {
  /** Registers the holder of this process. Called once, before it serves requests. */
  register(holder: TokenHolder): void;
  /**
   * Takes the account's uses from the holders of all processes; those of other processes may be missing for
   * the first few seconds. A use that has ended is taken once.
   */
  take(accountId: AccountId): Promise<TokenUse[]>;
  /** Resolves once the holders of all processes have renewed the tokens of their requests. */
  renewHeld(): Promise<void>;
}

/** How often something was counted in its window, and when the window ends. */
export interface Count {
  count: number;
  msLeft: number;
}

/**
 * Counts events in windows of a minute, in all processes together. `requests` and `linkRequests`, which every
 * request counts, may see the counts of other processes a few seconds later.
 */
export interface RateCounter {
  /**
   * Counts once more for each key, and answers in their order. The window of a key opens with its first
   * count. Counts of a process that died remain. Windows may be forgotten when the server ends, and the
   * oldest when there are too many.
   */
  count(keys: readonly string[]): Promise<Count[]>;
}

/** The subjects, each counted apart: a flood of one must not displace the others. */
export type RateCounterName = 'signIns' | 'links' | 'linkRequests' | 'requests';
export type RateCounters = Readonly<Record<RateCounterName, RateCounter>>;

/** What a transfer counts for. */
export interface SlotClaim {
  /** Its link, as a fingerprint; null for none. */
  link: string | null;
  /** Its network; null where that is meaningless. */
  network: string | null;
}

/** How many transfers run at a time, in all processes together. */
export interface TransferSlots {
  /**
   * Resolves with the function to call when the transfer has ended, however it ended; a second call does
   * nothing, and other processes see it soon. Throws `too_many_requests` when the link or the network has
   * too many, `unavailable` when the server has. A refused transfer is not counted. The slots of a process
   * that dies are released.
   */
  take(claim: SlotClaim): Promise<() => void>;
}

/** Bytes of an upload that count against one limit. */
export interface ReservedAmount {
  /** What is limited: a tray, a grant, the disk. */
  key: string;
  /** How many bytes of the upload count for it. */
  bytes: number;
  /** How many bytes all running uploads may reserve of it together. */
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

/**
 * Whose passwords are hashed: those of accounts, or those that senders set for drops. Holders of links keep nobody from
 * signing in.
 */
export const hashQueues = ['accounts', 'drops'] as const;
export type HashQueue = (typeof hashQueues)[number];

/** For whom a password is hashed. */
export interface HashClaim {
  /** Whether it is for a signed-in person, or a browser that is known to the account's owner. */
  isKnown: boolean;
  /** Those of one group wait for each other: an account, or the network of strangers. */
  group: string;
}

/** How many password hashes of one queue run at a time. */
export interface HashSlots {
  /**
   * Resolves when few enough run in all processes of this server, with the function to call when the
   * hash is done; a second call does nothing. Known ones come before strangers, and groups take turns.
   * Throws `unavailable` when too many wait already, later ones of the largest group first; known ones
   * and strangers do not take each other's places. The slots of a process that dies are released.
   */
  take(claim: HashClaim): Promise<() => void>;
}

/** Which process runs a job that should run once in an installation. */
export interface JobLeadership {
  /**
   * Whether this process leads the job. It becomes the leader where no living process is, and remains it
   * until it ends. Of two concurrent calls in two processes at most one is answered with true.
   */
  lead(job: string): Promise<boolean>;
}

/** The bytes of running uploads of all processes. Those of a process that dies are released. */
export interface ByteReservations {
  open(): Reservation;
}
