import { storeOperations } from '../domain/ports/blob-store.ts';

/** One metric, as Prometheus sees it. Names end in their unit; counters end in `_total`. */
export interface MetricRow {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels: readonly LabelName[];
  /** How the values of several processes become one. */
  across: 'sum' | 'max' | 'min';
  /** Upper bounds of a histogram, in seconds. */
  buckets?: readonly number[];
}

/**
 * Every label with its values. Nothing that a client, an account or a receiver chooses is a label: such
 * values would reveal them, and have no end. `route` is a pattern of the route table, and `check` a part
 * that `/readyz` names.
 */
export const labelValues = {
  route: 'route table',
  check: 'readiness',
  method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'],
  status: ['1xx', '2xx', '3xx', '4xx', '5xx', 'aborted'],
  reason: ['too_many_requests', 'unavailable'],
  act: ['upload', 'begin_upload', 'upload_part', 'cancel_upload', 'return', 'send', 'download'],
  outcome: [
    ...['done', 'refused', 'failed'],
    ...['sent', 'captured', 'withdrawn', 'suppressed', 'abandoned', 'retried'],
  ],
  operation: storeOperations,
  lane: ['mail', 'sms'],
  process: ['main', 'worker'],
  pool: ['read', 'write'],
  state: ['used', 'idle'],
  percentile: ['50', '99', '100'],
  version: 'build',
  commit: 'build',
  node: 'build',
} as const;

export type LabelName = keyof typeof labelValues;

