import type { Generated } from 'kysely';

/**
 * What happened to the matters of accounts. `pending_feed_events`, of PostgreSQL only: events of committed transactions
 * that have no place in their feed yet.
 */
export interface FeedEventsTable {
  sequence: Generated<number>;
  id: string;
  account_id: string;
  kind: string;
  at: number;
  drop_id: string | null;
  request_id: string | null;
  receiver_id: string | null;
  item: string | null;
  file_id: string | null;
  key_id: string | null;
  webhook_id: string | null;
  state: string | null;
}
