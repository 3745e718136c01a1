import type { FileId } from '../domain/model/ids.ts';
import type { HandedOver } from '../domain/downloads/transfer-ledger.ts';
import type { TrayEntry } from '../domain/tray/tray-entrance.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** What passes to a storing thread. Every array has memory of its own; that of a blob is handed over. */
export interface Order {
  ticket: number;
  task: Task;
}

/** A small blob to keep; an upload to let in, with its small blobs; a download to count; nothing but to try. */
export type Task =
  | { kind: 'keep'; blob: SentBlob }
  | { kind: 'enter'; entry: SentEntry }
  | { kind: 'count'; handedOver: HandedOver }
  | { kind: 'check' };

export interface SentBlob {
  blobKey: string;
  context: { installId: string; fileId: string; segment: number };
  fileKey: Bytes;
  salt: Bytes;
  hashes: boolean;
  load: { memory: Bytes; plainBytes: number; isLast: true };
}

export type SentEntry = Omit<TrayEntry, 'files'> & { files: readonly SentFile[] };

export interface SentFile {
  id: FileId;
  name: string;
  mediaType: string;
  sizeBytes: number;
  wrappedKey: Bytes;
  content: { sha256: Bytes } | { blob: SentBlob };
}

/** What comes back: everything that was ordered lasts. For each blob, in order, what it became. */
export interface Done {
  ticket: number;
  kept: readonly SentKept[];
}

export interface SentKept {
  memory: ArrayBuffer;
  sha256: Bytes | undefined;
}

/** Where a storing thread stores, and what it has to know. */
export interface StoringPlace {
  blobDir: string;
  databaseFile: string;
  auditKey: Bytes;
  rowKey: Bytes;
  trayQuotaBytes: number | undefined;
}
