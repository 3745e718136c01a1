import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The files below a folder that a process holds open, those without a name any more included. */
export async function openFilesBelow(pid: number, folder: string): Promise<string[]> {
  const descriptors = `/proc/${pid}/fd`;
  const targets = await Promise.all(
    (await readdir(descriptors)).map((name) => targetOf(join(descriptors, name))),
  );
  return targets.filter((target) => target.startsWith(`${folder}/`));
}

async function targetOf(descriptor: string): Promise<string> {
  try {
    return await readlink(descriptor);
  } catch {
    return ''; // It was closed meanwhile.
  }
}
