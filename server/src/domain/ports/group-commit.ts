import type { Repositories, Database } from '../model/database.ts';

/** So many share a transaction at most: it holds all other writers up. */
const maxGroup = 64;

type Work<Result> = (repositories: Repositories) => Promise<Result>;

interface Waiting {
  /** Does the work and keeps what came of it until it counts. */
  run(repositories: Repositories): Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Like `transact`, for work of which much comes at a time: what waits together is committed together,
 * so that many small changes share one sync of the disk. Each still happens wholly or not at all:
 * when one of a group fails, every one of them is done again by itself, so `work` may run twice.
 */
export type GroupCommit = <Result>(work: Work<Result>) => Promise<Result>;

/** `letOthersIn` is awaited between groups that follow each other without a pause. */
export function createGroupCommit(
  database: Pick<Database, 'transact'>,
  letOthersIn: () => Promise<void>,
): GroupCommit {
  let waiting: Waiting[] = [];
  let isUnderWay = false;

  async function commitAlone(each: Waiting): Promise<void> {
    try {
      await database.transact((repositories) => each.run(repositories));
      each.resolve();
    } catch (error) {
      each.reject(error);
    }
  }

  async function commitTogether(group: readonly Waiting[]): Promise<void> {
    try {
      await database.transact(async (repositories) => {
        for (const each of group) await each.run(repositories);
      });
      for (const each of group) each.resolve();
    } catch {
      for (const each of group) await commitAlone(each);
    }
  }

  async function commitAll(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, maxGroup);
      waiting = waiting.slice(maxGroup);
      const [only] = group;
      if (only !== undefined && group.length === 1) await commitAlone(only);
      else await commitTogether(group);
      if (waiting.length > 0) await letOthersIn();
    }
    isUnderWay = false;
  }

  function start(): void {
    if (isUnderWay) return;
    isUnderWay = true;
    // Whoever comes in this very run of code belongs to the same group. Nobody waits for more: what
    // comes during a commit shares the next one anyway.
    queueMicrotask(() => void commitAll());
  }

  return (work) => {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
    let settle: () => void;
    waiting.push({
      async run(repositories) {
        const result = await work(repositories);
        settle = () => {
          resolve(result);
        };
      },
      resolve: () => {
        settle();
      },
      reject,
    });
    start();
    return promise;
  };
}
