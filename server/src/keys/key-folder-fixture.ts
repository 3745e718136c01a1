import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

import { newId } from '../domain/model/ids.ts';
import { KeyFolder } from './key-folder.ts';

/** What the key folder's tests share: a place to make folders in that goes away with the tests. */
export const randomness = { bytes: randomBytes };

const base = mkdtempSync(join(tmpdir(), 'valise-keys-'));
after(() => rm(base, { recursive: true }));

export function newDir(): string {
  return join(base, newId(randomness), 'keys');
}

export async function newFolder(): Promise<{ dir: string; folder: KeyFolder }> {
  const dir = newDir();
  return { dir, folder: await KeyFolder.create(dir, randomness) };
}

export async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}
