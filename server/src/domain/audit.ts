import type { Actor } from './actor.ts';
import type { Clock, Instant } from './clock.ts';
import type { Repositories } from './store.ts';

/** Every act that leaves a record. A new act is a new line here and in docs/audit.md. */
export const auditActions = [
  'account.added',
  'account.disabled',
  'account.enabled',
  'account.removed',
  'account.key_rotated',
  'audit.exported',
  'clock.jumped',
  'contacts.global_replaced',
  'contacts.replaced',
  'drop.created',
  'drop.expired',
  'file.downloaded',
  'file.integrity_failed',
  'file.removed',
  'file.uploaded',
  'grant.created',
  'grant.expired',
  'keys.destroyed',
  'receivers.set',
  'server.started',
  'server.stopped',
  'sign_in.blocked',
  'sign_in.failed',
  'sign_in.foreign_path',
] as const;

export type AuditAction = (typeof auditActions)[number];

export interface AuditEvent {
  action: AuditAction;
  /** What was acted on: an address, an id, a file's name. */
  object: string;
  outcome: 'ok' | 'refused' | 'failed';
  /** Facts worth keeping. Never a secret, never a link. */
  details?: Record<string, string | number | boolean>;
}

export interface AuditRecord extends AuditEvent {
  sequence: number;
  at: Instant;
  actor: string;
  source: string;
  requestId: string;
  details: Record<string, string | number | boolean>;
  /** Covers this record and, through the one before it, the whole past. */
  hash: Buffer;
}

export interface AuditRepository {
  /** The newest record's sequence and hash; undefined while the trail is empty. */
  findHead(): Promise<{ sequence: number; hash: Buffer } | undefined>;
  /** Must throw when the sequence is taken: the trail never forks. */
  append(record: AuditRecord): Promise<void>;
  /** In order, from `after` (exclusive), at most `limit`. */
  list(after: number, limit: number): Promise<AuditRecord[]>;
  /** The last `limit` records, in order. */
  listNewest(limit: number): Promise<AuditRecord[]>;
}

/** The keyed hash that chains a record to the one before it. */
export type ChainHash = (previous: Buffer, canonicalRecord: string) => Buffer;

export const chainStart = Buffer.alloc(32);

/** The text a record's hash covers: fixed order, nothing left out, one text for each content. */
export function canonicalRecord(record: Omit<AuditRecord, 'hash'>): string {
  const details = Object.entries(record.details).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    record.sequence,
    record.at,
    record.actor,
    record.source,
    record.requestId,
    record.action,
    record.object,
    record.outcome,
    details,
  ]);
}

export type AuditTrail = ReturnType<typeof createAuditTrail>;

export function createAuditTrail({ clock, chainHash }: { clock: Clock; chainHash: ChainHash }) {
  return {
    /** Adds a record to the transaction of the act it tells of, so that neither exists alone. */
    async record(
      { audit }: Pick<Repositories, 'audit'>,
      actor: Actor,
      event: AuditEvent,
    ): Promise<void> {
      const head = await audit.findHead();
      const unchained = {
        ...event,
        sequence: (head?.sequence ?? 0) + 1,
        at: clock.now(),
        actor: actor.name,
        source: actor.source,
        requestId: actor.requestId,
        details: event.details ?? {},
      };
      const hash = chainHash(head?.hash ?? chainStart, canonicalRecord(unchained));
      await audit.append({ ...unchained, hash });
    },

    /** Whether `record` follows a record that ended in `previous`. */
    follows(previous: { sequence: number; hash: Buffer }, record: AuditRecord): boolean {
      return (
        record.sequence === previous.sequence + 1 &&
        chainHash(previous.hash, canonicalRecord(record)).equals(record.hash)
      );
    },
  };
}
