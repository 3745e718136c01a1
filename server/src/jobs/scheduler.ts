import type { Clock } from '../domain/model/clock.ts';
import type { JobLeadership } from '../domain/ports/coordination.ts';
import type { ClockGuard } from './clock-guard.ts';

/** A task that runs periodically. */
export interface Job {
  name: string;
  everyMs: number;
  /** Whether it destroys what has expired, and must wait while the time is in doubt. */
  deletes: boolean;
  /** Whether every node runs it, whoever leads: it looks after what the node has for itself. */
  onEveryNode?: boolean;
  /** Whether it waits for other machines. The other jobs then do not wait for it. */
  waitsForOthers?: boolean;
  /**
   * Returns how much it did, for the log. Must be safe to run again after a kill at any point, and should
   * end soon once `stopping` fires.
   */
  run(stopping: AbortSignal): Promise<number>;
}

interface Dependencies {
  jobs: readonly Job[];
  clock: Clock;
  guard: ClockGuard;
  /** Called once, when the first job is due. */
  leadership: () => JobLeadership;
  log: {
    info(facts: object, text: string): void;
    error(facts: object, text: string): void;
  };
}

const tickMs = 1000;

/** Of failures in a row, the first, second, fourth, eighth … are logged: an outage must not fill the log. */
function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count));
}

export type Scheduler = ReturnType<typeof createScheduler>;

/**
 * Runs each job that this process leads when it is due, one after another, and in parallel those that wait
 * for other machines. A failed job is retried when it is due next.
 */
export function createScheduler({ jobs, clock, guard, leadership, log }: Dependencies) {
  let known: JobLeadership | undefined;
  const lastRun = new Map<Job, number>();
  const failures = new Map<Job, number>();
  const aside = new Map<Job, Promise<void>>();
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function run(job: Job): Promise<void> {
    try {
      const done = await job.run(stopping.signal);
      const failed = failures.get(job);
      failures.delete(job);
      if (failed !== undefined) log.info({ job: job.name, failed }, 'job works again');
      if (done > 0) log.info({ job: job.name, done }, 'job done');
    } catch (error) {
      noteFailure(job, error);
    }
  }

  function noteFailure(job: Job, error: unknown): void {
    const failed = (failures.get(job) ?? 0) + 1;
    failures.set(job, failed);
    if (isPowerOfTwo(failed)) log.error({ job: job.name, failed, err: error }, 'job failed');
  }

  /** One that another process leads is asked for again at every tick, so that it is soon taken over. */
  async function leads(job: Job): Promise<boolean> {
    if (job.onEveryNode === true) return true;
    try {
      known ??= leadership();
      return await known.lead(job.name);
    } catch (error) {
      noteFailure(job, error);
      return false;
    }
  }

  function runAside(job: Job): void {
    const ended = run(job).finally(() => aside.delete(job));
    aside.set(job, ended);
  }

  /** Runs everything that is due now. Resolves without those that wait for other machines. */
  async function runDue(): Promise<void> {
    const trusted = guard.check();
    for (const job of jobs) {
      if (job.deletes && !trusted) continue;
      const last = lastRun.get(job);
      if (last !== undefined && clock.monotonic() - last < job.everyMs) continue;
      if (aside.has(job) || !(await leads(job))) continue;
      lastRun.set(job, clock.monotonic());
      if (job.waitsForOthers === true) runAside(job);
      else await run(job);
    }
  }

  return {
    runDue,

    /** Jobs that failed more than once in a row: retrying has not helped. */
    failingJobs(): string[] {
      return [...failures].filter(([, count]) => count > 1).map(([{ name }]) => name);
    },

    /** Runs at once what was due while the server was down, then continues by the clock. */
    start(): void {
      function tick(): void {
        running ??= runDue().finally(() => {
          running = undefined;
        });
      }
      tick();
      timer = setInterval(tick, tickMs);
    },

    /** Resolves when the running jobs have ended. */
    async stop(): Promise<void> {
      clearInterval(timer);
      stopping.abort();
      await running;
      await Promise.all(aside.values());
    },
  };
}
