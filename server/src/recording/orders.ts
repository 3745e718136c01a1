import type { HandedOver } from '../domain/transfer-ledger.ts';
import type { EnteringFile, TrayEntry } from '../domain/tray-entrance.ts';

/** What passes to a recording thread. Every array has memory of its own. */
export interface RecordingOrder {
  ticket: number;
  task: RecordingTask;
}

export type RecordingTask =
  { kind: 'enter'; entry: SentEntry } | { kind: 'count'; handedOver: HandedOver };

export interface SentEntry extends Omit<TrayEntry, 'files'> {
  files: readonly SentFile[];
}

type SentFile = Omit<EnteringFile, 'sha256' | 'wrappedKey'> & {
  sha256: Uint8Array<ArrayBuffer>;
  wrappedKey: Uint8Array<ArrayBuffer>;
};

/** What comes back: the transaction lasts. */
export interface Recorded {
  ticket: number;
}

/** Where a recording thread records. */
export interface RecordingPlace {
  database: string;
  auditKey: Uint8Array<ArrayBuffer>;
  trayQuotaBytes: number | undefined;
}
