import { createHash, randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { link, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import type { ReadRest, SaveFiles, SaveOptions, SavedFile, SavedNames } from '../src/inbox.ts';
import { ValiseError, ValiseMismatch } from '../src/problem.ts';
import type { FileAbout } from '../src/types.ts';
import { createNodeSha256 } from './node-sha256.ts';
import { numberedName, safeName } from './safe-name.ts';

const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_NONBLOCK } = constants;
/** Windows has none, and makes no links without a right of its own. */
const noFollow = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW;
const pieceBytes = 2 ** 20;

/**
 * Writes each file under another name in the same folder, has it on the disk, and gives it its name and its place among
 * the folders it was sent with then: at no moment is there a part of a file under the name of the whole, and nothing
 * that was there is replaced.
 */
export const saveFiles: SaveFiles = async (item, read, folder, options) => {
  await mkdir(folder, { recursive: true });
  // Only whoever calls chooses this path: below it, no link is followed.
  const root = await realpath(folder);
  const saved: SavedFile[] = [];
  for (const file of item.files) {
    const path = await saveFile({ root, itemId: item.id, file, read, options });
    const { id, name, type, size, sha256 } = file;
    saved.push({ id, name, type, size, sha256, path });
  }
  return saved;
};

interface Saving {
  root: string;
  itemId: string;
  file: FileAbout;
  read: ReadRest;
  options: SaveOptions;
}

async function saveFile(saving: Saving): Promise<string> {
  const { root, itemId, file, options } = saving;
  const { names } = options;
  const earlier = names?.find(file);
  const part = join(root, `.valise-${names === undefined ? chance() : idOf(itemId, file)}.part`);
  if (earlier !== undefined && (await isThere(root, earlier, file))) {
    await rm(part, { force: true });
    return join(root, earlier);
  }
  try {
    await writePart(part, saving);
    const folder = await makeFolders(root, file);
    const path = await giveName({ root, folder }, part, file, names);
    await syncFolder(folder);
    return path;
  } catch (error) {
    if (names === undefined) await rm(part, { force: true });
    throw error;
  }
}

/** Leaves the whole file under its other name, verified and on the disk. */
async function writePart(part: string, saving: Saving): Promise<void> {
  try {
    await writeRest(part, saving);
  } catch (error) {
    await (error instanceof ValiseMismatch ? rm(part, { force: true }) : undefined);
    // What an earlier run has left may be damaged, as after a power cut: it is not gone on with twice.
    if (!(error instanceof ValiseMismatch) || saving.options.names === undefined) throw error;
    await writeRest(part, saving);
  }
}

async function writeRest(part: string, { file, read, options }: Saving): Promise<void> {
  const { names, signal, onProgress } = options;
  const handle = await openPart(part, names !== undefined);
  try {
    const hash = createNodeSha256();
    let at = (await handle.stat()).size;
    if (at > file.size) {
      await handle.truncate(0);
      at = 0;
    }
    await takeInto(hash, handle, at);
    const following = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
    for await (const bytes of read(file, { ...following, hash, from: at })) {
      await writeAll(handle, bytes, at);
      at += bytes.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A new file, or what an earlier run has left of it. Anything else of that name is no part of ours, and goes. */
async function openPart(part: string, mayGoOn: boolean): Promise<FileHandle> {
  const flags = O_RDWR | O_CREAT | O_NONBLOCK | noFollow;
  if (mayGoOn) {
    const found = await lstat(part).catch(unlessMissing);
    if (found !== undefined && !(found.isFile() && found.nlink === 1)) {
      await rm(part, { recursive: true });
    }
    if (found?.isFile() === true && found.nlink === 1) return await open(part, flags);
  }
  return await open(part, flags | O_EXCL, 0o666);
}

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}

/** The first bytes of a file. */
async function takeInto(
  hash: { update(bytes: Uint8Array): unknown },
  handle: FileHandle,
  length: number,
): Promise<void> {
  const buffer = new Uint8Array(Math.min(length, pieceBytes));
  for (let at = 0; at < length;) {
    const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, length - at), at);
    if (bytesRead === 0) throw new ValiseError('A file became shorter while it was read.');
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
}

/** How many files may have one name before a name by chance is taken. */
const mostNumbered = 100;

/** Gives the file the first name that is free: two at the same moment never get the same. */
async function giveName(
  { root, folder }: { root: string; folder: string },
  part: string,
  file: FileAbout,
  names: SavedNames | undefined,
): Promise<string> {
  const wanted = safeName(file.path);
  for (let number = 1; ; number += 1) {
    const mark = number > mostNumbered ? chance() : number;
    const name = number === 1 ? wanted : numberedName(wanted, mark);
    const path = join(folder, name);
    if (await isTaken(path)) continue;
    names?.note(file, relative(root, path));
    if (!(await moveTo(part, path))) continue;
    if (await isBelow(root, folder)) return path;
    throw new ValiseError(`${folder} was replaced while a file was saved in it.`);
  }
}

/**
 * The folder of a file below the root, made where it is not there. Where something else is, such as a link to
 * elsewhere, another one is made beside it: what a sender calls a folder is never a way out.
 */
async function makeFolders(root: string, { path }: FileAbout): Promise<string> {
  let folder = root;
  for (const segment of path.split('/').slice(0, -1)) {
    folder = await enterFolder(folder, safeName(segment));
  }
  return folder;
}

async function enterFolder(parent: string, wanted: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const mark = number > mostNumbered ? chance() : number;
    const path = join(parent, number === 1 ? wanted : numberedName(wanted, mark));
    const isNew = await mkdir(path).then(
      () => true,
      (error: unknown) => {
        if (codeOf(error) !== 'EEXIST') throw error;
        return false;
      },
    );
    if (isNew) await syncFolder(parent);
    if (isNew || (await isFolder(path))) return path;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(unlessMissing))?.isDirectory() === true;
}

/** Whether each step from the root to the folder is a folder and no link. */
async function isBelow(root: string, folder: string): Promise<boolean> {
  let at = root;
  for (const segment of relative(root, folder).split(sep)) {
    at = join(at, segment);
    if (!(await isFolder(at))) return false;
  }
  return true;
}

async function isTaken(path: string): Promise<boolean> {
  return (await lstat(path).catch(unlessMissing)) !== undefined;
}

/** Moves it unless something is there. `rename` alone would replace it. */
async function moveTo(part: string, path: string): Promise<boolean> {
  try {
    await link(part, path);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error)))
      throw error;
    return await moveOverOwn(part, path);
  }
  await rm(part);
  return true;
}

