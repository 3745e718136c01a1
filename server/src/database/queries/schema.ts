import type { Generated } from 'kysely';
import type {
  DispatchChangesTable,
  DispatchesTable,
  GrantLimitsTable,
  VisitorDownloadsTable,
} from './dispatch-tables.ts';
import type {
  ContactColumns,
  ContactGroupMembersTable,
  ContactGroupsTable,
  ContactImportsTable,
  ContactKeyColumns,
  ContactsTable,
  ReceiverColumns,
} from './contact-tables.ts';
import type { FeedEventsTable } from './feed-table.ts';
import type {
  ChosenFilesTable,
  DraftsTable,
  IncomingUploadsTable,
  PastReceiversTable,
  PicturesTable,
  SentOnFilesTable,
  SegmentsTable,
  TemplatesTable,
} from './upload-tables.ts';
import type {
  AccountLinksTable,
  AccountsTable,
  ApiKeyNotesTable,
  ApiKeysTable,
  CsrfTokensTable,
  DeviceLoginsTable,
  PasswordsTable,
  KeptFormsTable,
  RecoveryCodesTable,
  SessionsTable,
  TotpSecretsTable,
} from './account-schema.ts';
import type {
  WebhookAttemptsTable,
  WebhookMessagesTable,
  WebhooksTable,
} from './webhook-tables.ts';

/**
 * The tables. Instants are milliseconds; absence is NULL; flags are 0 or 1, which every engine has.
 * `sequence` columns count upwards and give lists their order.
 */
export interface Schema {
  notes: NotesTable;
  appearance: AppearanceTable;
  accounts: AccountsTable;
  api_keys: ApiKeysTable;
  api_key_notes: ApiKeyNotesTable;
  csrf_tokens: CsrfTokensTable;
  passkeys: PasskeysTable;
  linked_identities: LinkedIdentitiesTable;
  contacts: ContactsTable & ContactKeyColumns;
  global_contacts: ContactColumns & Pick<ContactKeyColumns, 'search_words'> & { position: number };
  receivers: ContactsTable & ReceiverColumns;
  contact_groups: ContactGroupsTable;
  contact_group_members: ContactGroupMembersTable;
  contact_imports: ContactImportsTable;
  dispatches: DispatchesTable;
  dispatch_receivers: DispatchReceiversTable;
  dispatch_changes: DispatchChangesTable;
  grant_limits: GrantLimitsTable;
  files: FilesTable;
  segments: SegmentsTable;
  incoming_uploads: IncomingUploadsTable;
  drafts: DraftsTable;
  chosen_files: ChosenFilesTable;
  past_receivers: PastReceiversTable;
  sent_on_files: SentOnFilesTable;
  pictures: PicturesTable;
  templates: TemplatesTable;
  downloads: DownloadsTable;
  visitor_downloads: VisitorDownloadsTable;
  transfer_sums: TransferSumsTable;
  repeated_acts: RepeatedActsTable;
  mails: MailsTable;
  suppressions: SuppressionsTable;
  receiver_codes: ReceiverCodesTable;
  receiver_sessions: ReceiverSessionsTable;
  idempotency_keys: IdempotencyKeysTable;
  audit: AuditTable;
  pending_audit: PendingAuditTable;
  audit_marks: AuditMarksTable;
  key_buckets: KeyBucketsTable;
  sessions: SessionsTable;
  passwords: PasswordsTable;
  account_links: AccountLinksTable;
  totp_secrets: TotpSecretsTable;
  recovery_codes: RecoveryCodesTable;
  kept_forms: KeptFormsTable;
  device_logins: DeviceLoginsTable;
  feed_events: FeedEventsTable;
  pending_feed_events: FeedEventsTable;
  webhooks: WebhooksTable;
  webhook_messages: WebhookMessagesTable;
  webhook_attempts: WebhookAttemptsTable;
}

/** PostgreSQL only: records of committed transactions that have no place in the trail yet. */
export interface PendingAuditTable extends Omit<AuditTable, 'sequence' | 'hash'> {
  sequence: Generated<number>;
  /** Binds the columns to one another; see `pending-audit.ts`. */
  mac: Uint8Array;
}

interface AuditMarksTable {
  name: string;
  expires_at: number;
}

interface AppearanceTable {
  id: string;
  version: number;
  /** NULL where it is the operator's, or ours, like all that follow. */
  service_name: string | null;
  accent_color: string | null;
  support_address: string | null;
  logo: Uint8Array | null;
}

interface NotesTable {
  name: string;
  value: string;
}

/** The buckets that this database created, whose keys are in the keyring. */
interface KeyBucketsTable {
  bucket: string;
  /** When it was first found that nothing needs its key; NULL while something does. */
  spent_at: number | null;
}

interface PasskeysTable {
  id: string;
  account_id: string;
  rp_id: string;
  public_key: Uint8Array;
  algorithm: number;
  counter: number;
  name: string;
  created_at: number;
  last_used_at: number | null;
  /** Binds the key to its account; see `bound-rows.ts`. */
  mac: Uint8Array;
  /** Of when it was added; NULL for one of an older node. */
  since_mac: Uint8Array | null;
}

interface LinkedIdentitiesTable {
  issuer: string;
  subject: string;
  account_id: string;
  label: string;
  created_at: number;
  last_used_at: number | null;
  /** Binds the identity to its account; see `bound-rows.ts`. */
  mac: Uint8Array;
}

