import { dataPaths } from '../../compose/installation.ts';
import { awaitFormerWorkers, takeKeyLock, takeServerLock } from '../../locks/server-lock.ts';
import type { LoadedSettings } from './load-settings.ts';

/** Holds the locks of a server meanwhile. */
export async function withoutServer<Result>(
  { dataDir, config }: LoadedSettings,
  work: () => Promise<Result>,
): Promise<Result> {
  const { serverLock, workersLock } = dataPaths(dataDir);
  const locks = [takeServerLock(serverLock)];
  try {
    awaitFormerWorkers(workersLock);
    locks.push(takeKeyLock(config.keyDir));
    return await work();
  } finally {
    for (const lock of locks) lock.release();
  }
}
