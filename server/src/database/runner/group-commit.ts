import type { Repositories, Database } from '../../domain/model/database.ts';

/** So many share a transaction at most: it blocks all other writers. */
const maxGroup = 64;

type Work<Result> = (repositories: Repositories) => Promise<Result>;

interface Waiting {
  /** Does the work and keeps its result until the commit. */
  run(repositories: Repositories): Promise<void>;
  resolve(): void;
  reject(error: unknown): void;
}

/**
 * Like `transact`, for many small changes: those that wait together are committed together, so that
 * they share one sync of the disk. Each still happens wholly or not at all: when one of a group fails,
 * each of them is run again in a transaction of its own, so `work` may run twice.
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
    // Work that is added in the same turn belongs to the same group. There is no timer: work that is
    // added during a commit shares the next one.
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
