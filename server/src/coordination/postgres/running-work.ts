import type { Clock } from '../../domain/model/clock.ts';
import type { LeasedId, RunningUploads, UploadLeases } from '../../domain/ports/coordination.ts';
import { uploadLocked } from '../process-coordination.ts';
import type { Held, Membership } from './membership.ts';
import { notify, unavailable } from './membership.ts';

/** A row for each running upload: one statement to begin, one to end, one to ask. */
export function createRunningUploads(membership: Membership, clock: Clock): RunningUploads {
  let last = 0;
  return {
    async begin(trayOf) {
      const [number, wall, began] = [(last += 1), clock.now(), clock.monotonic()];
      let isLost = false;
      const held: Held = {
        restore: (run) =>
          run(
            `insert into coordination_uploads (process, number, tray_of, wall, began_at)
             values ($1, $2, $3, $4, coordination_now() - $5 * interval '1 millisecond')`,
            [number, trayOf, Math.round(wall), clock.monotonic() - began],
          ),
        lose() {
          isLost = true;
          return false;
        },
      };
      await held.restore(membership.write);
      membership.hold(held);
      return {
        refuseIfLost() {
          if (isLost || !membership.isCertain())
            throw unavailable('The server was cut off from its database. Send the files again.');
        },
        async end() {
          membership.letGo(held);
          await membership.remove(
            'delete from coordination_uploads where process = $1 and number = $2',
            [number],
          );
        },
      };
    },

    async isRunning(trayOf) {
      const [row] = await membership.ask<{ is_running: boolean }>(
        `select exists (
           select from coordination_uploads
           where tray_of = $2 and process not in (select name from dead)
         ) as is_running, @isMember`,
        [trayOf],
      );
      return row?.is_running === true;
    },

    async oldest() {
      const [row] = await membership.ask<{ oldest: number | null }>(
        `select min(least(wall, $2 - extract(epoch from coordination_now() - began_at) * 1000))::float as oldest, @isMember
         from coordination_uploads where process not in (select name from dead)`,
        [clock.now()],
      );
      return row?.oldest ?? undefined;
    },
  };
}

/** How often a waiting process looks for the end of a lease, in case a notice was lost. */
const lookAgainMs = 1_000;
/** A holder that has not ended by then hangs. */
const holderTimeoutMs = 30_000;

interface Lease {
  id: LeasedId;
  interrupt: () => void;
}

/**
 * A row for each lease. A holder is told to end by a notice; its row says so too, and is read with each
 * renewal, in case the notice was lost.
 */
export function createUploadLeases(membership: Membership): UploadLeases {
  let last = 0;
  /** By number. */
  const own = new Map<number, Lease>();

  function interruptOwn(id: string): void {
    for (const lease of own.values()) if (lease.id === id) lease.interrupt();
  }

  membership.onNotice((notice) => {
    const [verb, process, id = ''] = notice.split(' ');
    if (verb === 'interrupt' && process === membership.name) interruptOwn(id);
  });
  membership.onBeat(({ interrupted }) => {
    interrupted.forEach(interruptOwn);
  });

  async function tryInsert(number: number, id: LeasedId): Promise<boolean> {
    const rows = await membership.write(
      `insert into coordination_leases (file_id, process, number) values ($3, $1, $2)
       on conflict (file_id) do nothing returning number`,
      [number, id],
    );
    return rows.length > 0;
  }

  /** The holder of a lease, which is told to end. */
  async function findHolder(
    id: LeasedId,
  ): Promise<{ process: string; number: number } | undefined> {
    const [row] = await membership.ask<{ process: string | null; number: number }>(
      `, told as (
         update coordination_leases set is_interrupted = true
         where file_id = $2 and process not in (select name from dead)
         returning process, number
       )
       select told.process, told.number, @isMember,
         case when told.process is not null then ${notify(`'interrupt ' || told.process || ' ' || $2`)} end
       from (select) one left join told on true`,
      [id],
    );
    if (row === undefined || row.process === null) return undefined;
    return { process: row.process, number: row.number };
  }

  async function isHeld(
    id: LeasedId,
    holder: { process: string; number: number },
  ): Promise<boolean> {
    const [row] = await membership.ask<{ is_held: boolean }>(
      `select exists (
         select from coordination_leases
         where file_id = $2 and process = $3 and number = $4 and process not in (select name from dead)
       ) as is_held, @isMember`,
      [id, holder.process, holder.number],
    );
    return row?.is_held === true;
  }

  return {
    async acquire(id, interrupt) {
      const number = (last += 1);
      if (!(await tryInsert(number, id))) {
        // The holder may be dead: who asks removes it.
        const [row] = await membership.ask<{ dead: number }>(
          'select count(*)::integer as dead, @isMember from dead',
        );
        if (row?.dead === 0 || !(await tryInsert(number, id))) throw uploadLocked();
      }
      own.set(number, { id, interrupt });
      const held: Held = {
        restore: (run) =>
          run(
            `insert into coordination_leases (file_id, process, number) values ($3, $1, $2)
             on conflict (file_id) do nothing`,
            [number, id],
          ),
        lose() {
          interrupt();
          return false;
        },
      };
      membership.hold(held);
      return async () => {
        if (!own.delete(number)) return;
        membership.letGo(held);
        await membership.remove(
          `with ended as (
             delete from coordination_leases where process = $1 and number = $2 and file_id = $3
             returning file_id, is_interrupted
           )
           select ${notify(`'ended ' || file_id`)} from ended where is_interrupted`,
          [number, id],
        );
      };
    },

    async interrupt(id) {
      let hear: (() => void) | undefined;
      const stopListening = membership.onNotice((notice) => {
        if (notice === `ended ${id}`) hear?.();
      });
      try {
        const holder = await findHolder(id);
        if (holder === undefined) return;
        if (holder.process === membership.name) interruptOwn(id);
        const giveUpAt = performance.now() + holderTimeoutMs;
        do {
          if (performance.now() > giveUpAt)
            throw unavailable('The request that sends this file does not end.');
          await new Promise<void>((resolve) => {
            hear = resolve;
            setTimeout(resolve, lookAgainMs).unref();
          });
        } while (await isHeld(id, holder));
      } finally {
        stopListening();
      }
    },
  };
}
