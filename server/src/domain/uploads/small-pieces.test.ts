import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actor, listBlobs } from '../../testing/exchange-fixture.ts';
import { openGrantPages } from '../../testing/grant-pages.ts';
import { OutcomeUnknown } from '../model/valise-error.ts';
import type { CommandRunner } from '../ports/command-runner.ts';
import { createResumableUploads } from './resumable-uploads.ts';

async function* brokenAfter(bytes: number): AsyncGenerator<Buffer[]> {
  yield await Promise.resolve([Buffer.alloc(bytes)]);
  throw new Error('The line broke');
}

test('300 pieces of one byte leave a bounded number of blobs, and lock nobody out', async (context) => {
  const page = await openGrantPages(context);
  const { begin, append, grants, resumableUploads, grantOf, bob } = page;
  const { id } = await begin(100_000);
  let [offset, refused] = [0, 0];
  for (let sent = 0; sent < 300; sent += 1) {
    try {
      ({ receivedBytes: offset } = await append(id, offset, 'x'));
    } catch (error) {
      assert.ok(error instanceof Error && 'code' in error && error.code === 'bad_request');
      assert.match(error.message, /at least 32768 bytes/u);
      refused += 1;
    }
  }
  assert.deepEqual([offset, refused], [128, 172]);
  assert.equal((await listBlobs(page)).length, 128);

  ({ receivedBytes: offset } = await append(id, offset, 'y'.repeat(40_000)));
  await append(id, offset, 'z'.repeat(100_000 - offset));
  const grant = await grantOf(bob);
  await resumableUploads.prepare(grant.owner, [id]);
  assert.deepEqual(await grants.send(actor, grant, [id], undefined), ['a.txt']);
});

test('the last piece of a file may be as small as it is', async (context) => {
  const { begin, append } = await openGrantPages(context);
  const { id } = await begin(129);
  let upload;
  for (let offset = 0; offset < 129; offset += 1) upload = await append(id, offset, 'x');
  assert.equal(upload?.receivedBytes, 129);
});

test('a file of 20 MB arrives over a line that breaks every 100 kB', async (context) => {
  const page = await openGrantPages(context);
  const { begin, append, grants, resumableUploads, grantOf, bob } = page;
  const sizeBytes = 20_000_000;
  const { id } = await begin(sizeBytes);
  for (let offset = 0; offset < sizeBytes;) {
    const { receivedBytes } = await append(id, offset, brokenAfter(100_000));
    assert.equal(receivedBytes, offset + 100_000);
    offset = receivedBytes;
  }
  const grant = await grantOf(bob);
  await resumableUploads.prepare(grant.owner, [id]);
  assert.deepEqual(await grants.send(actor, grant, [id], undefined), ['a.txt']);
});

test('a file arrives over a line that breaks every 33 kB', async (context) => {
  const { begin, append } = await openGrantPages(context);
  const sizeBytes = 300 * 33_000;
  const { id } = await begin(sizeBytes);
  let offset = 0;
  while (offset < sizeBytes) {
    ({ receivedBytes: offset } = await append(id, offset, brokenAfter(33_000)));
  }
  assert.equal(offset, sizeBytes);
});

/** Sees to it that nobody learns whether the next command was run, although it was. */
function loseOutcome({ runner }: { runner: CommandRunner }): CommandRunner {
  return {
    async run(command, input, blobsStored) {
      await runner.run(command, input, blobsStored);
      throw new OutcomeUnknown('the writer is gone');
    },
  };
}

test('a piece keeps its bytes when nobody knows whether it was counted', async (context) => {
  const page = await openGrantPages(context);
  const { begin, append, grants, resumableUploads, grantOf, bob } = page;
  const { id } = await begin(8);
  const losing = createResumableUploads({ ...page, runner: loseOutcome(page) });
  const grant = await grantOf(bob);
  async function* content(): AsyncGenerator<Buffer[]> {
    yield await Promise.resolve([Buffer.from('from')]);
  }
  const piece = { offset: 0, declaredBytes: 4, content: content(), cutOff: () => undefined };
  await assert.rejects(losing.append(grant.owner, id, piece), OutcomeUnknown);
  assert.equal((await resumableUploads.inspect(grant.owner, id)).receivedBytes, 4);
  await append(id, 4, ' the');
  assert.deepEqual(await grants.send(actor, grant, [id], undefined), ['a.txt']);
});
