import type { BlobStore } from '../domain/ports/blob-store.ts';
import type { Clock } from '../domain/model/clock.ts';
import { hour } from '../domain/model/clock.ts';
import type { OutboxRepository } from '../domain/model/outbox.ts';
import type { Database } from '../domain/model/database.ts';
import type { Readiness, ReadinessReport } from '../http/health/health.ts';
import { boundedLook } from './bounded-look.ts';
import type { ServerHealth } from './server-health.ts';
import { sharedResult } from './shared-result.ts';

interface Dependencies {
  database: Pick<Database, 'check'> & { outbox: Pick<OutboxRepository, 'findOldestWaiting'> };
  blobs: Pick<BlobStore, 'check' | 'freeBytes'>;
  /** The writer thread, which has a connection of its own. */
  runner: { check(): Promise<void> };
  /** Seals and opens a megabyte where large files are. */
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

/** How long a report is given to everybody who asks: a flood of questions costs nothing. */
const holdMs = 5_000;
/** Mail that waits longer is not merely on its way. */
export const longestMailWaitMs = hour;

interface Check {
  name: string;
  /** Whether this process is of no use without it. Anything else is merely degraded. */
  isEssential: boolean;
  /** What is wrong, as a sentence about `name` that anybody may read; undefined when all is well. */
  look: (server: ServerHealth | undefined) => Promise<string | undefined> | string | undefined;
}

interface Seen {
  name: string;
  isEssential: boolean;
  problem: string | undefined;
}

/**
 * Whether this process can do its work: commit, seal and open a megabyte, store a file and reach the
 * main process. What it says is for anyone, so it names no paths and no addresses; the log has more.
 */
export function createReadiness(dependencies: Dependencies): Readiness {
  const { clock, log } = dependencies;
  const askServer = boundedLook(dependencies.askServer);
  const checks = checksOf(dependencies);
  let lastStatus: ReadinessReport['status'] = 'ok';

  async function findServer(): Promise<ServerHealth | undefined> {
    try {
      return await askServer();
    } catch (error) {
      log.warn({ check: 'main', err: error }, 'a health check failed');
      return undefined;
    }
  }

  async function examine(
    { name, isEssential, look }: Check,
    server: Promise<ServerHealth | undefined>,
  ): Promise<Seen> {
    try {
      return { name, isEssential, problem: await look(await server) };
    } catch (error) {
      log.warn({ check: name, err: error }, 'a health check failed');
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

  return sharedResult(clock, holdMs, report);
}

const unknown = 'unknown, because the main process does not answer';

function checksOf(dependencies: Dependencies): Check[] {
  const { database, blobs, runner, checkCipher, minFreeBytes, clock } = dependencies;
  const freeBytes = boundedLook(() => blobs.freeBytes());
  const oldestWaiting = boundedLook(() => database.outbox.findOldestWaiting());
  return [
    attempt('database', 'cannot be written', async () => {
      await Promise.all([database.check(), runner.check()]);
    }),
    attempt('files', 'cannot be written', () => blobs.check()),
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
        const isLow = free !== undefined && free < minFreeBytes;
        return isLow ? 'is below the minimum; uploads are refused' : undefined;
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

  /** An essential part is tried out, and cut off when it hangs. */
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
          dependencies.log.warn({ check: name, err: error }, 'a health check failed');
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
