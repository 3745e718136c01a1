// How long test files take, and how much processor time. run-tests.ts loads this file into the process of each test
// file, which waits for its place among all of the run (slots.ts) and adds a line to a list when it ends: `PROCESSOR
// WALL FILE`, in seconds. Wall time says little where several files share two cores.

import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeSlot } from './slots.ts';

/** Of the clock in which Linux counts for /proc. */
const ticksPerSecond = 100;

/** What a test file took, in seconds. */
export interface TimesOfFile {
  file: string;
  processor: number;
  wall: number;
}

const { TEST_TIMES: list, TEST_SLOTS: slots, NODE_TEST_CONTEXT: isTest } = process.env;
const [, testFile] = process.argv;
if (list !== undefined && isTest !== undefined && testFile !== undefined) {
  // Threads and processes that this one starts have a part in its place and its times.
  delete process.env['TEST_TIMES'];
  delete process.env['TEST_SLOTS'];
  if (slots !== undefined) await takeSlot(slots);
  const startedAt = performance.now();
  process.on('exit', () => {
    const wall = (performance.now() - startedAt) / 1000;
    appendFileSync(list, `${processorSeconds().toFixed(2)} ${wall.toFixed(2)} ${testFile}\n`);
  });
}

/** Of this process and, on Linux, of those that it started and that have ended. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + secondsOfChildren();
}

function secondsOfChildren(): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'latin1');
  // The name of the program, in parentheses, may have spaces in it. After it, fields 3 to 52 (proc(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0] = fields.slice(13, 15).map(Number);
  return (user + system) / ticksPerSecond;
}

/** Has the test processes that are started from now on measure themselves, until `end` returns what each took. */
export function measureTestFiles(): { execArgv: string[]; end(): TimesOfFile[] } {
  const folder = mkdtempSync(join(tmpdir(), 'valise-processor-time-'));
  const file = join(folder, 'list');
  process.env['TEST_TIMES'] = file;
  return {
    execArgv: ['--import', import.meta.filename],
    end() {
      // None of them may have ended in order.
      appendFileSync(file, '');
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
      rmSync(folder, { recursive: true });
      return lines.map((line) => {
        const [processor, wall, ...name] = line.split(' ');
        return { file: name.join(' '), processor: Number(processor), wall: Number(wall) };
      });
    },
  };
}
