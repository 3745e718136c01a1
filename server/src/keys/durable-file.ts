import { link, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

const ownerOnly = 0o600;

/** Makes a folder for its owner alone, and those above it, so that all survive a power cut. */
export async function makeFolder(path: string): Promise<void> {
  const wanted = resolve(path);
  const first = await mkdir(wanted, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = wanted; made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

/**
 * Makes a file that must not be there yet, whole or not at all. Resolves once it would survive a
 * power cut; rejects with EEXIST when somebody was first, or is at it.
 */
export async function createFile(path: string, content: Uint8Array | string): Promise<void> {
  await publish(path, content, link);
}

/** Replaces a file: who reads it finds the old or the new, never a part. A failed sync is final. */
export async function replaceFile(path: string, content: Uint8Array | string): Promise<void> {
  // What a crash left there may hold keys that were destroyed since.
  await rm(draftPath(path), { force: true });
  await publish(path, content, rename);
}

async function publish(
  path: string,
  content: Uint8Array | string,
  giveName: (from: string, to: string) => Promise<void>,
): Promise<void> {
  const draft = draftPath(path);
  const file = await open(draft, 'wx', ownerOnly);
  try {
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await giveName(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(path));
}

function draftPath(path: string): string {
  return `${path}.new`;
}

/** A name lasts only once its folder has been synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
