import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { releaseBallast } from '../database/sqlite/ballast.ts';
import { isBusyFault, translateSqliteError } from '../database/sqlite/sqlite-connection.ts';
import { ValiseError } from '../domain/model/valise-error.ts';
import { retry } from '../platform/concurrency/concurrency.ts';

export interface ServerLock {
  release(): void;
}

/** Prevents a second server on the same data folder. */
export function takeServerLock(path: string): ServerLock {
  const refusal =
    'A Valise server is already running on this data folder. Stop it first, or name another folder with --data.';
  try {
    return takeLock(path, refusal);
  } catch (error) {
    if (!(error instanceof ValiseError && error.code === 'insufficient_storage')) throw error;
    // Even a lock needs a little space: on a full disk, the reserve is released.
    releaseBallast(path);
    return takeLock(path, refusal);
  }
}

/** Prevents a server with another data folder, such as a restored copy, from using the same keys. */
export function takeKeyLock(keyDir: string): ServerLock {
  return takeLock(
    join(keyDir, 'server.lock'),
    `Another Valise server is using the keys in ${keyDir}. A restored copy of the data needs a copy of the key folder: name it with --key-dir.`,
  );
}

/** Prevents two rotations of the root key at a time: one could retire the key that the other has just stored. */
export function takeRotationLock(keyDir: string): ServerLock {
  return takeLock(join(keyDir, 'rotation.lock'), 'The root key is being rotated already.');
}

/** How long another process may take to write the keyring. */
const keyringWaitMs = 10_000;

/** Held while the keyring is read, changed and written, by a server or a command. */
export async function takeKeyringLock(keyDir: string): Promise<ServerLock> {
  const refusal = 'Another process is writing the keys. Please try again later.';
  const path = join(keyDir, 'keyring.lock');
  const lock = await retry(() => Promise.resolve(findLock(path, refusal)), {
    firstMs: 2,
    maxMs: 50,
    timeoutMs: keyringWaitMs,
  });
  if (lock !== undefined) return lock;
  throw new ValiseError('unavailable', refusal, { retryAfterSeconds: 30 });
}

function findLock(path: string, refusal: string): ServerLock | undefined {
  try {
    return takeLock(path, refusal);
  } catch (error) {
    if (error instanceof ValiseError && error.code === 'server_running') return undefined;
    throw translateSqliteError(error);
  }
}

/**
 * A lock of the operating system, taken through SQLite: it ends with the process, however that ends, so it
 * is never left behind.
 */
function takeLock(path: string, refusal: string): ServerLock {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = delete; begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusyFault(error)) throw translateSqliteError(error);
    throw new ValiseError('server_running', refusal, { cause: error });
  }
  return {
    release() {
      lock.close();
    },
  };
}

/** Whether a server holds the lock. Does not take it. */
export function isServerRunning(path: string): boolean {
  if (!existsSync(path)) return false;
  const lock = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  try {
    lock.prepare('select count(*) from sqlite_schema').get();
    return false;
  } catch (error) {
    if (isBusyFault(error)) return true;
    throw error;
  } finally {
    lock.close();
  }
}

/** How long the workers of a killed server may take to notice and to end. */
const formerWorkersMs = 10_000;

/** Joins the workers of a server until it leaves or dies. Many can hold this lock together. */
export function joinWorkers(path: string): { leave(): void } {
  const lock = new DatabaseSync(path, { timeout: formerWorkersMs });
  lock.exec('pragma journal_mode = delete; begin');
  lock.prepare('select count(*) from sqlite_schema').get();
  return {
    leave() {
      lock.close();
    },
  };
}

/** Waits until no worker of an earlier server is left: no other process may write to its data. */
export function awaitFormerWorkers(path: string): void {
  if (!existsSync(path)) return;
  const lock = new DatabaseSync(path, { timeout: formerWorkersMs });
  try {
    lock.exec('begin exclusive; commit');
  } catch (error) {
    if (!isBusyFault(error)) throw translateSqliteError(error);
    throw new ValiseError(
      'server_running',
      'Processes of an earlier Valise server still run on this data folder. End them first.',
      { cause: error },
    );
  } finally {
    lock.close();
  }
}
