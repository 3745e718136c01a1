import type { SegmentContext } from '../crypto/sealed-format.ts';

/**
 * What passes between a workshop and its threads. A job is one segment, sealed or opened, whose first
 * order says how it begins; or a hash, which begins with the first segment it goes over. Every array has memory of its own and is handed over, never copied.
 */
export type Order = SealOrder | OpenOrder | EndOrder;

export interface SealOrder {
  verb: 'seal';
  job: number;
  ticket: number;
  begin: SealBeginning | undefined;
  memory: Uint8Array<ArrayBuffer>;
  plainBytes: number;
  isLast: boolean;
}

export interface OpenOrder {
  verb: 'open';
  job: number;
  ticket: number;
  begin: OpenBeginning | undefined;
  firstIndex: number;
  sealed: Uint8Array<ArrayBuffer>;
  isLast: boolean;
}

export interface EndOrder {
  verb: 'end';
  job: number;
}

type WireContext = Omit<SegmentContext, 'fileKey'> & { fileKey: Uint8Array<ArrayBuffer> };

export interface SealBeginning {
  context: WireContext;
  salt: Uint8Array<ArrayBuffer>;
  /** The job whose hash goes on over the plaintext. */
  hash: number | undefined;
}

export interface OpenBeginning {
  context: WireContext;
  header: Uint8Array<ArrayBuffer>;
}

export type Outcome = SealOutcome | OpenOutcome;

export interface SealOutcome {
  ticket: number;
  sealed: Uint8Array<ArrayBuffer>;
  sha256: Uint8Array<ArrayBuffer> | undefined;
}

export interface OpenOutcome {
  ticket: number;
  plain: Uint8Array<ArrayBuffer>;
  /** The message of the IntegrityError that it was. */
  damage: string | undefined;
}
