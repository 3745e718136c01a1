import type { Stats } from 'node:fs';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { lstat, open } from 'node:fs/promises';

import { ValiseError, systemErrorCode } from '../domain/model/valise-error.ts';

export async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

const othersMask = 0o077;

/** Throws `key_missing` or `key_exposed` unless the folder exists and only its owner may use it. */
export async function refuseOpenFolder(path: string): Promise<void> {
  const folder = await openInPlace(path, constants.O_DIRECTORY);
  try {
    refuseExposed(await folder.stat(), path, '700');
  } finally {
    await folder.close();
  }
}

/** The bytes of a file that only its owner may use; throws as `refuseOpenFolder` does. */
export async function readPrivateFile(path: string): Promise<Buffer> {
  const file = await openInPlace(path, 0);
  try {
    refuseExposed(await file.stat(), path, '600');
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** The synchronous variant. `identity` changes when the file is replaced. */
export function readPrivateFileSync(path: string): { content: Buffer; identity: string } {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const found = fstatSync(file);
      refuseExposed(found, path, '600');
      return { content: readFileSync(file), identity: identityOf(found) };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw explain(error, path);
  }
}

/** Replacing a file changes its inode and its change time. */
export function identityOf({ ino, ctimeMs, size }: Stats): string {
  return `${ino} ${ctimeMs} ${size}`;
}

/** A symbolic link would let a user with write access elsewhere choose the key. */
async function openInPlace(path: string, flags: number): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | flags);
  } catch (error) {
    throw explain(error, path);
  }
}

function refuseExposed(found: Stats, path: string, mode: string): void {
  if ((found.mode & othersMask) === 0) return;
  throw new ValiseError(
    'key_exposed',
    `${path} can be used by others than its owner. If nobody can have read it, run: chmod ${mode} ${path}`,
  );
}

function explain(error: unknown, path: string): unknown {
  const code = systemErrorCode(error);
  if (code === 'ENOENT') {
    return new ValiseError(
      'key_missing',
      `${path} is missing. Put it back from its safekeeping copy: without it no file can be read, and a new one would not open them.`,
      { cause: error },
    );
  }
  if (code === 'ELOOP' || code === 'ENOTDIR') {
    return new ValiseError(
      'key_exposed',
      `${path} must stand where it is named, and must not be a link. Move the real one there, or name its real place.`,
      { cause: error },
    );
  }
  return error;
}
