import type { Generated } from 'kysely';

/** The parts of files that consist of several, and of uploads that will be files. */
export interface SegmentsTable {
  file_id: string;
  number: number;
  blob_key: string;
  size_bytes: number;
  /** The blob store that holds it. */
  store: string;
  /** How long the blob is; NULL for what came in before it was kept. */
  sealed_bytes: number | null;
}

export interface IncomingUploadsTable {
  sequence: Generated<number>;
  id: string;
  /** The receiver of a grant, or the draft, that it belongs to. */
  receiver_id: string;
  account_id: string;
  name: string;
  /** Empty: in none. */
  folder: Generated<string>;
  media_type: string;
  fingerprint: string;
  metadata: string;
  /** One more than what has come while `length_deferred` is 1: `size_bytes - length_deferred` counts. */
  size_bytes: number;
  /** 1 until the size is declared, where it was not when the upload began. */
  length_deferred: number;
  received_bytes: number;
  /** NULL once shredded. */
  wrapped_key: Uint8Array | null;
  key_bucket: string | null;
  /** NULL until the whole file has arrived and its hash is known, like `segments_mac`. */
  sha256: Uint8Array | null;
  segments_mac: Uint8Array | null;
  /** The encrypted state of the file's hash; NULL where none is kept. */
  hash_state: Uint8Array | null;
  /** The content that it shares with a file, by the id of the file that it was sealed for; NULL: its own. */
  content_id: Generated<string | null>;
  /** The browser that began it; NULL where that is not distinguished. */
  visitor_hash: Uint8Array | null;
  created_at: number;
  expires_at: number;
  shredded_at: number | null;
}

export interface DraftsTable {
  id: string;
  account_id: string;
  ticket_hash: Uint8Array;
  /** A JSON array of objects with an `email` or a `group`. */
  receivers: string;
  title: Generated<string>;
  message: string;
  /** A number of days, or a date. */
  lifetime: string;
  /** NULL: as the account has it, like `receipts`. */
  second_factor: string | null;
  /** 1: it is to be sent with a password. */
  wants_password: number;
  /** 1: it is to have a link for anyone. */
  anyone: number;
  /** NULL: any number of times. */
  download_limit: number | null;
  receipts: string | null;
  /** NULL: that of each receiver. */
  mail_language: string | null;
  /** The drop that it became; NULL until it is sent. */
  dispatch_id: string | null;
  created_at: number;
  changed_at: number;
  expires_at: number;
  /** NULL: it was not discarded. */
  discarded_at: number | null;
  version: number;
  /** The page that made this version; NULL where none is known. */
  changed_by: string | null;
}

export interface PastReceiversTable {
  account_id: string;
  email: string;
  nick: string;
  last_at: number;
}

export interface TemplatesTable {
  id: string;
  account_id: string;
  name: string;
  /** By which it is found and sorted. */
  folded_name: string;
  /** A JSON object of what was chosen. */
  contents: string;
  created_at: number;
}

/** Files that were sent on from an inbox, and uploads of drafts that will be. */
export interface SentOnFilesTable {
  file_id: string;
  /** Whose file it is now. */
  account_id: string;
  /** The receiver to whom it had come. */
  receiver_id: string;
}

/** Small pictures of files, which the browsers of their senders made. */
export interface PicturesTable {
  /** The id of the file, or upload, that the content was sealed for. */
  content_id: string;
  width: number;
  height: number;
  /** With the key of the file. */
  sealed: Uint8Array;
}

export interface ChosenFilesTable {
  draft_id: string;
  key: string;
  name: string;
  /** Empty: in none. */
  folder: string;
  size_bytes: number;
  fingerprint: string;
  place: number;
}