interface DispatchReceiversTable extends ReceiverColumns {
  id: string;
  dispatch_id: string;
  position: number;
  /** NULL once the link has ended. */
  link_hash: Uint8Array | null;
  link_generation: number;
  inbox_token: string;
  /** The place in the inbox: the dispatch's sequence. NULL while it is in none; -1 where it is not known yet. */
  inbox_sequence: Generated<number | null>;
  /** When the receiver, who has an account, first opened it there; NULL until then. */
  seen_at: number | null;
  /** How many wrong codes were entered at the link, in total. */
  refused_codes: Generated<number>;
  /** Binds the receiver to the dispatch, and the link to the receiver; see `bound-rows.ts`. */
  mac: Uint8Array | null;
  link_mac: Uint8Array | null;
  /** When a person first opened the page; NULL until then, as far as it was kept. */
  opened_at: Generated<number | null>;
  /** Of a link for anyone: how many browsers have opened it, and how many have a whole file. */
  opened_count: Generated<number>;
  download_count: Generated<number>;
  /** When the link was revoked; NULL while it was not. */
  revoked_at: Generated<number | null>;
  /** How often it was handed out to a program since it came, or was taken out of parking. */
  leases: Generated<number>;
  /** The end of the latest lease; 0 where there was none. */
  lease_ends_at: Generated<number>;
  /** Of the latest lease: its token is made from it. */
  lease_nonce: Generated<string>;
  /** When a program said that it has dealt with it; NULL until then. */
  acknowledged_at: Generated<number | null>;
  /** Since when it is not handed out any more; NULL while it is. */
  parked_at: Generated<number | null>;
}

interface FilesTable {
  sequence: Generated<number>;
  id: string;
  /** No foreign key: the bytes of a removed account's files still have to be reclaimed. */
  account_id: string;
  dispatch_id: string | null;
  name: string;
  /** Empty: in none. */
  folder: Generated<string>;
  /** What it was called where another file of its drop has its name; NULL: as its name. */
  name_in_folder: Generated<string | null>;
  media_type: string;
  size_bytes: number;
  sha256: Uint8Array;
  /** NULL once shredded. */
  wrapped_key: Uint8Array | null;
  key_bucket: string | null;
  /** NULL for a file in one piece. */
  segments_mac: Uint8Array | null;
  /** The blob store that holds a file in one piece. */
  store: string;
  /** The content that it shares, by the id of the file that it was sealed for; NULL: its own. */
  content_id: Generated<string | null>;
  created_at: number;
  shredded_at: number | null;
  /** Where its key was, once shredded. */
  shredded_bucket: Generated<string | null>;
  /** When the bytes were removed from the blob store, or left to the files that share them. */
  reclaimed_at: number | null;
}

interface TransferSumsTable {
  receiver_id: string;
  file_id: string;
  way: string;
  network: string;
  dispatch_id: string;
  email: string;
  file_name: string;
  file_bytes: number;
  was_asked_for: number;
  actor: string;
  source: string;
  request_id: string;
  requests: number;
  bytes: number;
  has_whole_part: number;
  has_fault: number;
  first_at: number;
  last_at: number;
  due_at: number;
}

interface RepeatedActsTable {
  action: string;
  subject: string;
  object: string;
  outcome: string;
  /** A JSON object. */
  details: string;
  actor: string;
  source: string;
  request_id: string;
  acts: number;
  first_at: number;
  last_at: number;
  due_at: number;
  /** How many of them have a record of their own. */
  recorded: number;
}

interface DownloadsTable {
  receiver_id: string;
  file_id: string;
  /** A JSON array of [start, end] pairs. */
  spans: string;
  completed_at: number | null;
  /** How often the whole file was sent, and how many bytes were; NULL where the drop has no limit. */
  times: number | null;
  sent_bytes: number | null;
}

export interface MailsTable {
  sequence: Generated<number>;
  id: string;
  kind: string;
  /** For a code that goes by SMS, a number. */
  to_email: string;
  account_id: string;
  /** NULL for a mail about the account itself. */
  receiver_id: string | null;
  created_at: number;
  state: string;
  attempts: number;
  next_attempt_at: number;
  /** The process that delivers it now; NULL while none does. */
  claimed_by: string | null;
  /** 1 while it waits because of an outage. */
  stalled: Generated<number>;
  settled_at: number | null;
  last_error: string | null;
  /** A JSON array of ids, for a mail about many things; NULL for every other. */
  listed: string | null;
  /** The total number of things that it tells of. */
  listed_count: number | null;
  /** The network that a code was asked for from; NULL for every other mail. */
  asked_from: string | null;
}

interface SuppressionsTable {
  email: string;
  /** Empty for every account. No foreign key: a refusal outlives the account it is about. */
  account_id: string;
  created_at: number;
}

export interface ReceiverCodesTable {
  receiver_id: string;
  /** The browser that asked for it. */
  browser: Uint8Array;
  /** The message that carries it. */
  mail_id: string;
  channel: string;
  hash: Uint8Array;
  expires_at: number;
  tries_left: number;
  /** Binds its columns to one another; see `bound-people.ts`. NULL: written by an earlier version. */
  mac: Uint8Array | null;
}

interface ReceiverSessionsTable {
  hash: Uint8Array;
  receiver_id: string;
  expires_at: number;
  /** Binds its columns to one another; see `bound-people.ts`. NULL: written by an earlier version. */
  mac: Uint8Array | null;
}

interface IdempotencyKeysTable {
  account_id: string;
  key_hash: Uint8Array;
  request_hash: Uint8Array;
  expires_at: number;
  receivers_mark: Uint8Array | null;
  /** One after another. */
  file_marks: Uint8Array | null;
  /** Of a request of API v1: a JSON object of ids. */
  outcome: string | null;
}

interface AuditTable {
  sequence: number;
  at: number;
  actor: string;
  source: string;
  request_id: string;
  action: string;
  object: string;
  outcome: string;
  /** A JSON object. */
  details: string;
  hash: Uint8Array;
}
