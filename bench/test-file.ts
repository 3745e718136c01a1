import { createHash, randomFillSync } from 'node:crypto';
import { open, statfs } from 'node:fs/promises';
import { UsageError } from './options.ts';

const blockBytes = 8 * 1024 * 1024;

export interface TestFile {
  path: string;
  sizeBytes: number;
  sha256: string;
}

/** A file of random bytes, which nothing on the way can make smaller. */
export async function createTestFile(path: string, sizeBytes: number): Promise<TestFile> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx');
  try {
    const block = Buffer.alloc(blockBytes);
    for (let left = sizeBytes; left > 0; left -= blockBytes) {
      const piece = randomFillSync(block.subarray(0, Math.min(blockBytes, left)));
      hash.update(piece);
      await file.writeFile(piece);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { path, sizeBytes, sha256: hash.digest('hex') };
}

/** Throws unless a folder's disk has room for so many copies of a file, and some to spare. */
export async function demandRoom(
  dir: string,
  { sizeBytes, copies }: { sizeBytes: number; copies: number },
): Promise<void> {
  const spareBytes = 2 * 1024 ** 3;
  const { bavail, bsize } = await statfs(dir);
  const neededBytes = sizeBytes * copies + spareBytes;
  if (bavail * bsize < neededBytes) {
    const gigabytes = (neededBytes / 1e9).toFixed(0);
    throw new UsageError(
      `${dir} has no room for ${gigabytes} GB. Choose a smaller --size or fewer --rounds, or name another disk with TMPDIR`,
    );
  }
}
