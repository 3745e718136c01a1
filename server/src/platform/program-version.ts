import { readFile } from 'node:fs/promises';

const packageFile = new URL('../../../package.json', import.meta.url);
const commitFile = new URL('../../commit', import.meta.url);
const gitHead = new URL('../../../.git/HEAD', import.meta.url);

/** Which Valise this is. */
export interface ProgramVersion {
  /** The number of the release, or of the one to come. */
  version: string;
  /** The commit, 40 hexadecimal digits; `unknown` where neither the program's folder nor its archive says it. */
  commit: string;
}

export async function readProgramVersion(): Promise<ProgramVersion> {
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string };
  // An archive or an image carries its commit. A checkout may have moved on since its set-up, so it is asked itself.
  const commit = (await readIdFrom(commitFile)) ?? (await findCheckedOut(gitHead));
  return { version, commit: commit ?? 'unknown' };
}

const commitPattern = /^[0-9a-f]{40}$/;

async function readIdFrom(file: URL): Promise<string | undefined> {
  const text = await readIfThere(file);
  return text !== undefined && commitPattern.test(text) ? text : undefined;
}

/** The commit that a checkout is at, read from the files of git: a server may run where git is not installed. */
export async function findCheckedOut(headFile: URL): Promise<string | undefined> {
  const head = await readIfThere(headFile);
  if (head?.startsWith('ref: ') !== true) return readIdFrom(headFile);
  const branch = head.slice('ref: '.length);
  return (await readIdFrom(new URL(branch, headFile))) ?? (await findPacked(headFile, branch));
}

async function findPacked(headFile: URL, branch: string): Promise<string | undefined> {
  const packed = (await readIfThere(new URL('packed-refs', headFile))) ?? '';
  const line = packed.split('\n').find((candidate) => candidate.endsWith(` ${branch}`));
  return line?.split(' ', 1)[0];
}

async function readIfThere(file: URL): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    return undefined; // No such file, or one that this user may not read: the version goes without its commit.
  }
}
