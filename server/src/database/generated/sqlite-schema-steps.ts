/** Written by `npm run generate` from migrations/. */
import type { SchemaStep } from '../queries/prepared-query.ts';

export const schemaSteps: readonly SchemaStep[] = [
  {
    name: '0001-exchange',
    statements: [
      `create table "notes" ("name" text primary key, "value" text not null)`,
      `create table "accounts" ("id" text primary key, "email" text not null unique, "number" text not null, "language" text not null, "role" text not null, "show_number" integer not null, "show_email" integer not null, "show_language" integer not null, "show_nick" integer not null, "created_at" integer not null, "disabled_at" integer, "files_listed_at" integer)`,
      `create table "api_keys" ("id" text primary key, "account_id" text not null references "accounts" ("id") on delete cascade, "hash" blob not null, "created_at" integer not null, "expires_at" integer)`,
      `create index "api_keys_by_account" on "api_keys" ("account_id")`,
      `create table "csrf_tokens" ("hash" blob primary key, "account_id" text not null references "accounts" ("id") on delete cascade, "expires_at" integer not null)`,
      `create index "csrf_tokens_by_account" on "csrf_tokens" ("account_id", "expires_at")`,
      `create index "csrf_tokens_by_expiry" on "csrf_tokens" ("expires_at")`,
      `create table "contacts" ("email" text not null, "number" text not null, "language" text not null, "groups" text not null, "nick" text not null, "account_id" text not null references "accounts" ("id") on delete cascade, "position" integer not null, constraint "contacts_key" primary key ("account_id", "position"), constraint "contacts_by_email" unique ("account_id", "email"))`,
      `create table "receivers" ("email" text not null, "number" text not null, "language" text not null, "groups" text not null, "nick" text not null, "account_id" text not null references "accounts" ("id") on delete cascade, "position" integer not null, constraint "receivers_key" primary key ("account_id", "position"), constraint "receivers_by_email" unique ("account_id", "email"))`,
      `create table "global_contacts" ("email" text not null, "number" text not null, "language" text not null, "groups" text not null, "nick" text not null, "position" integer primary key, constraint "global_contacts_by_email" unique ("email"))`,
      `create table "dispatches" ("sequence" integer primary key autoincrement, "id" text not null unique, "account_id" text not null references "accounts" ("id"), "kind" text not null, "created_at" integer not null, "expires_at" integer not null, "ttl" text not null, "message" text, "ended_at" integer)`,
      `create index "dispatches_by_account" on "dispatches" ("account_id", "sequence")`,
      `create index "dispatches_live" on "dispatches" ("account_id", "kind", "expires_at") where "ended_at" is null`,
      `create index "dispatches_due" on "dispatches" ("expires_at") where "ended_at" is null`,
      `create table "dispatch_receivers" ("email" text not null, "number" text not null, "language" text not null, "groups" text not null, "nick" text not null, "id" text primary key, "dispatch_id" text not null references "dispatches" ("id") on delete cascade, "position" integer not null, "link_hash" blob unique, "inbox_token" text not null unique, constraint "dispatch_receivers_in_order" unique ("dispatch_id", "position"))`,
      `create index "dispatch_receivers_by_email" on "dispatch_receivers" ("email")`,
      `create table "files" ("sequence" integer primary key autoincrement, "id" text not null unique, "account_id" text not null, "dispatch_id" text references "dispatches" ("id") on delete set null, "name" text not null, "media_type" text not null, "size_bytes" integer not null, "sha256" blob not null, "wrapped_key" blob, "key_bucket" text, "created_at" integer not null, "shredded_at" integer, "reclaimed_at" integer)`,
      `create unique index "files_in_tray" on "files" ("account_id", "name") where "dispatch_id" is null and "shredded_at" is null`,
      `create index "files_by_dispatch" on "files" ("dispatch_id")`,
      `create index "files_by_bucket" on "files" ("key_bucket") where "shredded_at" is null`,
      `create index "files_garbage" on "files" ("shredded_at") where "shredded_at" is not null and "reclaimed_at" is null`,
      `create table "outbox" ("sequence" integer primary key autoincrement, "kind" text not null, "receiver_id" text not null references "dispatch_receivers" ("id") on delete cascade, "created_at" integer not null, "state" text not null)`,
      `create index "outbox_by_receiver" on "outbox" ("receiver_id")`,
      `create index "outbox_waiting" on "outbox" ("sequence") where "state" = 'waiting'`,
      `create table "idempotency_keys" ("account_id" text not null references "accounts" ("id") on delete cascade, "key_hash" blob not null, "request_hash" blob not null, "expires_at" integer not null, constraint "idempotency_keys_key" primary key ("account_id", "key_hash"))`,
      `create index "idempotency_keys_by_expiry" on "idempotency_keys" ("expires_at")`,
      `create table "audit" ("sequence" integer primary key, "at" integer not null, "actor" text not null, "source" text not null, "request_id" text not null, "action" text not null, "object" text not null, "outcome" text not null, "details" text not null, "hash" blob not null)`,
    ],
  },
  {
    name: '0002-receivers',
    statements: [
      `alter table "accounts" add column "receipts" integer default 1 not null`,
      `alter table "accounts" add column "reminders" integer default 1 not null`,
      `alter table "dispatch_receivers" add column "link_generation" integer default 0 not null`,
      `alter table "dispatches" add column "sender_email" text`,
      `alter table "dispatches" add column "sender_nick" text`,
      `alter table "dispatches" add column "grant_receiver_id" text`,
      `create index "dispatches_by_grant" on "dispatches" ("grant_receiver_id") where "grant_receiver_id" is not null`,
      `create table "downloads" ("receiver_id" text not null references "dispatch_receivers" ("id") on delete cascade, "file_id" text not null, "spans" text not null, "completed_at" integer, constraint "downloads_key" primary key ("receiver_id", "file_id"))`,
      `alter table "outbox" rename to "outbox_before"`,
      `create table "mails" ("sequence" integer primary key autoincrement, "id" text not null unique, "kind" text not null, "to_email" text not null, "account_id" text not null references "accounts" ("id") on delete cascade, "receiver_id" text not null references "dispatch_receivers" ("id") on delete cascade, "created_at" integer not null, "state" text not null, "attempts" integer not null, "next_attempt_at" integer not null, "settled_at" integer, "last_error" text)`,
      `insert into mails (id, kind, to_email, account_id, receiver_id, created_at, state, attempts, next_attempt_at)
      select o.receiver_id, o.kind, r.email, d.account_id, o.receiver_id, o.created_at, 'waiting', 0, o.created_at
      from outbox_before o
      join dispatch_receivers r on r.id = o.receiver_id
      join dispatches d on d.id = r.dispatch_id
      order by o.sequence`,
      `drop table "outbox_before"`,
      `create index "mails_due" on "mails" ("next_attempt_at") where "state" = 'waiting'`,
      `create index "mails_by_receiver" on "mails" ("receiver_id")`,
      `create index "mails_by_account" on "mails" ("account_id")`,
    ],
  },
  {
    name: '0003-uploads',
    statements: [
      `alter table "files" add column "segments_mac" blob`,
      `create table "segments" ("file_id" text not null, "number" integer not null, "blob_key" text not null unique, "size_bytes" integer not null, constraint "segments_key" primary key ("file_id", "number"))`,
      `create table "incoming_uploads" ("sequence" integer primary key autoincrement, "id" text not null unique, "receiver_id" text not null, "account_id" text not null, "name" text not null, "media_type" text not null, "fingerprint" text not null, "size_bytes" integer not null, "received_bytes" integer not null, "wrapped_key" blob, "key_bucket" text, "sha256" blob, "segments_mac" blob, "created_at" integer not null, "expires_at" integer not null, "shredded_at" integer)`,
      `create index "uploads_by_receiver" on "incoming_uploads" ("receiver_id")`,
      `create index "uploads_alive" on "incoming_uploads" ("expires_at", "receiver_id", "key_bucket") where "shredded_at" is null`,
      `create index "uploads_shredded" on "incoming_uploads" ("id") where "shredded_at" is not null`,
    ],
  },
  {
    name: '0004-second-factor',
    statements: [
      `alter table "accounts" add column "second_factor" text default 'off' not null`,
      `alter table "dispatches" add column "second_factor" text default 'off' not null`,
      `create table "receiver_codes" ("receiver_id" text not null primary key references "dispatch_receivers" ("id") on delete cascade, "mail_id" text not null, "channel" text not null, "hash" blob not null, "expires_at" integer not null, "tries_left" integer not null)`,
      `create table "receiver_sessions" ("hash" blob not null primary key, "receiver_id" text not null references "dispatch_receivers" ("id") on delete cascade, "expires_at" integer not null)`,
      `create index "receiver_codes_by_end" on "receiver_codes" ("expires_at")`,
      `create index "receiver_sessions_by_end" on "receiver_sessions" ("expires_at")`,
      `create index "receiver_sessions_by_receiver" on "receiver_sessions" ("receiver_id")`,
      `create index "mails_codes" on "mails" ("created_at") where "kind" = 'code'`,
      `create index "mails_codes_due" on "mails" ("next_attempt_at") where "state" = 'waiting' and "kind" = 'code'`,
    ],
  },
  {
    name: '0005-access-changes',
    statements: [
      `create table "access_changes" ("version" integer not null)`,
      `insert into access_changes (version) values (0)`,
      `create trigger accounts_after_insert after insert on accounts begin update access_changes set version = version + 1; end`,
      `create trigger accounts_after_update after update on accounts begin update access_changes set version = version + 1; end`,
      `create trigger accounts_after_delete after delete on accounts begin update access_changes set version = version + 1; end`,
      `create trigger api_keys_after_insert after insert on api_keys begin update access_changes set version = version + 1; end`,
      `create trigger api_keys_after_update after update on api_keys begin update access_changes set version = version + 1; end`,
      `create trigger api_keys_after_delete after delete on api_keys begin update access_changes set version = version + 1; end`,
      `create trigger csrf_tokens_after_insert after insert on csrf_tokens begin update access_changes set version = version + 1; end`,
      `create trigger csrf_tokens_after_update after update on csrf_tokens begin update access_changes set version = version + 1; end`,
      `create trigger csrf_tokens_after_delete after delete on csrf_tokens begin update access_changes set version = version + 1; end`,
    ],
  },
  {
    name: '0010-key-buckets',
    statements: [
      `create table "key_buckets" ("bucket" text primary key, "spent_at" integer)`,
    ],
  },
  {
    name: '0012-waiting-mails',
    statements: [
      `create index "mails_waiting" on "mails" ("created_at") where "state" = 'waiting'`,
    ],
  },
  {
    name: '0007-upload-metadata',
    statements: [
      `alter table "incoming_uploads" add column "metadata" text default '' not null`,
    ],
  },
  {
    name: '0009-tray-lifetime',
    statements: [
      `create index "files_in_trays_by_age" on "files" ("created_at") where "dispatch_id" is null and "shredded_at" is null`,
    ],
  },
  {
    name: '0014-audit-marks',
    statements: [
      `create table "audit_marks" ("name" text not null primary key, "expires_at" integer not null)`,
      `create index "audit_marks_by_end" on "audit_marks" ("expires_at")`,
      `update files set sha256 = cast('' as blob) where shredded_at is not null`,
    ],
  },
  {
    name: '0017-transfer-sums',
    statements: [
      `create table "transfer_sums" ("receiver_id" text not null, "file_id" text not null, "way" text not null, "network" text not null, "dispatch_id" text not null, "email" text not null, "file_name" text not null, "file_bytes" integer not null, "was_asked_for" integer not null, "actor" text not null, "source" text not null, "request_id" text not null, "requests" integer not null, "bytes" integer not null, "has_whole_part" integer not null, "has_fault" integer not null, "first_at" integer not null, "last_at" integer not null, "due_at" integer not null, constraint "transfer_sums_key" primary key ("receiver_id", "file_id", "way", "network"))`,
      `create index "transfer_sums_due" on "transfer_sums" ("due_at")`,
      `create index "transfer_sums_by_dispatch" on "transfer_sums" ("dispatch_id")`,
    ],
  },
  {
    name: '0006-desttime-units',
    statements: [
      `alter table "accounts" add column "desttime_unit" text`,
      `alter table "dispatches" add column "ttl_unit" text`,
    ],
  },
  {
    name: '0016-salted-keys',
    statements: [
      `alter table "api_keys" add column "salt" blob`,
      `create index "api_keys_salted" on "api_keys" ("account_id") where "salt" is not null`,
      `alter table "receivers" add column "name" text default '' not null`,
      `alter table "dispatch_receivers" add column "name" text default '' not null`,
    ],
  },
  {
    name: '0013-mail',
    statements: [
      `alter table "mails" rename to "mails_before"`,
      `create table "mails" ("sequence" integer primary key autoincrement, "id" text not null unique, "kind" text not null, "to_email" text not null, "account_id" text not null references "accounts" ("id") on delete cascade, "receiver_id" text references "dispatch_receivers" ("id") on delete cascade, "created_at" integer not null, "state" text not null, "attempts" integer not null, "next_attempt_at" integer not null, "stalled" integer default 0 not null, "settled_at" integer, "last_error" text, "listed" text, "listed_count" integer)`,
      `insert into mails (sequence, id, kind, to_email, account_id, receiver_id, created_at, state, attempts, next_attempt_at, settled_at, last_error) select sequence, id, kind, to_email, account_id, receiver_id, created_at, state, attempts, next_attempt_at, settled_at, last_error from mails_before order by sequence`,
      `drop table "mails_before"`,
      `create index "mails_due" on "mails" ("next_attempt_at") where "state" = 'waiting'`,
      `create index "mails_waiting" on "mails" ("created_at") where "state" = 'waiting'`,
      `create index "mails_turns" on "mails" ("account_id", "next_attempt_at") where "state" = 'waiting'`,
      `create index "mails_codes" on "mails" ("created_at") where "kind" = 'code'`,
      `create index "mails_codes_due" on "mails" ("next_attempt_at") where "state" = 'waiting' and "kind" = 'code'`,
      `create index "mails_by_receiver" on "mails" ("receiver_id")`,
      `create index "mails_by_account" on "mails" ("account_id", "created_at")`,
    ],
  },
  {
    name: '0019-mail-refusals',
    statements: [
      `create table "suppressions" ("email" text not null, "account_id" text not null, "created_at" integer not null, constraint "suppressions_key" primary key ("email", "account_id"))`,
      `alter table "dispatch_receivers" add column "refused_codes" integer default 0 not null`,
      `create index "mails_with_links" on "mails" ("account_id", "created_at") where "kind" in ('download', 'upload')`,
      `create index "mails_digests" on "mails" ("account_id", "kind") where "listed" is not null`,
    ],
  },
  {
    name: '0020-retention',
    statements: [
      `create index "dispatches_by_end" on "dispatches" ("ended_at") where "ended_at" is not null`,
      `create index "mails_by_settlement" on "mails" ("settled_at") where "settled_at" is not null`,
    ],
  },
  {
    name: '0021-bound-rows',
    statements: [
      `alter table "api_keys" add column "mac" blob`,
      `alter table "dispatch_receivers" add column "mac" blob`,
      `alter table "dispatch_receivers" add column "link_mac" blob`,
    ],
  },
  {
    name: '0008-code-browsers',
    statements: [
      `drop table "receiver_codes"`,
      `create table "receiver_codes" ("receiver_id" text not null references "dispatch_receivers" ("id") on delete cascade, "browser" blob not null, "mail_id" text not null, "channel" text not null, "hash" blob not null, "expires_at" integer not null, "tries_left" integer not null, constraint "receiver_codes_key" primary key ("receiver_id", "browser"))`,
      `create index "receiver_codes_by_end" on "receiver_codes" ("expires_at")`,
      `create index "receiver_codes_by_mail" on "receiver_codes" ("mail_id")`,
      `alter table "mails" add column "asked_from" text`,
    ],
  },
  {
    name: '0022-repeated-acts',
    statements: [
      `create table "repeated_acts" ("action" text not null, "subject" text not null, "object" text not null, "outcome" text not null, "details" text not null, "actor" text not null, "source" text not null, "request_id" text not null, "acts" integer not null, "first_at" integer not null, "last_at" integer not null, "due_at" integer not null, constraint "repeated_acts_key" primary key ("action", "subject"))`,
      `create index "repeated_acts_due" on "repeated_acts" ("due_at")`,
    ],
  },
  {
    name: '0023-blob-stores',
    statements: [
      `alter table "files" add column "store" text default 'file' not null`,
      `alter table "segments" add column "store" text default 'file' not null`,
      `alter table "segments" add column "sealed_bytes" integer`,
    ],
  },
  {
    name: '0024-mail-claims',
    statements: [
      `alter table "mails" add column "claimed_by" text`,
      `create index "mails_claimed" on "mails" ("claimed_by") where "claimed_by" is not null`,
    ],
  },
  {
    name: '0025-hash-states',
    statements: [
      `alter table "incoming_uploads" add column "hash_state" blob`,
    ],
  },
  {
    name: '0027-ended-keys',
    statements: [
      `create index "api_keys_by_end" on "api_keys" ("expires_at") where "expires_at" is not null`,
    ],
  },
  {
    name: '0028-files-of-drops',
    statements: [
      `create index "files_by_dispatch_name" on "files" ("dispatch_id", "name") where "dispatch_id" is not null`,
      `create index "files_by_dispatch_sequence" on "files" ("dispatch_id", "sequence") where "dispatch_id" is not null`,
    ],
  },
  {
    name: '0029-people',
    statements: [
      `alter table "accounts" add column "display_name" text default '' not null`,
      `alter table "accounts" add column "time_zone" text`,
      `create table "sessions" ("id" text not null primary key, "account_id" text not null references "accounts" ("id") on delete cascade, "state" text not null, "hash" blob not null, "created_at" integer not null, "proved_at" integer, "last_used_at" integer not null, "expires_at" integer not null, "source" text not null, "client" text not null)`,
      `create table "passwords" ("account_id" text not null primary key references "accounts" ("id") on delete cascade, "phc" text not null, "set_at" integer not null)`,
      `create table "account_links" ("id" text not null primary key, "account_id" text not null references "accounts" ("id") on delete cascade, "kind" text not null, "hash" blob not null unique, "created_at" integer not null, "expires_at" integer not null)`,
      `create index "sessions_by_account" on "sessions" ("account_id", "created_at")`,
      `create index "sessions_by_end" on "sessions" ("expires_at")`,
      `create index "account_links_by_account" on "account_links" ("account_id", "created_at")`,
      `create index "account_links_by_end" on "account_links" ("expires_at")`,
      `create table "totp_secrets" ("account_id" text not null primary key references "accounts" ("id") on delete cascade, "sealed" blob not null, "confirmed_at" integer, "last_step" integer not null, "tries_left" integer not null, "tries_until" integer not null)`,
      `create table "recovery_codes" ("account_id" text not null references "accounts" ("id") on delete cascade, "hash" blob not null, constraint "recovery_codes_key" primary key ("account_id", "hash"))`,
    ],
  },
  {
    name: '0030-federated-sign-in',
    statements: [
      `create table "passkeys" ("id" text not null primary key, "account_id" text not null references "accounts" ("id") on delete cascade, "rp_id" text not null, "public_key" blob not null, "algorithm" integer not null, "counter" integer not null, "name" text not null, "created_at" integer not null, "last_used_at" integer, "mac" blob not null)`,
      `create table "linked_identities" ("issuer" text not null, "subject" text not null, "account_id" text not null references "accounts" ("id") on delete cascade, "label" text not null, "created_at" integer not null, "last_used_at" integer, "mac" blob not null, constraint "linked_identities_key" primary key ("issuer", "subject"))`,
      `create index "passkeys_by_account" on "passkeys" ("account_id", "created_at")`,
      `create index "linked_identities_by_account" on "linked_identities" ("account_id", "created_at")`,
      `create index "passkeys_by_rp_id" on "passkeys" ("rp_id")`,
    ],
  },
  {
    name: '0031-drafts',
    statements: [
      `create table "drafts" ("id" text primary key, "account_id" text not null references "accounts" ("id") on delete cascade, "ticket_hash" blob not null unique, "receivers" text not null, "message" text not null, "lifetime" text not null, "second_factor" text, "download_limit" integer, "receipts" text, "dispatch_id" text, "created_at" integer not null, "changed_at" integer not null, "expires_at" integer not null)`,
      `create index "drafts_by_account" on "drafts" ("account_id", "changed_at")`,
      `create index "drafts_by_expiry" on "drafts" ("expires_at")`,
      `create table "past_receivers" ("account_id" text not null references "accounts" ("id") on delete cascade, "email" text not null, "nick" text not null, "last_at" integer not null, constraint "past_receivers_key" primary key ("account_id", "email"))`,
      `create index "past_receivers_by_email" on "past_receivers" ("email")`,
      `create index "global_contacts_by_nick" on "global_contacts" ("nick")`,
      `alter table "dispatches" add column "download_limit" integer`,
      `alter table "dispatches" add column "receipts" text`,
      `alter table "downloads" add column "times" integer`,
      `alter table "downloads" add column "sent_bytes" integer`,
    ],
  },
  {
    name: '0032-sent-drops',
    statements: [
      `alter table "dispatch_receivers" add column "opened_at" integer`,
      `alter table "dispatch_receivers" add column "revoked_at" integer`,
      `create index "dispatches_sent" on "dispatches" ("account_id", "sequence") where "kind" = 'drop' and "ended_at" is null`,
      `create index "dispatches_sent_ended" on "dispatches" ("account_id", "sequence") where "kind" = 'drop' and "ended_at" is not null`,
      `create index "mails_undelivered" on "mails" ("account_id", "settled_at") where "kind" = 'download' and "state" in ('refused', 'abandoned', 'suppressed')`,
    ],
  },
  {
    name: '0033-requests',
    statements: [
      `create table "grant_limits" ("dispatch_id" text not null primary key references "dispatches" ("id") on delete cascade, "max_files" integer, "max_bytes" integer, "max_file_bytes" integer, "max_returns" integer)`,
      `alter table "dispatch_receivers" add column "seen_at" integer`,
      `create index "dispatches_requested" on "dispatches" ("account_id", "sequence") where "kind" = 'grant'`,
    ],
  },
  {
    name: '0034-contact-groups',
    statements: [
      `alter table "contacts" add column "sort_key" text`,
      `alter table "contacts" add column "last_key" text`,
      `create index "contacts_sorted" on "contacts" ("account_id", "sort_key", "email")`,
      `create index "contacts_by_last_key" on "contacts" ("account_id", "last_key") where "last_key" <> ''`,
      `create index "contacts_by_number" on "contacts" ("account_id", "number") where "number" <> ''`,
      `create index "contacts_without_keys" on "contacts" ("account_id") where "sort_key" is null`,
      `create table "contact_groups" ("id" text primary key, "account_id" text not null references "accounts" ("id") on delete cascade, "name" text not null, "name_key" text not null, "created_at" integer not null, constraint "contact_groups_by_name" unique ("account_id", "name_key"))`,
      `create table "contact_group_members" ("group_id" text not null references "contact_groups" ("id") on delete cascade, "account_id" text not null, "email" text not null, constraint "contact_group_members_key" primary key ("group_id", "email"))`,
      `create index "contact_group_members_by_email" on "contact_group_members" ("account_id", "email")`,
      `create table "contact_imports" ("account_id" text primary key references "accounts" ("id") on delete cascade, "id" text not null, "content" text not null, "expires_at" integer not null)`,
      `create index "contact_imports_by_expiry" on "contact_imports" ("expires_at")`,
    ],
  },
  {
    name: '0036-administration',
    statements: [
      `alter table "accounts" add column "quota_bytes" integer`,
      `create index "accounts_by_role" on "accounts" ("role", "email")`,
      `create index "accounts_disabled" on "accounts" ("email") where "disabled_at" is not null`,
      `create index "files_sizes_by_account_id" on "files" ("account_id", "size_bytes", "shredded_at") where "shredded_at" is null`,
      `create index "files_sizes_by_key_bucket" on "files" ("key_bucket", "size_bytes", "shredded_at") where "shredded_at" is null`,
      `create index "mails_refused" on "mails" ("settled_at") where "state" = 'refused'`,
      `create index "mails_abandoned" on "mails" ("settled_at") where "state" = 'abandoned'`,
      `create index "mails_withdrawn" on "mails" ("settled_at") where "state" = 'withdrawn'`,
      `create index "mails_suppressed" on "mails" ("settled_at") where "state" = 'suppressed'`,
    ],
  },
  {
    name: '0038-kept-forms',
    statements: [
      `create table "kept_forms" ("account_id" text primary key references "accounts" ("id") on delete cascade, "id" text not null, "sealed" blob not null, "expires_at" integer not null)`,
      `create index "kept_forms_by_expiry" on "kept_forms" ("expires_at")`,
    ],
  },
  {
    name: '0040-inbox-order',
    statements: [
      `alter table "dispatch_receivers" add column "inbox_sequence" integer default -1`,
      `create index "dispatch_receivers_inbox" on "dispatch_receivers" ("email", "inbox_sequence") where "inbox_sequence" is not null`,
      `create index "dispatch_receivers_unseen" on "dispatch_receivers" ("email", "inbox_sequence") where "inbox_sequence" is not null and "seen_at" is null`,
    ],
  },
  {
    name: '0041-ending-order',
    statements: [
      `create index "dispatches_ending" on "dispatches" ("account_id", "kind", "expires_at", "sequence") where "ended_at" is null`,
    ],
  },
  {
    name: '0037-shared-contents',
    statements: [
      `alter table "files" add column "content_id" text`,
      `create index "files_by_content" on "files" ("content_id", "shredded_at") where "content_id" is not null`,
      `alter table "incoming_uploads" add column "content_id" text`,
      `create index "uploads_by_content" on "incoming_uploads" ("content_id", "shredded_at") where "content_id" is not null`,
      `create index "files_shared_by_bucket" on "files" ("key_bucket") where "content_id" is not null`,
    ],
  },
  {
    name: '0039-own-keys',
    statements: [
      `create table "api_key_notes" ("key_id" text not null primary key references "api_keys" ("id") on delete cascade, "name" text not null, "last_used_at" integer)`,
      `alter table "accounts" add column "default_days" integer`,
    ],
  },
  {
    name: '0042-lookups-of-files',
    statements: [
      `drop index "files_by_dispatch"`,
    ],
  },
  {
    name: '0043-planner-statistics',
    statements: [
      `analyze sqlite_schema`,
      `delete from sqlite_stat1 where tbl = 'files'`,
      `insert into sqlite_stat1 (tbl, idx, stat) values ('files', 'sqlite_autoindex_files_1', '1000000 1')`,
      `insert into sqlite_stat1 (tbl, idx, stat) values ('files', 'files_in_tray', '5000 50 1')`,
      `insert into sqlite_stat1 (tbl, idx, stat) values ('files', 'files_in_trays_by_age', '5000 1')`,
      `insert into sqlite_stat1 (tbl, idx, stat) values ('files', 'files_by_dispatch_name', '995000 50 1')`,
      `insert into sqlite_stat1 (tbl, idx, stat) values ('files', 'files_by_dispatch_sequence', '995000 50 1')`,
      `insert into sqlite_stat1 (tbl, idx, stat) values ('files', 'files_by_bucket', '500000 20000')`,
      `insert into sqlite_stat1 (tbl, idx, stat) values ('files', 'files_by_content', '10000 5 5')`,
      `insert into sqlite_stat1 (tbl, idx, stat) values ('files', 'files_garbage', '1000 10')`,
      `insert into sqlite_stat1 (tbl, idx, stat) values ('files', 'files_shared_by_bucket', '10000 500')`,
      `insert into sqlite_stat1 (tbl, idx, stat) values ('files', 'files_sizes_by_account_id', '500000 5000 2 2')`,
      `insert into sqlite_stat1 (tbl, idx, stat) values ('files', 'files_sizes_by_key_bucket', '500000 20000 2 2')`,
      `analyze sqlite_schema`,
    ],
  },
  {
    name: '0048-repeated-sends',
    statements: [
      `alter table "idempotency_keys" add column "receivers_mark" blob`,
      `alter table "idempotency_keys" add column "file_marks" blob`,
    ],
  },
  {
    name: '0045-session-strength',
    statements: [
      `alter table "sessions" add column "proved_by" text`,
      `alter table "sessions" add column "factor_since" integer`,
      `alter table "sessions" add column "proof_hash" blob`,
      `alter table "passwords" add column "reset_at" integer`,
      `alter table "passwords" add column "browsers_ended_at" integer`,
      `alter table "totp_secrets" add column "known_tries_left" integer default 0 not null`,
      `alter table "totp_secrets" add column "known_tries_until" integer default 0 not null`,
    ],
  },
  {
    name: '0049-rights-and-limits',
    statements: [
      `alter table "api_keys" add column "contacts_mac" blob`,
      `alter table "api_key_notes" add column "told_days" integer`,
      `alter table "accounts" add column "mails_per_day" integer`,
    ],
  },
  {
    name: '0051-contact-words',
    statements: [
      `alter table "contacts" add column "search_words" text`,
      `alter table "global_contacts" add column "search_words" text`,
      `create index "contacts_without_words" on "contacts" ("account_id") where "search_words" is null`,
      `create index "global_contacts_without_words" on "global_contacts" ("email") where "search_words" is null`,
    ],
  },
  {
    name: '0047-recorded-acts',
    statements: [
      `alter table "repeated_acts" add column "recorded" integer default 5 not null`,
    ],
  },
  {
    name: '0044-bound-people',
    statements: [
      `alter table "accounts" add column "mac" blob`,
      `alter table "sessions" add column "mac" blob`,
      `alter table "recovery_codes" add column "mac" blob`,
      `alter table "receiver_codes" add column "mac" blob`,
      `alter table "receiver_sessions" add column "mac" blob`,
    ],
  },
  {
    name: '0052-changes-of-dispatches',
    statements: [
      `create table "dispatch_changes" ("dispatch_id" text not null references "dispatches" ("id") on delete cascade, "at" integer not null, "receiver_id" text not null, "expires_at" integer not null, constraint "dispatch_changes_key" primary key ("dispatch_id", "at", "receiver_id"))`,
      `create index "dispatch_changes_by_end" on "dispatch_changes" ("expires_at")`,
    ],
  },
  {
    name: '0050-chosen-files',
    statements: [
      `create table "chosen_files" ("draft_id" text not null references "drafts" ("id") on delete cascade, "key" text not null, "name" text not null, "size_bytes" integer not null, "fingerprint" text not null, "place" integer not null, constraint "chosen_files_key" primary key ("draft_id", "key"))`,
    ],
  },
  {
    name: '0055-times-of-second-factors',
    statements: [
      `alter table "totp_secrets" add column "waits_until" integer`,
      `create index "totp_secrets_waiting" on "totp_secrets" ("waits_until") where "confirmed_at" is null`,
      `alter table "passkeys" add column "since_mac" blob`,
    ],
  },
  {
    name: '0054-visitors-and-inviters',
    statements: [
      `alter table "dispatches" add column "visitor_hash" blob`,
      `alter table "incoming_uploads" add column "visitor_hash" blob`,
      `alter table "account_links" add column "invited_by" text`,
    ],
  },
  {
    name: '0053-discarded-drafts',
    statements: [
      `alter table "drafts" add column "discarded_at" integer`,
      `alter table "drafts" add column "version" integer default 0 not null`,
      `alter table "drafts" add column "changed_by" text`,
    ],
  },
  {
    name: '0056-keys-by-hash',
    statements: [
      `create index "api_keys_by_hash" on "api_keys" ("hash")`,
    ],
  },
  {
    name: '0057-rights-of-keys',
    statements: [
      `alter table "api_keys" add column "scopes" text`,
      `alter table "api_keys" add column "networks" text`,
    ],
  },
  {
    name: '0058-feeds',
    statements: [
      `create table "feed_events" ("sequence" integer primary key autoincrement, "id" text not null, "account_id" text not null, "kind" text not null, "at" integer not null, "drop_id" text, "request_id" text, "receiver_id" text, "item" text, "file_id" text, "key_id" text, "state" text)`,
      `create index "feed_events_of_account" on "feed_events" ("account_id", "sequence")`,
      `create index "feed_events_by_time" on "feed_events" ("at")`,
    ],
  },
  {
    name: '0060-drops-by-age',
    statements: [
      `create index "dispatches_unended" on "dispatches" ("account_id", "created_at", "sequence") where "kind" = 'drop' and "ended_at" is null`,
      `create index "dispatches_revoked" on "dispatches" ("account_id", "created_at", "sequence") where "kind" = 'drop' and "ended_at" < "expires_at"`,
      `create index "dispatches_expired" on "dispatches" ("account_id", "created_at", "sequence") where "kind" = 'drop' and "ended_at" >= "expires_at"`,
      `drop index "dispatches_sent"`,
      `drop index "dispatches_sent_ended"`,
    ],
  },
  {
    name: '0061-references',
    statements: [
      `alter table "dispatches" add column "reference" text`,
      `alter table "dispatches" add column "notify" text`,
      `create index "dispatches_by_reference" on "dispatches" ("account_id", "reference", "created_at", "sequence") where "reference" is not null`,
    ],
  },
  {
    name: '0067-device-logins',
    statements: [
      `create table "device_logins" ("hash" blob primary key, "user_hash" blob not null unique, "name" text not null, "scopes" text not null, "source" text not null, "created_at" integer not null, "expires_at" integer not null, "state" text not null, "account_id" text references "accounts" ("id") on delete cascade, "sealed" blob)`,
      `create index "device_logins_by_expires_at" on "device_logins" ("expires_at")`,
      `create index "device_logins_by_account_id" on "device_logins" ("account_id")`,
    ],
  },
  {
    name: '0065-requests-by-age',
    statements: [
      `create index "dispatches_requests_by_age" on "dispatches" ("account_id", "created_at", "sequence") where "kind" = 'grant'`,
      `drop index "dispatches_requested"`,
    ],
  },
  {
    name: '0062-outcomes',
    statements: [
      `alter table "idempotency_keys" add column "outcome" text`,
    ],
  },
  {
    name: '0066-buckets-of-shredded-files',
    statements: [
      `alter table "files" add column "shredded_bucket" text`,
    ],
  },
  {
    name: '0064-webhooks',
    statements: [
      `create table "webhooks" ("id" text not null primary key, "account_id" text not null references "accounts" ("id") on delete cascade, "created_at" integer not null, "name" text, "url" text not null, "kinds" text, "details" integer not null, "signature" text not null, "sealed" blob not null, "earlier_sealed" blob, "earlier_until" integer, "mac" blob not null, "state" text not null, "stopped_at" integer, "revision" integer not null, "place" integer not null, "place_at" integer not null, "failures" integer not null, "wait_until" integer not null, "last_success_at" integer, "last_failure_at" integer, "last_error" text)`,
      `create index "webhooks_of_account" on "webhooks" ("account_id", "created_at")`,
      `create index "webhooks_live" on "webhooks" ("account_id", "id") where "state" = 'live'`,
      `create index "webhooks_parked" on "webhooks" ("id") where "state" = 'parked'`,
      `create index "webhooks_ended" on "webhooks" ("stopped_at") where "state" = 'ended'`,
      `create table "webhook_messages" ("webhook_id" text not null references "webhooks" ("id") on delete cascade, "place" integer not null, "subject" text not null, "event" text not null, "attempts" integer not null, "failing_since" integer, "next_attempt_at" integer, constraint "webhook_messages_pk" primary key ("webhook_id", "place"))`,
      `create index "webhook_messages_by_subject" on "webhook_messages" ("webhook_id", "subject", "place")`,
      `create index "webhook_messages_due" on "webhook_messages" ("webhook_id", "next_attempt_at") where "next_attempt_at" is not null`,
      `create table "webhook_attempts" ("sequence" integer primary key autoincrement, "webhook_id" text not null references "webhooks" ("id") on delete cascade, "at" integer not null, "event_id" text not null, "kind" text not null, "status" integer, "ms" integer not null, "error" text)`,
      `create index "webhook_attempts_of_webhook" on "webhook_attempts" ("webhook_id", "sequence")`,
      `create index "webhook_attempts_by_time" on "webhook_attempts" ("at")`,
      `alter table "feed_events" add column "webhook_id" text`,
    ],
  },
  {
    name: '0063-inbox-leases',
    statements: [
      `alter table "dispatch_receivers" add column "leases" integer default 0 not null`,
      `alter table "dispatch_receivers" add column "lease_ends_at" integer default 0 not null`,
      `alter table "dispatch_receivers" add column "lease_nonce" text default '' not null`,
      `alter table "dispatch_receivers" add column "acknowledged_at" integer`,
      `alter table "dispatch_receivers" add column "parked_at" integer`,
      `create index "dispatch_receivers_queue" on "dispatch_receivers" ("email", "inbox_sequence") where "inbox_sequence" is not null and "acknowledged_at" is null and "parked_at" is null`,
      `create index "dispatch_receivers_spent" on "dispatch_receivers" ("lease_ends_at") where "leases" >= 10 and "inbox_sequence" is not null and "acknowledged_at" is null and "parked_at" is null`,
    ],
  },
  {
    name: '0068-deferred-lengths',
    statements: [
      `alter table "incoming_uploads" add column "length_deferred" integer default 0 not null`,
    ],
  },
  {
    name: '0069-folders',
    statements: [
      `alter table "files" add column "folder" text default '' not null`,
      `alter table "incoming_uploads" add column "folder" text default '' not null`,
      `alter table "chosen_files" add column "folder" text default '' not null`,
      `alter table "files" add column "name_in_folder" text`,
    ],
  },
  {
    name: '0075-sent-on-files',
    statements: [
      `create table "sent_on_files" ("file_id" text primary key, "account_id" text not null references "accounts" ("id") on delete cascade, "receiver_id" text not null)`,
      `create index "sent_on_files_by_receiver" on "sent_on_files" ("receiver_id")`,
      `create index "sent_on_files_by_account" on "sent_on_files" ("account_id")`,
    ],
  },
  {
    name: '0076-templates',
    statements: [
      `create table "templates" ("id" text primary key, "account_id" text not null references "accounts" ("id") on delete cascade, "name" text not null, "folded_name" text not null, "contents" text not null, "created_at" integer not null, constraint "templates_by_name" unique ("account_id", "folded_name"))`,
    ],
  },
  {
    name: '0070-titles',
    statements: [
      `alter table "dispatches" add column "title" text`,
      `alter table "drafts" add column "title" text default '' not null`,
    ],
  },
  {
    name: '0077-anyone-links',
    statements: [
      `alter table "dispatch_receivers" add column "opened_count" integer default 0 not null`,
      `alter table "dispatch_receivers" add column "download_count" integer default 0 not null`,
      `create table "visitor_downloads" ("receiver_id" text not null references "dispatch_receivers" ("id") on delete cascade, "visitor_hash" blob not null, "file_id" text not null, "spans" text not null, "completed_at" integer, constraint "visitor_downloads_key" primary key ("receiver_id", "visitor_hash", "file_id"))`,
      `alter table "drafts" add column "anyone" integer default 0 not null`,
    ],
  },
  {
    name: '0078-drop-passwords',
    statements: [
      `alter table "dispatches" add column "password_hash" text`,
      `alter table "drafts" add column "wants_password" integer default 0 not null`,
    ],
  },
  {
    name: '0079-pictures',
    statements: [
      `create table "pictures" ("content_id" text primary key, "width" integer not null, "height" integer not null, "sealed" blob not null)`,
    ],
  },
  {
    name: '0080-appearance',
    statements: [
      `create table "appearance" ("id" text primary key, "version" integer not null, "service_name" text, "accent_color" text, "support_address" text, "logo" blob)`,
    ],
  },
  {
    name: '0081-mail-languages',
    statements: [
      `alter table "drafts" add column "mail_language" text`,
    ],
  },
  {
    name: '0082-delayed-mails',
    statements: [
      `create index "mails_delayed" on "mails" ("account_id", "created_at") where "kind" = 'download' and "state" = 'waiting' and "last_error" is not null`,
    ],
  },
];
