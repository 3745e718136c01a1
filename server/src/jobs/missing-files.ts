import { second } from '../domain/model/clock.ts';
import type { NeededBlob } from '../domain/files/missing-files.ts';
import { countFiles, findMissing, listNewestBlobs } from '../domain/files/missing-files.ts';
import type { Job } from './scheduler.ts';

interface Dependencies {
  stores: Parameters<typeof findMissing>[0];
  log: {
    info(facts: object, text: string): void;
    warn(facts: object, text: string): void;
    error(facts: object, text: string): void;
  };
}

/**
 * Looks once, at the start, for the newest files: a store that is older than its database lacks them. What is missing
 * is looked for again until it was put back, or is not needed any more. While the store does not answer, the look
 * waits.
 */
export function createMissingFiles({ stores, log }: Dependencies) {
  let hasLooked = false;
  let missing: readonly NeededBlob[] = [];
  let isWaiting = false;

  /** Undefined when the store does not answer: whether it does is reported by the check of the store. */
  async function look(
    needed: readonly NeededBlob[],
    stopping: AbortSignal,
  ): Promise<NeededBlob[] | undefined> {
    try {
      const found = await findMissing(stores, needed, stopping);
      isWaiting = false;
      return found;
    } catch (error) {
      if (!isWaiting && !stopping.aborted)
        log.warn({ err: error }, 'the newest files could not be looked for yet');
      isWaiting = true;
      return undefined;
    }
  }

  async function lookFirst(stopping: AbortSignal): Promise<void> {
    const newest = await listNewestBlobs(stores);
    const found = await look(newest, stopping);
    if (found === undefined) return;
    hasLooked = true;
    missing = found;
    if (missing.length === 0) return;
    log.error(
      { missing: countFiles(missing), of: countFiles(newest) },
      'of the newest files some are missing: the store is older than the database, or lost them. Put back its newest copy; "valise doctor --files" names what is missing',
    );
  }

  async function lookAgain(stopping: AbortSignal): Promise<void> {
    missing = (await look(missing, stopping)) ?? missing;
    if (missing.length === 0) log.info({}, 'no file is missing any more');
  }

  const job: Job = {
    name: 'look for the newest files',
    everyMs: 10 * second,
    deletes: false,
    onEveryNode: true,
    waitsForOthers: true,
    async run(stopping) {
      if (!hasLooked) await lookFirst(stopping);
      else if (missing.length > 0) await lookAgain(stopping);
      return 0;
    },
  };

  return { job, count: (): number => countFiles(missing) };
}
