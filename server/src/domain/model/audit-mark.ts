import type { Instant } from './clock.ts';

/** What was recorded in the current period. */
export interface AuditMarkRepository {
  /** Returns whether the mark is new; one that is there already stays as it is. */
  add(name: string, expiresAt: Instant): Promise<boolean>;
  deleteExpired(now: Instant): Promise<number>;
}
