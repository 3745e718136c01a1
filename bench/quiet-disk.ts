import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { runProgram } from './run-program.ts';

const lookMs = 200;
const timeoutMs = 15_000;
/** Everything that disks have finished, and how much is under way, stands in these columns. */
const finishedColumns = [3, 7, 14];
const underWayColumn = 11;

/**
 * Writes down what programs left for later, and resolves when the disk of `path` is at rest: nobody
 * is to pay for what another one did before.
 */
export async function settleDisk(path: string): Promise<void> {
  await runProgram('sync', ['--file-system', path]);
  await untilQuiet();
}

/**
 * Resolves when the disks have had nothing to do for a moment: the system gives the room of removed
 * files back to the disk in its own time, and whoever waits for the disk then waits for that too.
 */
async function untilQuiet(): Promise<void> {
  const giveUpAt = performance.now() + timeoutMs;
  let before = await readDisks();
  while (performance.now() < giveUpAt) {
    await sleep(lookMs);
    const now = await readDisks();
    if (now.underWay === 0 && now.finished === before.finished) return;
    before = now;
  }
}

async function readDisks(): Promise<{ finished: number; underWay: number }> {
  const lines = (await readFile('/proc/diskstats', 'utf8')).trim().split('\n');
  const disks = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const sumOf = (column: number) => disks.reduce((sum, disk) => sum + (disk[column] ?? 0), 0);
  return {
    finished: finishedColumns.map(sumOf).reduce((sum, count) => sum + count, 0),
    underWay: sumOf(underWayColumn),
  };
}
