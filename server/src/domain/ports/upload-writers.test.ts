import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idFor } from '../../testing/samples.ts';
import { twoProcesses } from '../../testing/two-processes.ts';
import type { FileId } from '../model/ids.ts';
import { createUploadWriters } from './upload-writers.ts';

const id = idFor<FileId>('upload');
const other = idFor<FileId>('another upload');
const locked = { code: 'upload_locked' };

function nothing(): void {
  // Nobody is cut off here.
}

function open() {
  return twoProcesses().map((process) => {
    const writers = createUploadWriters(process.peers);
    process.answers = {
      isWriting: (asked) => writers.isWritingHere(asked),
      interrupt: (asked) => writers.interruptHere(asked),
    };
    return writers;
  }) as [ReturnType<typeof createUploadWriters>, ReturnType<typeof createUploadWriters>];
}

test('one request at a time writes an upload, in whichever process', async () => {
  const [here, there] = open();
  const makeWay = await here.claim(id, nothing);
  await assert.rejects(here.claim(id, nothing), locked);
  await assert.rejects(there.claim(id, nothing), locked);
  (await there.claim(other, nothing))();
  makeWay();
  (await there.claim(id, nothing))();
  (await here.claim(id, nothing))();
});

test('of two who claim at once, no more than one writes, and who was refused may try again', async () => {
  const [here, there] = open();
  const claims = await Promise.allSettled([here.claim(id, nothing), there.claim(id, nothing)]);
  const won = claims.filter(({ status }) => status === 'fulfilled');
  assert.ok(won.length <= 1);
  for (const claim of claims) if (claim.status === 'fulfilled') claim.value();
  (await here.claim(id, nothing))();
});

test('a writer is cut off from any process, which waits until its end', async () => {
  const [here, there] = open();
  const cut = Promise.withResolvers<undefined>();
  const makeWay = await here.claim(id, () => {
    cut.resolve(undefined);
  });
  let isOver = false;
  const interrupted = there.interrupt(id).then(() => {
    isOver = true;
  });
  await cut.promise;
  assert.equal(isOver, false);
  makeWay();
  await interrupted;
  await there.interrupt(id);
});
