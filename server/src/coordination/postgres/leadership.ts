import type { JobLeadership, Processes } from '../../domain/ports/coordination.ts';
import type { Membership } from './membership.ts';
import type { Timings } from './schema.ts';

/**
 * A row for each job. A leader knows that it leads for as long as it counts as alive, and asks nobody. The
 * others ask once a second for all jobs.
 */
export function createJobLeadership(membership: Membership, { beatMs }: Timings): JobLeadership {
  /** How long an answer about other leaders is used again: jobs are asked for one after another. */
  const rememberMs = beatMs / 2;
  let known: { at: number; by: string; leaders: Map<string, string> } | undefined;

  async function lookAll(): Promise<Map<string, string>> {
    const { name } = membership;
    const isFresh =
      known !== undefined && known.by === name && performance.now() - known.at < rememberMs;
    if (isFresh && known !== undefined) return known.leaders;
    const at = performance.now();
    const rows = await membership.ask<{ job: string | null; process: string }>(
      `select l.job, l.process, @isMember from (select) one
       left join coordination_leaders l on l.process not in (select name from dead)`,
    );
    const leaders = new Map(
      rows.flatMap(({ job, process }) => (job === null ? [] : [[job, process]])),
    );
    known = { at, by: membership.name, leaders };
    return leaders;
  }

  return {
    async lead(job) {
      const mine = known?.by === membership.name ? known.leaders.get(job) : undefined;
      if (mine === membership.name && membership.isCertain()) return true;
      const leader = (await lookAll()).get(job);
      if (leader !== undefined && leader !== membership.name) return false;
      const [row] = await membership.write<{ process: string }>(
        `insert into coordination_leaders (job, process) values ($2, $1)
         on conflict (job) do update set job = excluded.job returning process`,
        [job],
      );
      if (row === undefined) return false;
      known?.leaders.set(job, row.process);
      return row.process === membership.name && membership.isCertain();
    },
  };
}

export function createProcesses(membership: Membership): Processes {
  return {
    async look() {
      const rows = await membership.ask<{ name: string; binds_people: boolean | null }>(
        `select p.name, p.binds_people, @isMember from coordination_processes p
         where p.name not in (select name from dead)`,
      );
      const self = membership.name;
      const isCertain = () => membership.name === self && membership.isCertain();
      const hasOlder = rows.some(({ binds_people }) => binds_people !== true);
      return { self, all: rows.map(({ name }) => name), isCertain, hasOlder };
    },
  };
}
