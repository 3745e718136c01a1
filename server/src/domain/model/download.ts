import type { Instant } from './clock.ts';
import type { DispatchId, FileId, ReceiverId } from './ids.ts';
import type { Actor } from './principal.ts';

/** Bytes from `start` up to and not including `end`. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The progress of one receiver with one file. The file counts as downloaded once every byte was sent, in
 * one transfer or in several, and is counted once. Viewing the page, HEAD, an address without a pressed
 * button, and transfers that broke off never complete it.
 */
export interface Download {
  receiverId: ReceiverId;
  fileId: FileId;
  /** The spans that were sent so far: in order, disjoint. */
  spans: Span[];
  completedAt: Instant | undefined;
  /** How often the whole file was sent, and how many bytes in total; left out where a drop has no limit. */
  sent?: { times: number; bytes: number };
}

/** A file that a receiver has. */
export interface CompletedDownload extends Pick<Download, 'receiverId' | 'fileId'> {
  completedAt: Instant;
}

export interface DownloadRepository {
  listFor(receiverId: ReceiverId): Promise<Download[]>;
  /** How many files of the dispatch each receiver has completed; receivers without any are left out. */
  countCompleted(dispatchId: DispatchId): Promise<Map<ReceiverId, number>>;
  /** Which of these files these receivers have. */
  listCompleted(
    receiverIds: readonly ReceiverId[],
    fileIds: readonly FileId[],
  ): Promise<CompletedDownload[]>;
  find(receiverId: ReceiverId, fileId: FileId): Promise<Download | undefined>;
  /**
   * Whether the receiver has completed every file of the dispatch, also of one that has ended. Costs
   * little while one of the last files is missing.
   */
  hasEveryFile(receiverId: ReceiverId, dispatchId: DispatchId): Promise<boolean>;
  /** Whether every receiver of the dispatch whose link lives has completed every file. */
  hasEveryReceiver(dispatchId: DispatchId): Promise<boolean>;
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

/** Whether the spans cover every byte of a file; an empty file is complete once it was requested. */
export function coversAll(spans: readonly Span[], sizeBytes: number): boolean {
  const [only, ...others] = spans;
  if (sizeBytes === 0) return true;
  return others.length === 0 && only?.start === 0 && only.end === sizeBytes;
}

/** The key by which transfers of a file are summed up. */
export interface TransferSumKey {
  receiverId: ReceiverId;
  fileId: FileId;
  way: 'link' | 'inbox';
  /** The network of the client: see `networkOf`. */
  network: string;
}

/**
 * What was sent of a file in one session and is not in the audit trail yet: parts of it, and what followed
 * a record that was written at once. A session ends after a while without a transfer, with the drop, or
 * once the file is complete.
 */
export interface TransferSum extends TransferSumKey {
  dispatchId: DispatchId;
  email: string;
  fileName: string;
  fileBytes: number;
  /** Whether any of it was requested on the page. */
  wasAskedFor: boolean;
  /** The actor of the latest part. */
  actor: Actor;
  requests: number;
  bytes: number;
  /** Whether any part was sent as far as it was requested. */
  hasWholePart: boolean;
  /** Whether the trail already says that the stored data is damaged. */
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
  /** Replaces the one with the same key. */
  save(sum: TransferSum): Promise<void>;
  remove(key: TransferSumKey): Promise<void>;
  /** Those that are due, and those of ended dispatches; the first due first. */
  listDue(now: Instant, limit: number): Promise<TransferSum[]>;
}
