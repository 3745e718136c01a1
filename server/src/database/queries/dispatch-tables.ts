import type { Generated } from 'kysely';

export interface DispatchesTable {
  sequence: Generated<number>;
  id: string;
  account_id: string;
  kind: string;
  created_at: number;
  expires_at: number;
  ttl: string;
  /** NULL for what was sent before units were kept. */
  ttl_unit: string | null;
  /** NULL: it has none. */
  title: string | null;
  message: string | null;
  /** Who sent it, where that is not the account: the contact who sent files back. */
  sender_email: string | null;
  sender_nick: string | null;
  /** The receiver of the grant through which files came back. */
  grant_receiver_id: string | null;
  /** The browser that sent files back; NULL where that is not distinguished. */
  visitor_hash: Uint8Array | null;
  second_factor: string;
  /** A PHC string; NULL: it has no password. */
  password_hash: string | null;
  /** How often each receiver may download each file; NULL: any number of times. */
  download_limit: number | null;
  /** NULL: as the notices of the account say. */
  receipts: string | null;
  /** What the caller of the API calls it; NULL where it has no such name. */
  reference: string | null;
  /** `none`: no mail goes to its receivers. NULL: mails do. */
  notify: string | null;
  /** When its files were shredded and its links ended; NULL while it lives. */
  ended_at: number | null;
}

/** What a sender changed after sending. */
export interface DispatchChangesTable {
  dispatch_id: string;
  at: number;
  /** Who was added; empty for another end. */
  receiver_id: string;
  /** The end from then on; 0 for a receiver. */
  expires_at: number;
}

/** What a grant allows in addition to the server's limits. NULL: as much as the server. */
export interface GrantLimitsTable {
  dispatch_id: string;
  max_files: number | null;
  max_bytes: number | null;
  max_file_bytes: number | null;
  max_returns: number | null;
}

/** What one browser has of what a link for anyone leads to, while the link lives. */
export interface VisitorDownloadsTable {
  receiver_id: string;
  visitor_hash: Uint8Array;
  /** Empty: that the browser has opened the page. */
  file_id: string;
  /** A JSON array of [start, end] pairs. */
  spans: string;
  completed_at: number | null;
}
