import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleAccount } from '../../testing/samples.ts';
import { twoProcesses } from '../../testing/two-processes.ts';
import { noPeers } from './peers.ts';
import { createUploadsInProgress } from './uploads-in-progress.ts';

test('an account is uploading until the last of its uploads has ended', () => {
  const uploads = createUploadsInProgress(noPeers);
  const { id } = sampleAccount('alice@example.com');
  const other = sampleAccount('bob@example.com').id;
  assert.ok(!uploads.isRunningHere(id));
  const [endFirst, endSecond] = [uploads.begin(id), uploads.begin(id)];
  endFirst();
  endFirst();
  assert.ok(uploads.isRunningHere(id));
  assert.ok(!uploads.isRunningHere(other));
  endSecond();
  assert.ok(!uploads.isRunningHere(id));
});

test('what runs in another process counts too, and ends with it', async () => {
  const [first, second] = twoProcesses();
  const here = createUploadsInProgress(first.peers);
  const there = createUploadsInProgress(second.peers);
  second.answers = { isUploading: (asked) => there.isRunningHere(asked) };
  const { id } = sampleAccount('alice@example.com');
  there.begin(id);
  assert.ok(!here.isRunningHere(id));
  assert.ok(await here.isRunning(id));
  assert.ok(!(await here.isRunning(sampleAccount('bob@example.com').id)));
  second.answers = {};
  assert.ok(!(await here.isRunning(id)));
});
