import type { Clock } from '../domain/model/clock.ts';
import { hour } from '../domain/model/clock.ts';
import type { Database } from '../domain/model/database.ts';
import type { KeyRing } from '../domain/model/key-ring.ts';
import type { OutboxRepository } from '../domain/model/outbox.ts';
import type { BlobStore } from '../domain/ports/blob-store.ts';
import type { Readiness, ReadinessReport } from '../http/health/health.ts';

interface Dependencies {
  database: Pick<Database, 'check'> & { outbox: Pick<OutboxRepository, 'findOldestWaiting'> };
  blobs: Pick<BlobStore, 'check' | 'freeBytes'>;
  /** Whether they are on another machine: then no process can do better, and all that needs no file goes on. */
  hasRemoteBlobs: boolean;
  /** The writer thread, which has a connection of its own. */
  runner: { check(): Promise<void> };
  keyRing: Pick<KeyRing, 'buckets'>;
  /** Encrypts and decrypts a megabyte in the cipher pool. */
  checkCipher: () => Promise<void>;
  askServer: () => Promise<ServerHealth>;
  minFreeBytes: number;
  clock: Clock;
  log: {
    info(facts: object, text: string): void;
    warn(facts: object, text: string): void;
    error(facts: object, text: string): void;
  };
}

/** How long a report is cached: frequent requests cost nothing. */
const holdMs = 5_000;
/** With less room than this a disk is full, whatever minimum the operator set. */
const fullBytes = 16 * 1024 ** 2;
/** Mail that waits longer is late. */
const longestMailWaitMs = hour;

interface Check {
  name: string;
  /** Whether this process cannot work without it. Any other fault is degraded. */
  isEssential: boolean;
  /** The fault, as a sentence about `name` that is safe to publish; undefined when there is none. */
  look: (server: ServerHealth | undefined) => Promise<string | undefined> | string | undefined;
  /** A lesser fault, with which this process can work; reported where there is no other. */
  lookFurther?: (server: ServerHealth | undefined) => string | undefined;
}

interface Seen {
  name: string;
  isEssential: boolean;
  problem: string | undefined;
}

/**
 * Whether this process can do its work: commit, encrypt and decrypt a megabyte, store a file and reach the
 * main process. The report is public, so it names no paths and no addresses; the log has more.
 */
export function createReadiness(dependencies: Dependencies): Readiness {
  const { clock, log } = dependencies;
  const askServer = boundedLook(dependencies.askServer);
  const warnOnce = createWarnOnce(log);
  const checks = checksOf(dependencies, warnOnce);
  let lastStatus: ReadinessReport['status'] = 'ok';

  async function findServer(): Promise<ServerHealth | undefined> {
    try {
      const health = await askServer();
      warnOnce.passed('main');
      return health;
    } catch (error) {
      warnOnce.failed('main', error);
      return undefined;
    }
  }

  async function examine(
    { name, isEssential, look, lookFurther }: Check,
    server: Promise<ServerHealth | undefined>,
  ): Promise<Seen> {
    try {
      const problem = await look(await server);
      if (problem !== undefined) return { name, isEssential, problem };
      warnOnce.passed(name);
      return { name, isEssential: false, problem: lookFurther?.(await server) };
    } catch (error) {
      warnOnce.failed(name, error);
      return { name, isEssential, problem: 'failed' };
    }
  }

  async function report(): Promise<ReadinessReport> {
    const server = findServer();
    const seen = await Promise.all(checks.map((check) => examine(check, server)));
    const wrong = seen.filter(({ problem }) => problem !== undefined);
    const isUseless = wrong.some(({ isEssential }) => isEssential);
    const status = isUseless ? 'unavailable' : wrong.length > 0 ? 'degraded' : 'ok';
    if (status !== lastStatus) tell(status, wrong);
    lastStatus = status;
    return {
      status,
      checks: Object.fromEntries(seen.map(({ name, problem }) => [name, problem ?? 'ok'])),
    };
  }

  function tell(status: ReadinessReport['status'], wrong: readonly Seen[]): void {
    const facts = { status, checks: wrong.map(({ name, problem }) => `${name} ${problem}`) };
    if (status === 'unavailable') log.error(facts, 'this process cannot do its work');
    else if (status === 'degraded') log.warn(facts, 'the server is degraded');
    else log.info(facts, 'the server is well again');
  }

  return cacheResult(clock, holdMs, report);
}

const unknown = 'unknown, because the main process does not answer';

type WarnOnce = ReturnType<typeof createWarnOnce>;

/** Logs the failure of a check once, until it has passed again: an outage must not fill the log. */
function createWarnOnce(log: Dependencies['log']) {
  const failing = new Set<string>();
  return {
    failed(check: string, error: unknown): void {
      if (failing.has(check)) return;
      failing.add(check);
      log.warn({ check, err: error }, 'a health check failed');
    },
    passed(check: string): void {
      failing.delete(check);
    },
  };
}

