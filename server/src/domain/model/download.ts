import type { Instant } from './clock.ts';
import type { DispatchId, FileId, ReceiverId } from './ids.ts';

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
