import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleAccount } from '../testing/samples.ts';
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