/** For file systems without links: an empty file of our own holds the name for a moment. */
async function moveOverOwn(part: string, path: string): Promise<boolean> {
  try {
    await (await open(path, O_RDWR | O_CREAT | O_EXCL | noFollow, 0o666)).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  await rename(part, path);
  return true;
}

/** Whether the very file is there from an earlier run. */
async function isThere(root: string, name: string, { size, sha256 }: FileAbout): Promise<boolean> {
  const path = join(root, name);
  if (!(await isBelow(root, dirname(path)))) return false;
  let handle: FileHandle;
  try {
    handle = await open(path, O_RDONLY | O_NONBLOCK | noFollow);
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'EACCES'].includes(codeOf(error))) return false;
    throw error;
  }
  try {
    const about = await handle.stat();
    if (!about.isFile() || about.size !== size) return false;
    const hash = createHash('sha256');
    await takeInto(hash, handle, size);
    return hash.digest('hex') === sha256;
  } finally {
    await handle.close();
  }
}

/** A name is on the disk when its folder is. Windows syncs no folders. */
async function syncFolder(root: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(root, O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function chance(): string {
  return randomBytes(8).toString('hex');
}

/** The same in the next run. */
function idOf(itemId: string, { id }: FileAbout): string {
  return createHash('sha256').update(`${itemId} ${id}`).digest('hex').slice(0, 32);
}
