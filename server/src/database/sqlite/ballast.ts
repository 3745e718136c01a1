import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const pieceBytes = 1024 * 1024;
/** On a small disk the ballast is at most this part of it. */
const partOfDisk = 16;
/** It is created again when that leaves this many times its size free. */
const roomFactor = 2;

interface DiskRoom {
  freeBytes: number;
  diskBytes: number;
}

/** In the folder of `neighbour`, which is the database or another file of the data folder. */
function ballastPath(neighbour: string): string {
  return join(dirname(neighbour), 'valise.ballast');
}

/**
 * Releases the space that is reserved in a data folder for a full disk, so that due dispatches can be
 * ended, which frees more space. Any process may do so; does nothing where there is none.
 */
export function releaseBallast(neighbour: string): void {
  rmSync(ballastPath(neighbour), { force: true });
}

/**
 * Reserves `bytes` of space beside a database, once there is plenty. Returns whether it was created just
 * now.
 */
export async function keepBallast(
  database: string,
  bytes: number,
  measure: (folder: string) => Promise<DiskRoom> = measureDisk,
): Promise<boolean> {
  const path = ballastPath(database);
  const { freeBytes, diskBytes } = await measure(dirname(path));
  const wantedBytes = Math.min(bytes, Math.floor(diskBytes / partOfDisk));
  const heldBytes = await findSize(path);
  if (heldBytes >= wantedBytes) {
    if (heldBytes > wantedBytes) await rm(path, { force: true });
    else return false;
  }
  if (wantedBytes === 0 || freeBytes < (1 + roomFactor) * wantedBytes) return false;
  // Random, because a compressing file system would store zeros in no space.
  const unfinished = `${path}.new`;
  try {
    const file = await open(unfinished, 'w', 0o600);
    try {
      for (let written = 0; written < wantedBytes; written += pieceBytes) {
        await file.write(randomBytes(Math.min(pieceBytes, wantedBytes - written)));
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    return true;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function measureDisk(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, diskBytes: blocks * bsize };
}

async function findSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}
