import type { Generated } from 'kysely';

export interface WebhooksTable {
  id: string;
  account_id: string;
  created_at: number;
  name: string | null;
  url: string;
  /** With spaces between; NULL: all. */
  kinds: string | null;
  /** 1 where messages contain names and addresses. */
  details: number;
  signature: string;
  sealed: Uint8Array;
  /** The secret before, which signs too until then. */
  earlier_sealed: Uint8Array | null;
  earlier_until: number | null;
  /** Binds the columns above to one another; see `bound-rows.ts`. */
  mac: Uint8Array;
  state: string;
  stopped_at: number | null;
  revision: number;
  place: number;
  place_at: number;
  failures: number;
  /** 0 where it need not wait. */
  wait_until: number;
  last_success_at: number | null;
  last_failure_at: number | null;
  last_error: string | null;
}

export interface WebhookMessagesTable {
  webhook_id: string;
  /** Of its event in the feed. */
  place: number;
  subject: string;
  /** A JSON object. */
  event: string;
  attempts: number;
  failing_since: number | null;
  /** NULL while an earlier message of the subject waits. */
  next_attempt_at: number | null;
}

export interface WebhookAttemptsTable {
  sequence: Generated<number>;
  webhook_id: string;
  at: number;
  event_id: string;
  kind: string;
  /** NULL where there was no answer. */
  status: number | null;
  ms: number;
  /** NULL where it was delivered. */
  error: string | null;
}
