import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../domain/model/clock.ts';
import type { Database, InstallationValueRepository } from '../domain/model/database.ts';
import { systemErrorCode, ValiseError } from '../domain/model/valise-error.ts';
import type { MovableClock } from '../domain/sandbox/movable-clock.ts';
import { openMovedClock } from '../domain/sandbox/sandbox-clock.ts';
import type { KeyFolder } from '../key-ring/key-folder.ts';
import { replaceFile } from '../platform/durable-files.ts';

/**
 * The installation value of a sandbox, a MAC under its keys: who only writes the database makes none. The other mark is
 * a file in the data folder. Each alone opens nothing.
 */
export const sandboxMark = 'install.sandbox';

/** What an installation must be; left out: either. */
export type WantedKind = 'sandbox' | 'usual';

export function sandboxFile(dataDir: string): string {
  return join(dataDir, 'sandbox.json');
}

const content = `${JSON.stringify({ sandbox: true, about: 'This folder was made by "valise quickstart --sandbox", and stays a sandbox.' })}\n`;

/** Whether the file marks the folder as a sandbox. */
export async function isMarkedFolder(dataDir: string): Promise<boolean> {
  try {
    await readFile(sandboxFile(dataDir));
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemErrorCode(error) ?? '')) return false;
    throw error;
  }
}

/**
 * Marks a missing or empty folder before anything else is in it. Throws `data_unsafe` for any other folder that is no
 * sandbox.
 */
export async function markNewFolder(dataDir: string): Promise<void> {
  if (await isMarkedFolder(dataDir)) return;
  if (!(await isEmptyOrMissing(dataDir))) throw notMadeAsSandbox(dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await replaceFile(sandboxFile(dataDir), content);
}

async function isEmptyOrMissing(dataDir: string): Promise<boolean> {
  try {
    return (await readdir(dataDir)).length === 0;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return true;
    throw error;
  }
}

/** Throws `data_unsafe` where a server is to serve a folder that is marked as a sandbox. Nothing was opened yet. */
export async function refuseMarkedFolder(dataDir: string): Promise<void> {
  if (await isMarkedFolder(dataDir)) throw isSandboxForEver(dataDir);
}

interface Owner {
  keys: Pick<KeyFolder, 'keyCheck'>;
  /** Of the installation. */
  id: string;
  dataDir: string;
}

/** What the mark in the database is. No id has a blank in it. */
function codeOf({ keys, id }: Owner): string {
  return keys.keyCheck(`sandbox ${id}`).toString('hex');
}

/** Marks a new database, in the transaction that makes its installation. */
export async function markNewInstallation(
  installationValues: InstallationValueRepository,
  owner: Owner,
  wanted: WantedKind | undefined,
): Promise<void> {
  // A start that died between the file and the database is gone on with, whatever opens it.
  const isSandbox = wanted === 'sandbox' || (await isMarkedFolder(owner.dataDir));
  if (isSandbox) await installationValues.set(sandboxMark, codeOf(owner));
}

interface Opened extends Owner {
  database: Pick<Database, 'installationValues'>;
}

/**
 * The clock of a sandbox, as it was left; undefined for what is none. Throws `data_unsafe` where its two marks do not
 * agree, or where it is not what is wanted.
 */
export async function findSandboxClock(
  opened: Opened,
  real: Clock,
  wanted?: WantedKind,
): Promise<MovableClock | undefined> {
  const isSandbox = await readMarks(opened, wanted);
  return isSandbox ? await openMovedClock(opened.database, real) : undefined;
}

async function readMarks(opened: Opened, wanted: WantedKind | undefined): Promise<boolean> {
  const { database, dataDir } = opened;
  const code = codeOf(opened);
  const mark = await database.installationValues.find(sandboxMark);
  const isMarked = await isMarkedFolder(dataDir);
  if (mark === undefined && isMarked) {
    throw new ValiseError(
      'data_unsafe',
      `${sandboxFile(dataDir)} says that this is a sandbox, and the database says that it is none. If the file was put there by mistake, remove it; else restore the whole folder from a copy.`,
    );
  }
  if (mark !== undefined && (!isMarked || mark !== code)) {
    throw new ValiseError(
      'data_unsafe',
      isMarked
        ? `The database in ${dataDir} says that this is a sandbox, and the mark is not one of this installation. Restore the whole folder from a copy.`
        : `The database says that this is a sandbox, and ${sandboxFile(dataDir)} is missing. A sandbox stays one: make a new folder for real files, or restore the whole folder from a copy.`,
    );
  }
  const isSandbox = mark !== undefined;
  if (isSandbox && wanted === 'usual') throw isSandboxForEver(dataDir);
  if (!isSandbox && wanted === 'sandbox') throw notMadeAsSandbox(dataDir);
  return isSandbox;
}

function isSandboxForEver(dataDir: string): ValiseError {
  return new ValiseError(
    'data_unsafe',
    `${dataDir} is a sandbox, and stays one: its clock can be moved, and its accounts read all mails. Run it with "valise quickstart --sandbox", or name another folder with --data.`,
  );
}

function notMadeAsSandbox(dataDir: string): ValiseError {
  return new ValiseError(
    'data_unsafe',
    `${dataDir} was not made by "valise quickstart --sandbox", and cannot become a sandbox. Name a new folder with --data.`,
  );
}
