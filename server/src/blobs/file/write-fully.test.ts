import assert from 'node:assert/strict';
import type { FileHandle } from 'node:fs/promises';
import { test } from 'node:test';
import { writeFully } from './write-fully.ts';

/** A file that takes at most `limit` bytes a call, as a system under pressure may. */
function createGrudgingFile(limit: number) {
  let taken = Buffer.alloc(0);
  const writev: FileHandle['writev'] = (buffers) => {
    const offered = Buffer.concat(buffers as readonly Uint8Array[]);
    const accepted = offered.subarray(0, limit);
    taken = Buffer.concat([taken, accepted]);
    return Promise.resolve({ bytesWritten: accepted.length, buffers });
  };
  return { writev, taken: () => taken.toString() };
}

for (const limit of [1, 2, 3, 5, 100]) {
  test(`every byte arrives, in order, when the system takes ${limit} at a time`, async () => {
    const file = createGrudgingFile(limit);
    const pieces = ['abc', '', 'd', 'efghi', ''].map((text) => Buffer.from(text));
    await writeFully(file, pieces, 0);
    assert.equal(file.taken(), 'abcdefghi');
  });
}

test('a system that takes nothing is a fault, not an endless loop', async () => {
  await assert.rejects(writeFully(createGrudgingFile(0), [Buffer.from('abc')], 0));
});
