import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { askOnTerminal, followOutput } from './terminal.ts';

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

test('output that cannot be written is a failure, and said', async () => {
  const stderr = new PassThrough();
  const stdout = createWriteStream('/dev/full');
  const output = followOutput(stdout, stderr);
  stdout.write('x');
  assert.equal(await output.statusAfterOutput(0), 1);
  assert.match(String(stderr.read()), /could not be written: .*ENOSPC/);
});

/** An output whose reader continues when `readOn` is called. */
function unread(): { output: Writable; readOn: () => void } {
  const taken = Promise.withResolvers<undefined>();
  const output = new Writable({
    write(_chunk, _encoding, done) {
      void taken.promise.then(() => {
        done();
      });
    },
  });
  return {
    output,
    readOn: () => {
      taken.resolve(undefined);
    },
  };
}

for (const slow of ['stdout', 'stderr'] as const) {
  test(`the status waits for ${slow}`, async () => {
    const { output, readOn } = unread();
    const outputs = { stdout: new PassThrough(), stderr: new PassThrough(), [slow]: output };
    const following = followOutput(outputs.stdout, outputs.stderr);
    output.write('the last words');
    let status: number | undefined;
    const ended = following.statusAfterOutput(0).then((given) => (status = given));
    await sleep(20);
    assert.equal(status, undefined);
    readOn();
    assert.equal(await ended, 0);
  });
}

test(
  'a log that nobody reads does not keep a server from ending',
  { timeout: 300_000 },
  async () => {
    const { output } = unread();
    const following = followOutput(output, new PassThrough());
    following.treatAsLog();
    output.write('the last line');
    assert.equal(await following.statusAfterOutput(0), 0);
  },
);
