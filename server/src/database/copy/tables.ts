import type { Schema } from '../queries/schema.ts';

/** PostgreSQL's own. They are empty where no record waits for its place in the trail, and no event in its feed. */
type LeftOut = 'pending_audit' | 'pending_feed_events';

export type TableName = Exclude<keyof Schema, LeftOut>;

/** The columns of a table's primary key, and whether the engine counts them. */
interface TableKey {
  key: readonly string[];
  hasSequence?: true;
}

/**
 * Every table. A row refers only to tables before its own, so that rows can be added in this order. The
 * installation's id is in the last one: until it is there, no server uses the database.
 */
const tables = {
  accounts: { key: ['id'] },
  api_keys: { key: ['id'] },
  api_key_notes: { key: ['key_id'] },
  csrf_tokens: { key: ['hash'] },
  passkeys: { key: ['id'] },
  linked_identities: { key: ['issuer', 'subject'] },
  contacts: { key: ['account_id', 'position'] },
  global_contacts: { key: ['position'] },
  receivers: { key: ['account_id', 'position'] },
  contact_groups: { key: ['id'] },
  contact_group_members: { key: ['group_id', 'email'] },
  contact_imports: { key: ['account_id'] },
  dispatches: { key: ['sequence'], hasSequence: true },
  dispatch_receivers: { key: ['id'] },
  dispatch_changes: { key: ['dispatch_id', 'at', 'receiver_id'] },
  grant_limits: { key: ['dispatch_id'] },
  files: { key: ['sequence'], hasSequence: true },
  segments: { key: ['file_id', 'number'] },
  incoming_uploads: { key: ['sequence'], hasSequence: true },
  drafts: { key: ['id'] },
  chosen_files: { key: ['draft_id', 'key'] },
  past_receivers: { key: ['account_id', 'email'] },
  sent_on_files: { key: ['file_id'] },
  pictures: { key: ['content_id'] },
  templates: { key: ['id'] },
  downloads: { key: ['receiver_id', 'file_id'] },
  visitor_downloads: { key: ['receiver_id', 'visitor_hash', 'file_id'] },
  transfer_sums: { key: ['receiver_id', 'file_id', 'way', 'network'] },
  repeated_acts: { key: ['action', 'subject'] },
  mails: { key: ['sequence'], hasSequence: true },
  suppressions: { key: ['email', 'account_id'] },
  receiver_codes: { key: ['receiver_id', 'browser'] },
  receiver_sessions: { key: ['hash'] },
  idempotency_keys: { key: ['account_id', 'key_hash'] },
  sessions: { key: ['id'] },
  passwords: { key: ['account_id'] },
  account_links: { key: ['id'] },
  totp_secrets: { key: ['account_id'] },
  kept_forms: { key: ['account_id'] },
  device_logins: { key: ['hash'] },
  recovery_codes: { key: ['account_id', 'hash'] },
  feed_events: { key: ['sequence'], hasSequence: true },
  webhooks: { key: ['id'] },
  webhook_messages: { key: ['webhook_id', 'place'] },
  webhook_attempts: { key: ['sequence'], hasSequence: true },
  audit: { key: ['sequence'] },
  audit_marks: { key: ['name'] },
  key_buckets: { key: ['bucket'] },
  appearance: { key: ['id'] },
  notes: { key: ['name'] },
} as const satisfies Record<TableName, TableKey>;

export const tableNames = Object.keys(tables) as TableName[];

export function keyOf(table: TableName): readonly string[] {
  return tables[table].key;
}

export function hasSequence(table: TableName): boolean {
  return 'hasSequence' in tables[table];
}