function checksOf(dependencies: Dependencies, warnOnce: WarnOnce): Check[] {
  const { database, blobs, hasRemoteBlobs, runner, keyRing, checkCipher, minFreeBytes, clock } =
    dependencies;
  const freeBytes = boundedLook(() => blobs.freeBytes());
  const oldestWaiting = boundedLook(() => database.outbox.findOldestWaiting());
  return [
    attempt('database', 'cannot be written', async () => {
      await Promise.all([database.check(), runner.check()]);
    }),
    {
      ...attempt('files', 'cannot be written', () => blobs.check()),
      isEssential: !hasRemoteBlobs,
      lookFurther: (server) =>
        server === undefined || server.missingFiles === 0
          ? undefined
          : `are missing, ${server.missingFiles} of the newest: the store is older than the database, or lost them`,
    },
    attempt('keys', 'cannot be read', async () => {
      await keyRing.buckets();
    }),
    attempt('cipher', 'cannot seal and open files', checkCipher),
    {
      name: 'main',
      isEssential: true,
      look: (server) => (server === undefined ? 'does not answer' : undefined),
    },
    {
      name: 'space',
      isEssential: false,
      async look() {
        const free = await freeBytes();
        if (free === undefined) return undefined;
        if (free < fullBytes) return 'is used up; uploads are refused';
        return free < minFreeBytes ? 'is below the minimum; uploads are refused' : undefined;
      },
    },
    fromServer('clock', ({ isClockTrusted }) =>
      isClockTrusted ? undefined : 'is in doubt; nothing is deleted until it is right again',
    ),
    fromServer('jobs', ({ failingJobs }) =>
      failingJobs.length === 0 ? undefined : `fail: ${failingJobs.join(', ')}`,
    ),
    fromServer('workers', ({ missingWorkers }) =>
      missingWorkers === 0 ? undefined : `missing: ${missingWorkers}`,
    ),
    {
      name: 'outbox',
      isEssential: false,
      async look() {
        const oldest = await oldestWaiting();
        const isStuck = oldest !== undefined && clock.now() - oldest > longestMailWaitMs;
        return isStuck ? 'holds messages that have waited for more than an hour' : undefined;
      },
    },
    fromServer('mail', ({ isMailServerLost }) =>
      isMailServerLost ? 'the mail server has taken nothing for a while' : undefined,
    ),
    fromServer('sms', ({ isSmsGatewayLost }) =>
      isSmsGatewayLost ? 'the SMS gateway has taken nothing for a while' : undefined,
    ),
  ];

  /** An essential part is tried, with a time limit. */
  function attempt(name: string, problem: string, work: () => Promise<void>): Check {
    const look = boundedLook(work);
    return {
      name,
      isEssential: true,
      async look() {
        try {
          await look();
          return undefined;
        } catch (error) {
          warnOnce.failed(name, error);
          return problem;
        }
      },
    };
  }
}

function fromServer(name: string, problemOf: (server: ServerHealth) => string | undefined): Check {
  return {
    name,
    isEssential: false,
    look: (server) => (server === undefined ? unknown : problemOf(server)),
  };
}

/** A check that takes longer has failed: a caller of the health check does not wait longer. */
export const lookTimeoutMs = 2_000;

/**
 * Limits a check to `timeoutMs`. One that still hangs is not started a second time: the next caller waits
 * for the same run, so that a hanging disk blocks one call and no more.
 */
export function boundedLook<Seen>(
  look: () => Promise<Seen>,
  timeoutMs = lookTimeoutMs,
): () => Promise<Seen> {
  let running: Promise<Seen> | undefined;

  function start(): Promise<Seen> {
    const started = look().finally(() => {
      running = undefined;
    });
    // The caller may have given up when it fails.
    started.catch(() => undefined);
    return started;
  }

  return async () => {
    running ??= start();
    const cut = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      cut.reject(new Error(`no answer within ${timeoutMs / 1000} s`));
    }, timeoutMs);
    try {
      return await Promise.race([running, cut.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** All callers while the work runs, and for `holdMs` after it has ended, get the result of that one run. */
export function cacheResult<Result>(
  clock: Pick<Clock, 'monotonic'>,
  holdMs: number,
  work: () => Promise<Result>,
): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  let holdsUntil = 0;
  return () => {
    if (result === undefined || clock.monotonic() >= holdsUntil) {
      holdsUntil = Infinity;
      result = work().finally(() => {
        holdsUntil = clock.monotonic() + holdMs;
      });
    }
    return result;
  };
}

/**
 * The state of the parts that a server has only once. The main process knows it; it contains no path and no
 * address.
 */
export interface ServerHealth {
  isClockTrusted: boolean;
  /** Jobs that failed at each of their last runs. */
  failingJobs: readonly string[];
  /** How many workers have been missing for longer than a restart takes. */
  missingWorkers: number;
  /** How many of the newest files are not in the store. */
  missingFiles: number;
  /** Whether messages could not be delivered for long, for no reason of their own. */
  isMailServerLost: boolean;
  isSmsGatewayLost: boolean;
}

/** The report of a server without jobs and other processes. */
export const soundServer: ServerHealth = {
  isClockTrusted: true,
  failingJobs: [],
  missingWorkers: 0,
  missingFiles: 0,
  isMailServerLost: false,
  isSmsGatewayLost: false,
};
