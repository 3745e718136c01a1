// Runs the checks and every pass of the tests side by side. Their processes share a number of places: which pass a
// test file belongs to has no part in when it runs, and no core is idle at the end of a pass.
//
//   node scripts/run-all.ts

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fillCompileCache } from './fill-compile-cache.ts';
import { runSteps } from './run-steps.ts';
import { offerSlots } from './slots.ts';
import { filesOf, passes, steps } from './test-passes.ts';

/**
 * One more than there are cores. A test of a whole server waits for a part of its time, and has several processes: six
 * places keep twelve threads waiting for two cores, take as long in all, and each test takes twice as long.
 */
const atOnce = Math.min(availableParallelism(), 4) + 1;

const testFiles = Object.values(passes).flatMap(filesOf);
await fillCompileCache(
  [...new Set(testFiles)].map((file) => join(import.meta.dirname, '..', file)),
);
const slots = await offerSlots(atOnce);
const failed = await runSteps(steps, (step) => ({
  args:
    step === 'check'
      ? [join(import.meta.dirname, 'check.ts')]
      : [join(import.meta.dirname, 'run-tests.ts'), step],
  env: { TEST_FILES_AT_ONCE: String(atOnce), TEST_SLOTS: slots.address },
}));
slots.end();
if (failed.length > 0) {
  process.stdout.write(`Failed: ${failed.join(', ')}. The output above says why.\n`);
  process.exitCode = 1;
}
