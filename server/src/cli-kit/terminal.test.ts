import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { askOnTerminal } from './terminal.ts';

test('the answer is the first line', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answer = askOnTerminal('Sure? ', input, output);
  input.write('yes\nno\n');
  assert.equal(await answer, 'yes');
  assert.equal(String(output.read()), 'Sure? ');
});

test('an input that ends has answered nothing', async () => {
  const input = new PassThrough();
  const answer = askOnTerminal('Sure? ', input, new PassThrough());
  input.end();
  assert.equal(await answer, '');
});
