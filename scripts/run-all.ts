// Runs the checks and every pass of the tests in lanes, side by side: whole-server tests wait for much of their
// time, and the other lane works meanwhile.
//
//   node scripts/run-all.ts

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fillCompileCache } from './fill-compile-cache.ts';
import { runLanes } from './run-lanes.ts';
import { filesOf, lanes, passes } from './test-passes.ts';

/** More files than there are cores, in each lane: most tests wait for a part of their time. */
const filesAtOnce = Math.min(availableParallelism(), 4) + 1;

const testFiles = Object.values(passes).flatMap(filesOf);
await fillCompileCache(
  [...new Set(testFiles)].map((file) => join(import.meta.dirname, '..', file)),
);
const failed = await runLanes(lanes, (step) => ({
  args:
    step === 'check'
      ? [join(import.meta.dirname, 'check.ts')]
      : [join(import.meta.dirname, 'run-tests.ts'), step],
  env: { TEST_FILES_AT_ONCE: String(filesAtOnce) },
}));
if (failed.length > 0) {
  process.stdout.write(`Failed: ${failed.join(', ')}. The output above says why.\n`);
  process.exitCode = 1;
}
