import type { Clock } from '../domain/model/clock.ts';
import { hour, minute, second } from '../domain/model/clock.ts';
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
    warn(facts: object, text: string): void;
    error(facts: object, text: string): void;
  };
}

const tickMs = second;
/** A failed job is tried again after this time, even if it is due less often: faults end sooner than an hour. */
const retryMs = 30 * second;
/** An outage of the database is shorter, or is reported by the check of the database. */
const longestUnknownMs = minute;

/** Of the failures of a job, one is logged in this time: an outage must not fill the log. */
const logEveryMs = hour;

/**
 * Runs each job that this process leads when it is due, one after another, and in parallel those that wait
 * for other machines. A failed job is tried again within a minute. What failed here is forgotten once another
 * process leads the job: whether it works is then reported there.
 */
export function createScheduler({ jobs, clock, guard, leadership, log }: Dependencies) {
  let known: JobLeadership | undefined;
  const lastRun = new Map<Job, number>();
  const failures = new Map<Job, number>();
  const loggedAt = new Map<Job, number>();
  const aside = new Map<Job, Promise<void>>();
  let leadersUnknownSince: number | undefined;
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
    const now = clock.monotonic();
    if (now - (loggedAt.get(job) ?? -Infinity) < logEveryMs) return;
    loggedAt.set(job, now);
    log.error({ job: job.name, failed, err: error }, 'job failed');
  }

  /** One that another process leads is asked for again at every tick, so that it is soon taken over. */
  async function leads(job: Job): Promise<boolean> {
    if (job.onEveryNode === true) return true;
    try {
      known ??= leadership();
      const isLeading = await known.lead(job.name);
      if (leadersUnknownSince !== undefined) log.info({}, 'the leaders of jobs are known again');
      leadersUnknownSince = undefined;
      if (!isLeading) failures.delete(job);
      return isLeading;
    } catch (error) {
      if (leadersUnknownSince === undefined)
        log.warn({ err: error }, 'the leaders of jobs are not known');
      leadersUnknownSince ??= clock.monotonic();
      return false;
    }
  }

  function isDue(job: Job): boolean {
    const last = lastRun.get(job);
    if (last === undefined) return true;
    const pauseMs = failures.has(job) ? Math.min(job.everyMs, retryMs) : job.everyMs;
    return clock.monotonic() - last >= pauseMs;
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
      if (!isDue(job) || aside.has(job) || !(await leads(job))) continue;
      lastRun.set(job, clock.monotonic());
      if (job.waitsForOthers === true) runAside(job);
      else await run(job);
    }
  }

  return {
    runDue,

    /** Jobs that failed more than once in a row: retrying has not helped. */
    failingJobs(): string[] {
      const failing = [...failures].filter(([, count]) => count > 1).map(([{ name }]) => name);
      const isLeaderless =
        leadersUnknownSince !== undefined &&
        clock.monotonic() - leadersUnknownSince > longestUnknownMs;
      return isLeaderless ? [...failing, 'find out which process leads'] : failing;
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

    /** Every job is due again: the clock was moved. */
    startOver(): void {
      lastRun.clear();
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