/** Requests last from a fraction of a millisecond to hours: few bounds, far apart. */
const requestBuckets = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60];
const actBuckets = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** Every metric that `/metrics` shows. */
export const metricTable = {
  requestDuration: {
    name: 'valise_http_request_duration_seconds',
    type: 'histogram',
    help: 'Requests by route, from their first byte to the last of the answer. aborted: the client went away.',
    labels: ['route', 'method', 'status'],
    across: 'sum',
    buckets: requestBuckets,
  },
  refused: {
    name: 'valise_http_refused_total',
    type: 'counter',
    help: 'Requests that were refused because of a limit (429) or because a part was away or busy (503).',
    labels: ['route', 'reason'],
    across: 'sum',
  },
  received: {
    name: 'valise_http_received_bytes_total',
    type: 'counter',
    help: 'Bytes that clients sent, headers included.',
    labels: [],
    across: 'sum',
  },
  sent: {
    name: 'valise_http_sent_bytes_total',
    type: 'counter',
    help: 'Bytes that were sent to clients, headers included.',
    labels: [],
    across: 'sum',
  },
  connections: {
    name: 'valise_http_connections',
    type: 'gauge',
    help: 'Open connections of clients or proxies.',
    labels: [],
    across: 'sum',
  },
  transfers: {
    name: 'valise_transfers_running',
    type: 'gauge',
    help: 'Uploads and downloads that run now.',
    labels: [],
    across: 'sum',
  },
  acts: {
    name: 'valise_act_duration_seconds',
    type: 'histogram',
    help: 'Writes that requests ask for, from the request to the commit: uploads, sends, recorded downloads.',
    labels: ['act', 'outcome'],
    across: 'sum',
    buckets: actBuckets,
  },
  ready: {
    name: 'valise_ready',
    type: 'gauge',
    help: '1 where a check of /readyz passed in every process, 0 where it failed in one. As of the scrape before.',
    labels: ['check'],
    across: 'min',
  },
  deliveries: {
    name: 'valise_deliveries_total',
    type: 'counter',
    help: 'Attempts to deliver a message, by how they ended.',
    labels: ['lane', 'outcome'],
    across: 'sum',
  },
  outboxWaiting: {
    name: 'valise_outbox_waiting_messages',
    type: 'gauge',
    help: 'Messages that wait to be sent, or to be tried again.',
    labels: ['lane'],
    across: 'max',
  },
  outboxAge: {
    name: 'valise_outbox_oldest_age_seconds',
    type: 'gauge',
    help: 'How long the oldest waiting message has waited; 0 when none waits.',
    labels: ['lane'],
    across: 'max',
  },
  expiryLag: {
    name: 'valise_expiry_lag_seconds',
    type: 'gauge',
    help: 'How long ago the oldest drop or grant that has not been ended yet should have ended; 0 when none is due.',
    labels: [],
    across: 'max',
  },
  garbage: {
    name: 'valise_garbage_waiting_files',
    type: 'gauge',
    help: 'Ended files whose bytes have not been removed yet, counted up to 1000.',
    labels: [],
    across: 'max',
  },
  storageFree: {
    name: 'valise_storage_free_bytes',
    type: 'gauge',
    help: 'How many bytes still fit into the blob store. Absent where the store cannot tell.',
    labels: [],
    across: 'min',
  },
  storedBytes: {
    name: 'valise_stored_bytes',
    type: 'gauge',
    help: 'The lengths of all stored files. Measured anew every five minutes at most.',
    labels: [],
    across: 'max',
  },
  quarantined: {
    name: 'valise_quarantined_blobs',
    type: 'gauge',
    help: 'Stored files in quarantine, which the database does not know, counted up to 1000. Looked for every quarter of an hour.',
    labels: [],
    across: 'max',
  },
  damageFound: {
    name: 'valise_damage_found_total',
    type: 'counter',
    help: 'Reads of files that were ended because stored bytes were missing, or failed their check twice.',
    labels: [],
    across: 'sum',
  },
  storeRequests: {
    name: 'valise_store_request_duration_seconds',
    type: 'histogram',
    help: 'Attempts of requests to S3, up to the beginning of the answer. failed: no answer, or one that blames the store. Without those of the writer thread, which stores small files where the database is SQLite.',
    labels: ['operation', 'outcome'],
    across: 'sum',
    buckets: requestBuckets,
  },
  storeRetries: {
    name: 'valise_store_retries_total',
    type: 'counter',
    help: 'Attempts of requests to S3 that failed and were repeated.',
    labels: [],
    across: 'sum',
  },
  databaseSize: {
    name: 'valise_database_bytes',
    type: 'gauge',
    help: 'How much room the database takes.',
    labels: [],
    across: 'max',
  },
  keyBuckets: {
    name: 'valise_keyring_keys',
    type: 'gauge',
    help: 'Keys in the keyring: one for each day on which something expires or was uploaded.',
    labels: [],
    across: 'max',
  },
  auditVerified: {
    name: 'valise_audit_verified_timestamp_seconds',
    type: 'gauge',
    help: 'When "valise audit verify" last found the audit trail whole. Absent until it has.',
    labels: [],
    across: 'max',
  },
  certificate: {
    name: 'valise_certificate_expiry_timestamp_seconds',
    type: 'gauge',
    help: 'When the TLS certificate ends. Absent where a proxy has the certificate.',
    labels: [],
    across: 'min',
  },
  failingJobs: {
    name: 'valise_jobs_failing',
    type: 'gauge',
    help: 'Periodic jobs that failed at each of their last runs.',
    labels: [],
    across: 'max',
  },
  clockTrusted: {
    name: 'valise_clock_trusted',
    type: 'gauge',
    help: '0 while the clock is in doubt and nothing is deleted.',
    labels: [],
    across: 'min',
  },
  workers: {
    name: 'valise_workers',
    type: 'gauge',
    help: 'Processes that serve requests.',
    labels: [],
    across: 'sum',
  },
  silentWorkers: {
    name: 'valise_workers_silent',
    type: 'gauge',
    help: 'Those of them that did not answer this scrape: their values are from an earlier one.',
    labels: [],
    across: 'sum',
  },
  failedReads: {
    name: 'valise_failed_reads',
    type: 'gauge',
    help: 'Values that could not be read for this scrape, and are absent.',
    labels: [],
    across: 'sum',
  },
  loopDelay: {
    name: 'valise_event_loop_delay_seconds',
    type: 'gauge',
    help: 'How late timers of a process were since the scrape before, of the process where they were latest.',
    labels: ['process', 'percentile'],
    across: 'max',
  },
  loopActive: {
    name: 'valise_event_loop_active_seconds_total',
    type: 'counter',
    help: 'How long event loops were busy. Its rate is their utilisation.',
    labels: ['process'],
    across: 'sum',
  },
  cpu: {
    name: 'valise_process_cpu_seconds_total',
    type: 'counter',
    help: 'Time of processors, threads included.',
    labels: ['process'],
    across: 'sum',
  },
  memory: {
    name: 'valise_process_resident_memory_bytes',
    type: 'gauge',
    help: 'Resident memory.',
    labels: ['process'],
    across: 'sum',
  },
  heap: {
    name: 'valise_process_heap_bytes',
    type: 'gauge',
    help: 'Used heap of JavaScript.',
    labels: ['process'],
    across: 'sum',
  },
  databaseConnections: {
    name: 'valise_database_connections',
    type: 'gauge',
    help: 'Connections to PostgreSQL in the pools for reading and writing: at most 5 each for a process. Absent with SQLite.',
    labels: ['pool', 'state'],
    across: 'sum',
  },
  databaseWaiting: {
    name: 'valise_database_waiting',
    type: 'gauge',
    help: 'Statements and transactions that wait for a connection, because all of their pool are used.',
    labels: ['pool'],
    across: 'sum',
  },
  databaseRetries: {
    name: 'valise_database_retries_total',
    type: 'counter',
    help: 'Transactions and statements that ran again because another transaction came in between.',
    labels: [],
    across: 'sum',
  },
  databaseTimeouts: {
    name: 'valise_database_timeouts_total',
    type: 'counter',
    help: 'Transactions and statements that failed because a statement (30 s) or a lock (5 s) took too long.',
    labels: [],
    across: 'sum',
  },
  startedAt: {
    name: 'valise_start_timestamp_seconds',
    type: 'gauge',
    help: 'When the main process started.',
    labels: [],
    across: 'min',
  },
  build: {
    name: 'valise_build_info',
    type: 'gauge',
    help: 'Always 1; its labels say which Valise, of which commit, runs on which Node.',
    labels: ['version', 'commit', 'node'],
    across: 'max',
  },
} as const satisfies Record<string, MetricRow>;
