import type { Instant } from './clock.ts';
import type { AccountId, DispatchId, DraftId } from './ids.ts';
import type { SecondFactorMode } from './receiver-code.ts';

/** A person, or a group of contacts, whose members are looked up when the draft is sent. */
export type DraftReceiver = { email: string } | { group: string };

/** How long a drop lives: a number of days, or until the end of a day such as 2026-11-22. */
export type DraftLifetime = { days: number } | { date: string };

/**
 * When the sender is told that receivers have every file: for the first one, for each one, or never. Left out, the
 * notices of the account decide.
 */
export const receiptModes = ['first', 'each', 'none'] as const;
export type ReceiptMode = (typeof receiptModes)[number];

/** What a person chose for a drop that is not sent yet. */
export interface DraftContents {
  receivers: readonly DraftReceiver[];
  /** Empty: it has none. */
  title: string;
  message: string;
  lifetime: DraftLifetime;
  /** Undefined: as the account has it. */
  secondFactor: SecondFactorMode | undefined;
  /** Whether receivers enter a password. The draft never has it: it is given with the press of Send. */
  wantsPassword: boolean;
  /** Whether it has a link for anyone, besides its receivers or in place of them. */
  anyone: boolean;
  /** How often each receiver may download each file; undefined: any number of times. */
  downloadLimit: number | undefined;
  /** Undefined: as the account has it. */
  receipts: ReceiptMode | undefined;
  /** Of the mails to all receivers. Undefined: each gets them in their own, else in that of the sender. */
  mailLanguage: string | undefined;
}

/** A drop that a person prepares. Its files are uploads that it owns. */
export interface Draft extends DraftContents {
  id: DraftId;
  accountId: AccountId;
  /** All that is stored of the ticket that uploads to the draft show. */
  ticketHash: Buffer;
  createdAt: Instant;
  changedAt: Instant;
  /** When it is removed with its files. */
  expiresAt: Instant;
  /** The drop that it became; undefined until it is sent. */
  dispatchId: DispatchId | undefined;
  /** Grows with each change of what was chosen. */
  version: number;
  /** The page that made this version; undefined where none is known. */
  changedBy: string | undefined;
  /** Since then it can only be taken back, until it expires. Undefined: it was not discarded. */
  discardedAt: Instant | undefined;
}

/** What a page shows: it was made from this version, and has this id where it changes the draft itself. */
export interface SeenDraft {
  version: number;
  page: string;
}

/** A draft in a list, with the number of its files and their declared bytes. */
export interface DraftOverview extends Draft {
  files: number;
  bytes: number;
  /** The name of the first one. */
  firstFile: string | undefined;
}

/** A file that a person chose for a draft. Its upload, once it has begun, has the same key. */
export interface ChosenFile {
  key: string;
  name: string;
  /** Empty: in none. */
  folder: string;
  sizeBytes: number;
  fingerprint: string;
  /** Its place among the files of the draft. */
  place: number;
}

export interface DraftRepository {
  add(draft: Draft): Promise<void>;
  /** A draft that was not discarded and has not expired, sent or not. */
  find(id: DraftId, now: Instant): Promise<Draft | undefined>;
  /** A draft that was not sent, was not discarded and has not expired. */
  findByTicket(ticketHash: Buffer, now: Instant): Promise<Draft | undefined>;
  /** A draft that was discarded and has not expired. */
  findDiscarded(id: DraftId, now: Instant): Promise<Draft | undefined>;
  /** Those that were not sent, were not discarded and have not expired, the last changed first. */
  listUnsent(accountId: AccountId, now: Instant, limit: number): Promise<DraftOverview[]>;
  /** Those that were discarded and have not expired, the first discarded first. */
  listDiscarded(accountId: AccountId, now: Instant, limit: number): Promise<DraftId[]>;
  change(
    id: DraftId,
    contents: DraftContents,
    at: Pick<Draft, 'changedAt' | 'expiresAt' | 'version' | 'changedBy'>,
  ): Promise<void>;
  discard(id: DraftId, at: { discardedAt: Instant; expiresAt: Instant }): Promise<void>;
  /** Takes back that it was discarded. */
  restore(id: DraftId, expiresAt: Instant): Promise<void>;
  /** Moves the expiry to a later time, never to an earlier one. That of a discarded draft stays. */
  putOff(id: DraftId, expiresAt: Instant): Promise<void>;
  markSent(id: DraftId, dispatchId: DispatchId): Promise<void>;
  remove(id: DraftId): Promise<void>;
  /** The files that were chosen for the draft, uploaded or not, in their order. A draft that was sent has none. */
  listChosen(id: DraftId): Promise<ChosenFile[]>;
  countChosen(id: DraftId): Promise<number>;
  /** Those whose keys are there stay as they are. */
  addChosen(id: DraftId, files: readonly ChosenFile[]): Promise<void>;
  forgetChosen(id: DraftId, keys: readonly string[]): Promise<void>;
  /** Drafts that have expired, oldest expiry first. */
  listExpired(now: Instant, limit: number): Promise<Pick<Draft, 'id' | 'accountId'>[]>;
}

/** Someone whom an account has sent something to. */
export interface PastReceiver {
  email: string;
  nick: string;
}

export interface PastReceiverRepository {
  /** Keeps the name that was used last. */
  note(accountId: AccountId, receivers: readonly PastReceiver[], at: Instant): Promise<void>;
  /** Those whose address begins with the prefix, by address. */
  search(accountId: AccountId, prefix: string, limit: number): Promise<PastReceiver[]>;
}
