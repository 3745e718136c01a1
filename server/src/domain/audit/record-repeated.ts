import type { Actor } from '../model/actor.ts';
import type { AuditEvent, AuditTrail } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import { hour } from '../model/clock.ts';
import { recordInBatches } from './record-in-batches.ts';
import type { RepeatedAct } from '../model/repeated-act.ts';
import type { Database, Repositories } from '../model/database.ts';

/** So many acts of one subject and hour have a record of their own. */
export const recordedAtOnce = 5;
const periodMs = hour;

interface Dependencies {
  audit: AuditTrail;
  clock: Pick<Clock, 'now'>;
}

/** How an act is told from others of the same action. */
interface Repetition {
  subject: string;
  /** What the record that sums up says of all of them. */
  common?: RepeatedAct['details'];
}

/**
 * Records an act that strangers can repeat without limit. The first ones of each subject and hour have a
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

/** Writes down what was only counted; nothing where each act has a record of its own. */
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

/** Sees to it that what was counted reaches the audit trail. */
export function createRepeatedActs({
  database,
  audit,
  clock,
}: Dependencies & { database: Pick<Database, 'transact'> }) {
  return {
    /** Writes down what the hours that are over came to; returns how many there were. */
    async recordDue(stopping: AbortSignal): Promise<number> {
      return await recordInBatches(database, stopping, async (repositories, limit) => {
        const due = await repositories.repeatedActs.listDue(clock.now(), limit);
        for (const act of due) await recordCount(audit, repositories, act);
        return due.length;
      });
    },
  };
}
