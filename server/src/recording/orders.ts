import type { EnteringFile, TrayEntry } from '../domain/tray-entrance.ts';

/** What passes to a recording thread. Every array has memory of its own. */
export interface EnterOrder {
  ticket: number;
  entry: SentEntry;
}

export interface SentEntry extends Omit<TrayEntry, 'files'> {
  files: readonly SentFile[];
}

type SentFile = Omit<EnteringFile, 'sha256' | 'wrappedKey'> & {
  sha256: Uint8Array<ArrayBuffer>;
  wrappedKey: Uint8Array<ArrayBuffer>;
};

/** What comes back: the transaction lasts. */
export interface Entered {
  ticket: number;
}

/** Where a recording thread records. */
export interface RecordingPlace {
  database: string;
  auditKey: Uint8Array<ArrayBuffer>;
  trayQuotaBytes: number | undefined;
}
