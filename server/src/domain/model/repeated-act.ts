import type { Actor } from './actor.ts';
import type { AuditEvent } from './audit.ts';
import type { Instant } from './clock.ts';

/** What tells acts apart that are counted together. */
export interface RepeatedActKey {
  action: AuditEvent['action'];
  /** Who did it, from which network, and through which link. It holds no secret. */
  subject: string;
}

/** An act that was done at least once in the current period, and how often. */
export interface RepeatedAct extends RepeatedActKey {
  /** The object and the outcome of the latest one. */
  object: string;
  outcome: AuditEvent['outcome'];
  /** What all of them have in common. */
  details: NonNullable<AuditEvent['details']>;
  /** Who did it last. */
  actor: Actor;
  /** How often in this period, with those that have a record of their own. */
  acts: number;
  /** When the first one happened that has no record of its own. */
  firstAt: Instant;
  lastAt: Instant;
  /** When the period ends. */
  dueAt: Instant;
}

export interface RepeatedActRepository {
  find(key: RepeatedActKey): Promise<RepeatedAct | undefined>;
  /** In place of the one with the same key. */
  save(act: RepeatedAct): Promise<void>;
  remove(key: RepeatedActKey): Promise<void>;
  /** Those whose period has ended, the first due first. */
  listDue(now: Instant, limit: number): Promise<RepeatedAct[]>;
}
