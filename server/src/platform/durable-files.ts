import { closeSync, constants, fsync, openSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { link, lstat, mkdir, open, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';

import { systemErrorCode } from '../domain/model/valise-error.ts';

const ownerOnlyFolder = 0o700;

/** Makes the folder unless it exists, so that it survives a power cut. Its parent must exist. */
export async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, ownerOnlyFolder);
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return;
    throw error;
  }
  try {
    await syncFolder(dirname(path));
  } catch (error) {
    // A second sync may succeed although the first one lost the name: remove it, so that it is made again.
    await rmdir(path);
    throw error;
  }
}

/** A symbolic link in the store could redirect its blobs. */
export async function refuseLinkedFolder(path: string): Promise<void> {
  const found = await lstat(path);
  if (!found.isDirectory()) throw new Error(`${path} must be a folder, and not a link to one`);
}

/** A new name in a folder is durable only once the folder is synced. Concurrent callers share a sync. */
export const syncFolder = shareSyncs(async (path) => {
  // The folder is in the cache, so opening and closing it do not wait for the disk.
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await promisify(fsync)(folder);
  } finally {
    closeSync(folder);
  }
});

/** Whether there was a file to remove. */
export async function removeIfThere(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/**
 * Coalesces syncs of one path. A call made while a sync runs waits for the next one, because the
 * running one may have begun before the caller's write. A failed sync rejects every call that shared it.
 */
export function shareSyncs(sync: (path: string) => Promise<void>): (path: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();

  function start(path: string): Promise<void> {
    const started = sync(path).finally(() => running.delete(path));
    running.set(path, started);
    return started;
  }

  return (path) => {
    const current = running.get(path);
    if (current === undefined) return start(path);
    const waiting = next.get(path);
    if (waiting !== undefined) return waiting;
    const turn = current
      // Its own callers receive its error.
      .catch(() => undefined)
      .then(() => {
        next.delete(path);
        return start(path);
      });
    next.set(path, turn);
    return turn;
  };
}

/** Writes all pieces at `position`, repeating after a partial write. */
export async function writeFully(
  file: Pick<FileHandle, 'writev'>,
  pieces: readonly Uint8Array[],
  position: number,
): Promise<void> {
  let rest = dropBytes(pieces, 0);
  let written = 0;
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest, position + written);
    if (bytesWritten === 0) throw new Error('The system took no bytes and gave no reason');
    written += bytesWritten;
    rest = dropBytes(rest, bytesWritten);
  }
}

function dropBytes(pieces: readonly Uint8Array[], count: number): Uint8Array[] {
  const rest: Uint8Array[] = [];
  let left = count;
  for (const piece of pieces) {
    const dropped = Math.min(left, piece.length);
    if (dropped < piece.length) rest.push(piece.subarray(dropped));
    left -= dropped;
  }
  return rest;
}

const ownerOnlyFile = 0o600;

/** Makes a folder and its missing parents, so that all survive a power cut. */
export async function makeFolders(path: string): Promise<void> {
  const wanted = resolve(path);
  const first = await mkdir(wanted, { recursive: true, mode: ownerOnlyFolder });
  if (first === undefined) return;
  for (let made = wanted; made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

/**
 * Creates a file atomically. Resolves once it would survive a power cut; rejects with EEXIST when the
 * file exists or another process is creating it.
 */
export async function createFile(path: string, content: Uint8Array | string): Promise<void> {
  await publish(path, content, link);
}

/** Replaces a file atomically: a reader finds the old or the new content. A failed sync is final. */
export async function replaceFile(path: string, content: Uint8Array | string): Promise<void> {
  // A draft left by a crash may hold keys that were destroyed since.
  await rm(draftPath(path), { force: true });
  await publish(path, content, rename);
}

async function publish(
  path: string,
  content: Uint8Array | string,
  publishAs: (from: string, to: string) => Promise<void>,
): Promise<void> {
  const draft = draftPath(path);
  const file = await open(draft, 'wx', ownerOnlyFile);
  try {
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await publishAs(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(path));
}

function draftPath(path: string): string {
  return `${path}.new`;
}
