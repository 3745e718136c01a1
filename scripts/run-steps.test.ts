import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

const program = join(import.meta.dirname, 'run-steps.ts');

/** Runs steps that print their name in two pieces, with a pause between, and end with the status they name. */
function outputOf(steps: readonly string[]): string {
  const step = `process.stdout.write('<' + process.argv[1]); setTimeout(() => {
    process.stderr.write(process.env.WORD + '>\\n');
    process.exitCode = process.argv[1].includes('bad') ? 1 : 0;
  }, 100)`;
  const code = `import { runSteps } from ${JSON.stringify(program)};
    const failed = await runSteps(${JSON.stringify(steps)}, (step) => ({
      args: ['--eval', ${JSON.stringify(step)}, step],
      env: { WORD: ' in order' },
    }));
    console.log('failed', failed.sort().join());`;
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', code],
    { encoding: 'utf8' },
  );
  assert.equal(status, 0, stderr);
  return stdout;
}

test('every step runs, one that failed is told, and the output of a step stays together', () => {
  const output = outputOf(['a', 'bad b', 'bad c', 'd']);
  assert.match(output, /<bad c in order>\nbad c: failed after \d+ s\n/);
  assert.match(output, /<d in order>\nd: passed after \d+ s\n/);
  assert.match(output, /a: passed/);
  assert.match(output, /failed bad b,bad c\n$/);
});
