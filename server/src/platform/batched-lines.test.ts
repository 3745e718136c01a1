import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { batchLines } from './logging.ts';

test('the lines of one turn are written together, in order, and before the next turn', async () => {
  const output = new PassThrough();
  const writes: string[] = [];
  output.on('data', (piece: Buffer) => writes.push(piece.toString()));
  const destination = batchLines(output);
  destination.write('one\n');
  destination.write('two\n');
  assert.deepEqual(writes, []);
  await nextTurn();
  destination.write('three\n');
  await nextTurn();
  assert.deepEqual(writes, ['one\ntwo\n', 'three\n']);
});

for (const [end, ending] of Object.entries({
  'is told to': 'process.exit(3)',
  'meets a bug': 'throw new Error("a bug")',
})) {
  test(`nothing is lost when the process ends because it ${end}`, () => {
    const module = join(import.meta.dirname, './logging.ts');
    const program = `const { batchLines } = await import(${JSON.stringify(module)});
      batchLines(process.stdout).write('the last line\\n'); ${ending};`;
    const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program]);
    assert.notEqual(status, 0);
    assert.equal(stdout.toString(), 'the last line\n');
  });
}
