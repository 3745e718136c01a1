import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { showProgress } from './output.ts';

function openOutput(isTTY: boolean) {
  const written: string[] = [];
  return { written, output: { isTTY, write: (text: string) => written.push(text) } };
}

test('a terminal has one line of progress, with rate and time left once they mean something', async () => {
  const { written, output } = openOutput(true);
  const progress = showProgress(output, 3_000_000);
  progress.update('a\n.txt', 0);
  await sleep(1100);
  progress.update('a\n.txt', 1_000_000);
  progress.step('a.txt: 3 MB uploaded');
  const [first = '', second = '', step = ''] = written;
  assert.equal(first, '\r\u001b[Ka\\u000a.txt: 0 B of 3 MB');
  assert.match(second, /^\r\S+a\\u000a\.txt: 1 MB of 3 MB, \S+ kB\/s, \d s left$/);
  assert.equal(step, '\r\u001b[Ka.txt: 3 MB uploaded\n');
});

test('another output has a line for each step, and nothing between', () => {
  const { written, output } = openOutput(false);
  const progress = showProgress(output, 10);
  progress.update('a.txt', 5);
  progress.step('a.txt: 10 B uploaded');
  progress.clear();
  assert.deepEqual(written, ['a.txt: 10 B uploaded\n']);
});
