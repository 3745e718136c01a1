import type { AuditEvent, AuditTrail, RepeatedAct } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import { hour } from '../model/clock.ts';
import type { Database, Repositories } from '../model/database.ts';
import type { Actor } from '../model/principal.ts';
import type { TokenHasher } from '../ports/hashers.ts';

/** How many acts of one subject and hour have their own record. */
export const recordedAtOnce = 5;
const periodMs = hour;

interface Dependencies {
  audit: AuditTrail;
  clock: Pick<Clock, 'now'>;
}

/** What distinguishes an act from others of the same action. */
interface Repetition {
  subject: string;
  /** The details of the summary record. */
  common?: RepeatedAct['details'];
}

/**
 * Records an act that anyone can repeat without limit. The first ones of each subject and hour have a
 * record at once. The others are counted, and share one record when the hour is over.
 */
export async function recordRepeated(
  dependencies: Dependencies,
  repositories: Pick<Repositories, 'audit' | 'repeatedActs'>,
  { actor, event, subject, common = {} }: Repetition & { actor: Actor; event: AuditEvent },
): Promise<void> {
  const { audit, clock } = dependencies;
  const now = clock.now();
  const { action, object, outcome } = event;
  let before = await repositories.repeatedActs.find({ action, subject });
  if (before !== undefined && before.dueAt <= now) {
    await recordCount(audit, repositories, before);
    before = undefined;
  }
  const acts = (before?.acts ?? 0) + 1;
  const isCounted = acts > recordedAtOnce;
  if (!isCounted) await audit.record(repositories, actor, event);
  await repositories.repeatedActs.save({
    action,
    subject,
    object,
    outcome,
    details: common,
    actor,
    acts,
    firstAt:
      isCounted && before !== undefined && before.acts > recordedAtOnce ? before.firstAt : now,
    lastAt: now,
    dueAt: before?.dueAt ?? now + periodMs,
  });
}

/** The summary record of counted acts; nothing where each act has its own record. */
async function recordCount(
  audit: AuditTrail,
  repositories: Pick<Repositories, 'audit' | 'repeatedActs'>,
  act: RepeatedAct,
): Promise<void> {
  await repositories.repeatedActs.remove(act);
  const { action, object, outcome, details, actor, acts, firstAt, lastAt } = act;
  if (acts <= recordedAtOnce) return;
  await audit.record(repositories, actor, {
    action,
    object,
    outcome,
    details: { ...details, acts: acts - recordedAtOnce, firstAt, lastAt },
  });
}

export type RepeatedActs = ReturnType<typeof createRepeatedActs>;

/** Moves counted acts to the audit trail. */
export function createRepeatedActs({
  database,
  audit,
  clock,
}: Dependencies & { database: Pick<Database, 'transact'> }) {
  return {
    /** Records the counts of hours that are over; returns how many there were. */
    async recordDue(stopping: AbortSignal): Promise<number> {
      return await recordInBatches(database, stopping, async (repositories, limit) => {
        const due = await repositories.repeatedActs.listDue(clock.now(), limit);
        for (const act of due) await recordCount(audit, repositories, act);
        return due.length;
      });
    },
  };
}

/** When a repeated act is recorded again. */
interface Once {
  /** What distinguishes it from others of the same action: who, from where. It may contain a secret. */
  subject: string;
  periodMs: number;
}

interface OnceDependencies {
  database: Pick<Database, 'transact'>;
  audit: AuditTrail;
  hasher: TokenHasher;
  clock: Pick<Clock, 'now'>;
}

/** Marks known to be stored are not looked up again. More of them would be a flood. */
const maxKnown = 10_000;

export type AuditOnce = ReturnType<typeof createAuditOnce>;

/**
 * Records acts that can be repeated without limit, such as reads and refused tokens: the first one of each
 * subject and period is written to the trail, so that repetition does not make it grow. All processes of a
 * server, and the next server, share what was written.
 */
export function createAuditOnce({ database, audit, hasher, clock }: OnceDependencies) {
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
      // The subject may contain a secret, and a plain hash of a guessable one could be searched for.
      const mark = hasher.hash('audit mark', name).toString('base64url');
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

/** How many become records in one transaction, which blocks all other writers. */
const batchSize = 100;

/** Records what is due, in several transactions if needed; returns how many there were. */
export async function recordInBatches(
  database: Pick<Database, 'transact'>,
  stopping: AbortSignal,
  recordBatch: (repositories: Repositories, limit: number) => Promise<number>,
): Promise<number> {
  let recorded = 0;
  for (;;) {
    const batch = await database.transact((repositories) => recordBatch(repositories, batchSize));
    recorded += batch;
    if (batch < batchSize || stopping.aborted) return recorded;
  }
}
