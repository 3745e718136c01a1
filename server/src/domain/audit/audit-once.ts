import type { Actor } from '../model/actor.ts';
import type { AuditEvent, AuditTrail } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import type { SecretHasher } from '../ports/secret-hasher.ts';
import type { Database } from '../model/database.ts';

/** When a repeated act is told anew. */
interface Once {
  /** What tells it from others of the same action: who, from where. It may hold a secret. */
  subject: string;
  periodMs: number;
}

interface Dependencies {
  database: Pick<Database, 'transact'>;
  audit: AuditTrail;
  hasher: SecretHasher;
  clock: Pick<Clock, 'now'>;
}

/** Marks known to be stored are not looked up again. More of them would be a flood. */
const maxKnown = 10_000;

export type AuditOnce = ReturnType<typeof createAuditOnce>;

/**
 * Records acts that are repeated without end, such as reads and refused tokens: the first one of each
 * subject and period is written to the trail, so that nobody can make it grow by repeating one. All
 * processes of a server, and the next one, share what was written.
 */
export function createAuditOnce({ database, audit, hasher, clock }: Dependencies) {
  const known = new Set<string>();

  function nameOf({ action }: Pick<AuditEvent, 'action'>, { subject, periodMs }: Once): string {
    const period = Math.floor(clock.now() / periodMs);
    return `${action} ${period} ${hasher.fingerprint(subject)}`;
  }

  return {
    /** Whether this process knows that the act was recorded in this period. */
    isRecorded(event: Pick<AuditEvent, 'action'>, once: Once): boolean {
      return known.has(nameOf(event, once));
    },

    async record(actor: Actor, event: AuditEvent, once: Once): Promise<void> {
      const name = nameOf(event, once);
      if (known.has(name)) return;
      const expiresAt = (Math.floor(clock.now() / once.periodMs) + 1) * once.periodMs;
      // The subject may hold a secret, and a plain hash of a guessable one could be searched for.
      const mark = hasher.hash(name).toString('base64url');
      await database.transact(async (repositories) => {
        if (await repositories.auditMarks.add(mark, expiresAt)) {
          await audit.record(repositories, actor, event);
        }
      });
      if (known.size >= maxKnown) known.clear();
      known.add(name);
    },
  };
}
