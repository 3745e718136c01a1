import { open } from 'node:fs/promises';

/** Everybody but the owner and the group, which may well be the service's. */
const strangersMask = 0o007;

/** The text of a file that holds a secret. Throws when any user of the machine may read or change it. */
export async function readPrivateText(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { mode } = await file.stat();
    if ((mode & strangersMask) !== 0) {
      throw new Error(
        `every user of this machine can use ${path}; if nobody can have read it, run: chmod o-rwx ${path}`,
      );
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}
