import type { Actor } from './actor.ts';
import type { Instant } from './clock.ts';
import type { DispatchId, FileId, ReceiverId } from './ids.ts';

/** Whose parts of which file are summed up together. */
export interface TransferSumKey {
  receiverId: ReceiverId;
  fileId: FileId;
  way: 'link' | 'inbox';
  /** Where the client is: see `networkOf`. */
  network: string;
}

/**
 * What was handed over of a file in one session and is not in the audit trail yet: parts of it, and
 * whatever followed a record that was written at once. A session ends after a while of quiet, with the
 * drop, or once the file is complete.
 */
export interface TransferSum extends TransferSumKey {
  dispatchId: DispatchId;
  email: string;
  fileName: string;
  fileBytes: number;
  /** Whether any of it was asked for on the page. */
  wasAskedFor: boolean;
  /** Who took the latest part. */
  actor: Actor;
  requests: number;
  bytes: number;
  /** Whether any part was handed over as far as it was asked for. */
  hasWholePart: boolean;
  /** Whether the trail tells already that the stored data is damaged. */
  hasFault: boolean;
  firstAt: Instant;
  lastAt: Instant;
  /** When it must become a record. */
  dueAt: Instant;
}

export interface TransferSumRepository {
  find(key: TransferSumKey): Promise<TransferSum | undefined>;
  /** Those of one receiver and file, the oldest first. */
  listFor(receiverId: ReceiverId, fileId: FileId): Promise<TransferSum[]>;
  /** In place of the one with the same key. */
  save(sum: TransferSum): Promise<void>;
  remove(key: TransferSumKey): Promise<void>;
  /** Those that are due, and those of dispatches that have ended; the first due first. */
  listDue(now: Instant, limit: number): Promise<TransferSum[]>;
}
