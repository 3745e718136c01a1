import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLossyOutput } from './logging.ts';

test('lines that the output fails to take are dropped and counted', async () => {
  const output = new PassThrough();
  const read = text(output);
  let isFull = true;
  const flaky = {
    writableLength: 0,
    on: () => flaky,
    write(piece: string, callback: (error?: Error) => void) {
      if (isFull) callback(new Error('ENOSPC'));
      else
        output.write(piece, () => {
          callback();
        });
      return true;
    },
  } as unknown as PassThrough;
  const told: number[] = [];
  const lossy = createLossyOutput(flaky, (lines) => told.push(lines));
  lossy.write('one\n');
  lossy.write('two\nthree\n');
  assert.deepEqual(told, []);
  isFull = false;
  lossy.write('four\n');
  await nextTurn();
  lossy.write('five\n');
  await nextTurn();
  assert.deepEqual(told, [3]);
  output.end();
  assert.equal(await read, 'four\nfive\n');
});

test('an output that ends with an error ends nobody who writes to it', async () => {
  const gone = new Writable({
    write(_piece, _encoding, callback) {
      callback(new Error('EPIPE'));
    },
  });
  const lossy = createLossyOutput(gone, () => assert.fail('nothing was taken'));
  for (let count = 0; count < 3; count += 1) {
    lossy.write('lost\n');
    await nextTurn();
  }
  assert.ok(gone.errored);
  assert.ok(!lossy.destroyed);
});

test('a reader that stands still makes nobody hold more than a megabyte', async () => {
  const taken: string[] = [];
  let goOn: (() => void) | undefined;
  const output = new Writable({
    write(piece: Buffer, _encoding, callback) {
      taken.push(piece.toString());
      goOn = callback;
    },
  });
  const told: number[] = [];
  const lossy = createLossyOutput(output, (lines) => told.push(lines));
  const line = `${'x'.repeat(1023)}\n`;
  for (let count = 0; count < 10_000; count += 1) lossy.write(line);
  assert.ok(output.writableLength < 2 * 1024 * 1024, `${output.writableLength} bytes wait`);
  const kept = output.writableLength / line.length;
  while (output.writableLength > 0) {
    goOn?.();
    await nextTurn();
  }
  lossy.write('again\n');
  goOn?.();
  await nextTurn();
  assert.deepEqual(told, [10_000 - kept]);
  assert.equal(taken.at(-1), 'again\n');
});
