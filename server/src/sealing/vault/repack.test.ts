import assert from 'node:assert/strict';
import { test } from 'node:test';

import { repack } from './sealed-vault.ts';

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<string[]> {
  const found: string[] = [];
  for await (const piece of pieces) found.push(Buffer.from(piece).toString());
  return found;
}

async function* given(...pieces: string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece));
}

test('pieces of any size come out in groups of one size, and a rest', async () => {
  assert.deepEqual(await collect(repack(given('abcdefgh'), 3, 8)), ['abc', 'def', 'gh']);
  assert.deepEqual(await collect(repack(given('a', '', 'bcd', 'e', 'f'), 3, 6)), ['abc', 'def']);
  assert.deepEqual(await collect(repack(given('a', 'b'), 3, 2)), ['ab']);
  assert.deepEqual(await collect(repack(given(), 3, 0)), []);
  assert.deepEqual(await collect(repack(given('abcd'), 3, 6)), ['abc', 'd']);
});

test('more bytes than there should be are refused', async () => {
  await assert.rejects(collect(repack(given('ab', 'cd'), 3, 3)), /More bytes/);
  await assert.rejects(collect(repack(given('abc', 'd'), 3, 3)), /More bytes/);
});

test('a piece of the right size is handed on as it is, any other has memory of its own', async () => {
  const whole = Uint8Array.from([1, 2, 3]);
  const part = Uint8Array.from([0, 4, 5, 6, 0]).subarray(1, 4);
  const rest = Uint8Array.from([7, 8]);
  async function* source() {
    for (const piece of [whole, part, rest]) yield await Promise.resolve(piece);
  }
  const groups: Buffer[] = [];
  for await (const group of repack(source(), 3, 8)) groups.push(group);
  assert.deepEqual(Buffer.concat(groups), Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]));
  assert.equal(groups[0]?.buffer, whole.buffer);
  assert.equal(groups[1]?.buffer.byteLength, 3);
  assert.equal(groups[2]?.buffer, rest.buffer);
});
