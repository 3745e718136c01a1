import { setImmediate as nextTurn } from 'node:timers/promises';
import { findCheckpoint } from '../audit/audit-retention.ts';
import type { TrailAnchor } from '../audit/audit-verification.ts';
import { verifyTrail } from '../audit/audit-verification.ts';
import type { AuditTrail } from '../model/audit.ts';
import type { EventRows } from '../model/event.ts';
import type { Instant } from '../model/clock.ts';
import { minute, second } from '../model/clock.ts';
import type { DatabaseOf } from '../model/database.ts';
import { auditVerifiedNote } from '../model/database.ts';
import type { Actor } from '../model/principal.ts';
import type { ServiceParts } from '../ports/service-parts.ts';

/** The last verification of the trail, running or over. */
export interface TrailCheck {
  by: string;
  startedAt: Instant;
  /** When the process that runs it was last heard of. */
  seenAt: Instant;
  /** How many records were found whole. */
  records: number;
  endedAt?: Instant;
  /** The first record that is not as it was written. */
  fault?: { sequence: number; problem: string };
}

const note = 'audit.check';
/** How often a running verification is noted, and after which silence it counts as dead. */
const noteEveryMs = 5 * second;
const silentMs = minute;

interface Dependencies extends Pick<ServiceParts, 'clock' | 'events'> {
  database: DatabaseOf<'installationValues' | EventRows>;
  audit: AuditTrail;
  trailAnchor: TrailAnchor;
  onFault: (error: unknown) => void;
}

export type TrailChecks = ReturnType<typeof createTrailChecks>;

/** Verifies the whole trail in the background, one at a time in all processes of an installation. */
export function createTrailChecks(dependencies: Dependencies) {
  const { database, audit, events, trailAnchor, clock, onFault } = dependencies;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;

  async function find(): Promise<TrailCheck | undefined> {
    return parse(await database.installationValues.find(note));
  }

  function isRunning({ endedAt, seenAt }: TrailCheck): boolean {
    return endedAt === undefined && clock.now() - seenAt < silentMs;
  }

  async function write(check: TrailCheck): Promise<void> {
    await database.installationValues.set(note, JSON.stringify(check));
  }

  async function run(actor: Actor, begun: TrailCheck): Promise<void> {
    let check = begun;
    const verdict = await verifyTrail(
      {
        ...database.audit,
        async listStored(after, limit) {
          // Other requests get their turn between the batches.
          await nextTurn();
          stopping.signal.throwIfAborted();
          if (clock.now() - check.seenAt >= noteEveryMs) {
            check = { ...check, seenAt: clock.now(), records: after };
            await write(check);
          }
          return await database.audit.listStored(after, limit);
        },
      },
      audit,
      {
        checkpoint: await findCheckpoint(database.installationValues, audit),
        expected: [await trailAnchor.find()],
      },
    );
    const { fault } = verdict;
    await database.transact(async (repositories) => {
      const ended = {
        ...check,
        seenAt: clock.now(),
        endedAt: clock.now(),
        records: verdict.head?.sequence ?? 0,
        ...(fault !== undefined && { fault }),
      };
      await repositories.installationValues.set(note, JSON.stringify(ended));
      if (fault === undefined) {
        await repositories.installationValues.set(auditVerifiedNote, String(begun.startedAt));
      }
      await events.tell(repositories, actor, {
        action: 'audit.verified',
        account: undefined,
        object: 'audit',
        outcome: fault === undefined ? 'ok' : 'failed',
        details: { records: ended.records, ...(fault && { firstFault: fault.sequence }) },
      });
    });
  }

  return {
    /** The last verification, and whether it still runs. */
    async find(): Promise<(TrailCheck & { isRunning: boolean }) | undefined> {
      const check = await find();
      return check && { ...check, isRunning: isRunning(check) };
    },

    /** Begins one. Returns false where one runs, in any process. */
    async start(actor: Actor): Promise<boolean> {
      const now = clock.now();
      const begun = { by: actor.name, startedAt: now, seenAt: now, records: 0 };
      const isFree = await database.transact(async ({ installationValues }) => {
        const last = parse(await installationValues.find(note));
        if (last !== undefined && isRunning(last)) return false;
        await installationValues.set(note, JSON.stringify(begun));
        return true;
      });
      if (!isFree) return false;
      running = run(actor, begun).catch((error: unknown) => {
        if (!stopping.signal.aborted) onFault(error);
      });
      return true;
    },

    /** Ends a running one, as the server stops. Another can begin a minute later. */
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },

    /** Resolves when the one that this process runs has ended. */
    async ended(): Promise<void> {
      await running;
    },
  };
}

function parse(text: string | undefined): TrailCheck | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as TrailCheck);
}
