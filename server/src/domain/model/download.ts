import type { Instant } from './clock.ts';
import type { DispatchId, FileId, ReceiverId } from './ids.ts';
import type { Actor } from './principal.ts';

/** Bytes from `start` up to and not including `end`. */
export interface Span {
  start: number;
  end: number;
}

/**
 * How far one receiver got with one file. It counts as downloaded once every byte was handed over,
 * in one go or in parts, and is counted once. Looking at the page, asking for headers alone,
 * following an address that nobody pressed a button for, and transfers that broke off never
 * complete it.
 */
export interface Download {
  receiverId: ReceiverId;
  fileId: FileId;
  /** What was handed over so far: in order, apart from each other. */
  spans: Span[];
  completedAt: Instant | undefined;
}

export interface DownloadRepository {
  listFor(receiverId: ReceiverId): Promise<Download[]>;
  /** How many files of the dispatch each receiver has completed; who completed none is left out. */
  countCompleted(dispatchId: DispatchId): Promise<Map<ReceiverId, number>>;
  find(receiverId: ReceiverId, fileId: FileId): Promise<Download | undefined>;
  /**
   * Whether the receiver has completed every file of the dispatch, also of one that has ended. Costs
   * little while one of the last files is missing.
   */
  hasEveryFile(receiverId: ReceiverId, dispatchId: DispatchId): Promise<boolean>;
  save(download: Download): Promise<void>;
}

/** The spans with one more, merged where they touch. */
export function addSpan(spans: readonly Span[], added: Span): Span[] {
  if (added.start >= added.end) return [...spans];
  const merged: Span[] = [];
  for (const span of [...spans, added].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}

/** Whether the spans hold every byte of a file; an empty file is whole once it was asked for. */
export function coversAll(spans: readonly Span[], sizeBytes: number): boolean {
  const [only, ...others] = spans;
  if (sizeBytes === 0) return true;
  return others.length === 0 && only?.start === 0 && only.end === sizeBytes;
}

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
