import { statfs } from 'node:fs/promises';
import { formatSize } from '../../config/size.ts';
import { humanSize } from '#protocol/human-size.ts';
import type { Verdict } from './finding.ts';
import { ok, problem, warning } from './finding.ts';

/** How many times the minimum is little enough to speak of. */
const nearFactor = 2;

export async function checkFreeSpace(dataDir: string, minFreeBytes: number): Promise<Verdict> {
  const { bavail, bsize } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  const room = `${humanSize(freeBytes)} free`;
  const minimum = `minFreeSpace is ${formatSize(minFreeBytes)}`;
  const remedy = 'Make room on the disk of the data folder, or lower minFreeSpace.';
  if (freeBytes < minFreeBytes) {
    return problem(`Only ${room}, and ${minimum}: uploads are refused.`, remedy);
  }
  if (freeBytes < nearFactor * minFreeBytes) {
    return warning(`Only ${room}, and ${minimum}: uploads will soon be refused.`, remedy);
  }
  return ok(`${room}; ${minimum}.`);
}
