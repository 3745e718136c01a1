// How much processor time test files take. run-tests.ts loads this file into the process of each test file, which
// adds a line to a list when it ends: `SECONDS FILE`. Wall time says little where several files share two cores.

import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Of the clock in which Linux counts for /proc. */
const ticksPerSecond = 100;

const { TEST_PROCESSOR_TIMES: list, NODE_TEST_CONTEXT: isTest } = process.env;
const [, testFile] = process.argv;
if (list !== undefined && isTest !== undefined && testFile !== undefined) {
  process.on('exit', () => {
    appendFileSync(list, `${processorSeconds().toFixed(2)} ${testFile}\n`);
  });
}

/** Of this process and, on Linux, of those that it started and that have ended. */
export function processorSeconds(): number {
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

/** Has the test processes that are started from now on measure themselves, until `end` returns the seconds by file. */
export function measureTestFiles(): { execArgv: string[]; end(): ReadonlyMap<string, number> } {
  const folder = mkdtempSync(join(tmpdir(), 'valise-processor-time-'));
  const file = join(folder, 'list');
  process.env['TEST_PROCESSOR_TIMES'] = file;
  return {
    execArgv: ['--import', import.meta.filename],
    end() {
      // None of them may have ended in order.
      appendFileSync(file, '');
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
      rmSync(folder, { recursive: true });
      return new Map(
        lines.map((line) => {
          const at = line.indexOf(' ');
          return [line.slice(at + 1), Number(line.slice(0, at))];
        }),
      );
    },
  };
}
