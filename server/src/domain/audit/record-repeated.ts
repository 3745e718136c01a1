import type { AuditEvent, RepeatedAct } from '../model/audit.ts';
import type { Clock } from '../model/clock.ts';
import { hour } from '../model/clock.ts';
import type { Database, Repositories } from '../model/database.ts';
import type { EventRows, Events, RecordedHappening } from '../model/event.ts';
import { recordOf } from '../model/event.ts';
import { inBatches } from '../model/in-batches.ts';
import type { Actor } from '../model/principal.ts';
import { networksOf } from '../ports/rate-limiter.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

/** How many acts of one network and hour have their own record. */
export const recordedAtOnce = 5;
/** How many become records in one transaction, which blocks all other writers. */
export const recordedTogether = 100;
const periodMs = hour;

interface Dependencies {
  events: Events;
  clock: Pick<Clock, 'now'>;
}

/** What distinguishes an act from others of the same action, besides the network that it comes from. */
interface Repetition {
  /** Whose it is, or through which link; left out for acts of strangers. It contains no secret. */
  per?: string;
  /** The details of the summary record. */
  common?: RepeatedAct['details'];
}

type Rows = Pick<Repositories, EventRows | 'repeatedActs'>;

/**
 * How many networks have records of their own in an hour: within one of each width, the widest last, and
 * in all.
 */
export const recordedNetworks = { ipv6: [10, 20], ipv4: [20], all: 100 };

/**
 * Records an act that anyone can repeat without limit. The first ones of each network and hour have a
 * record at once. The others are counted, and share one record when the hour is over. So do all acts from
 * further networks once there were many: one line has thousands of them.
 */
export async function recordRepeated(
  dependencies: Dependencies,
  repositories: Rows,
  { actor, event, per = '', common = {} }: Repetition & { actor: Actor; event: RecordedHappening },
): Promise<void> {
  const { events, clock } = dependencies;
  const now = clock.now();
  const { action, object, outcome } = recordOf(event);

  /** What was counted for a subject in the hour that still runs. */
  async function findCurrent(subject: string): Promise<RepeatedAct | undefined> {
    const act = await repositories.repeatedActs.find({ action, subject });
    if (act === undefined || act.dueAt > now) return act;
    await recordCount(events, repositories, act);
    return undefined;
  }

  /** Counts one more. Returns whether it has a record of its own. */
  async function count(
    before: RepeatedAct | undefined,
    counted: Pick<RepeatedAct, 'subject' | 'recorded' | 'details'>,
  ): Promise<boolean> {
    const acts = (before?.acts ?? 0) + 1;
    const isFirstShared = before === undefined || before.acts <= counted.recorded;
    await repositories.repeatedActs.save({
      ...{ ...counted, action, object, outcome, actor, acts, lastAt: now },
      firstAt: isFirstShared ? now : before.firstAt,
      dueAt: before?.dueAt ?? now + periodMs,
    });
    return acts <= counted.recorded;
  }

  const [network, ...wider] = networksOf(actor.source);
  const subject = `${per} ${network}`.trim();
  const before = await findCurrent(subject);
  if (before === undefined) {
    const most = wider.length > 1 ? recordedNetworks.ipv6 : recordedNetworks.ipv4;
    const widths = [
      ...wider.map((each, width) => ({ network: each, recorded: most[width] ?? 0 })),
      { network: 'all networks', recorded: recordedNetworks.all },
    ].map((width) => ({ ...width, subject: `${per} ${width.network}`.trim() }));
    const current = new Map<string, RepeatedAct | undefined>();
    for (const width of widths.toReversed()) {
      const act = await findCurrent(width.subject);
      current.set(width.subject, act);
      if (act === undefined || act.acts < width.recorded) continue;
      await count(act, { ...width, details: { ...common, network: width.network } });
      return;
    }
    for (const width of widths) {
      const details = { ...common, network: width.network };
      await count(current.get(width.subject), { ...width, details });
    }
  }
  const counted = { subject, recorded: recordedAtOnce, details: common };
  if (await count(before, counted)) await events.tell(repositories, actor, event);
}

/** The summary record of counted acts; nothing where each act has its own record. */
async function recordCount(events: Events, repositories: Rows, act: RepeatedAct): Promise<void> {
  await repositories.repeatedActs.remove(act);
  const { action, object, outcome, details, actor, acts, recorded, firstAt, lastAt } = act;
  if (acts <= recorded) return;
  await events.tell(repositories, actor, {
    action,
    // They may be about several accounts.
    account: undefined,
    object,
    outcome,
    details: { ...details, acts: acts - recorded, firstAt, lastAt },
  });
}

export type RepeatedActs = ReturnType<typeof createRepeatedActs>;

/** Moves counted acts to the audit trail. */
export function createRepeatedActs({
  database,
  events,
  clock,
}: Dependencies & { database: Pick<Database, 'transact'> }) {
  async function recordSome(repositories: Repositories, limit: number): Promise<number> {
    const due = await repositories.repeatedActs.listDue(clock.now(), limit);
    for (const act of due) await recordCount(events, repositories, act);
    return due.length;
  }

  return {
    /** Records the counts of hours that are over; returns how many there were. */
    async recordDue(stopping: AbortSignal): Promise<number> {
      return await inBatches(database, recordedTogether, recordSome, stopping);
    },
  };
}

/** When a repeated act is recorded again. */
interface Once {
  /** What distinguishes it from others of the same action: who, from where. It contains no secret. */
  subject: string;
  periodMs: number;
}

interface OnceDependencies extends Pick<ServiceParts, 'events' | 'hasher'> {
  database: Pick<Database, 'transact'>;
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
export function createAuditOnce({ database, events, hasher, clock }: OnceDependencies) {
  const known = new Set<string>();

  function nameOf({ action }: Pick<AuditEvent, 'action'>, { subject, periodMs }: Once): string {
    return `${action} ${Math.floor(clock.now() / periodMs)} ${subject}`;
  }

  /** As it is stored. A plain hash of an address could be searched for. */
  function markOf({ action }: Pick<AuditEvent, 'action'>, { subject, periodMs }: Once): string {
    const period = Math.floor(clock.now() / periodMs);
    const hidden = `${action} ${period} ${hasher.fingerprint(subject)}`;
    return hasher.hash('audit mark', hidden).toString('base64url');
  }

  return {
    /** Whether this process knows that the act was recorded in this period. */
    isRecorded(event: Pick<AuditEvent, 'action'>, once: Once): boolean {
      return known.has(nameOf(event, once));
    },

    async record(actor: Actor, event: RecordedHappening, once: Once): Promise<void> {
      const name = nameOf(event, once);
      if (known.has(name)) return;
      const expiresAt = (Math.floor(clock.now() / once.periodMs) + 1) * once.periodMs;
      const mark = markOf(event, once);
      await database.transact(async (repositories) => {
        if (await repositories.auditMarks.add(mark, expiresAt)) {
          await events.tell(repositories, actor, event);
        }
      });
      if (known.size >= maxKnown) known.clear();
      known.add(name);
    },
  };
}
