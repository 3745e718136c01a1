import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readAhead } from './read-ahead.ts';
import { regroup } from './regroup.ts';

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<string[]> {
  const found: string[] = [];
  for await (const piece of pieces) found.push(Buffer.from(piece).toString());
  return found;
}

async function* given(...pieces: string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield await Promise.resolve(Buffer.from(piece));
}

test('pieces of any size come out in groups of one size, and a rest', async () => {
  assert.deepEqual(await collect(regroup(given('abcdefgh'), 3)), ['abc', 'def', 'gh']);
  assert.deepEqual(await collect(regroup(given('a', '', 'bcd', 'e', 'f'), 3)), ['abc', 'def']);
  assert.deepEqual(await collect(regroup(given('a', 'b'), 3)), ['ab']);
  assert.deepEqual(await collect(regroup(given(), 3)), []);
});

test('a group within one piece is not copied', async () => {
  const piece = Buffer.from('abcdef');
  async function* source() {
    yield await Promise.resolve(piece);
  }
  for await (const group of regroup(source(), 3)) assert.equal(group.buffer, piece.buffer);
});

test('reading ahead keeps the order, asks one piece early, and fails in its place', async () => {
  let asked = 0;
  async function* source() {
    for (const piece of ['a', 'b']) {
      asked += 1;
      yield await Promise.resolve(Buffer.from(piece));
    }
    throw new Error('broken');
  }
  const reader = readAhead(source());
  assert.equal(String((await reader.next()).value), 'a');
  assert.equal(asked, 2);
  // Long enough for an unhandled rejection to be noticed.
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(String((await reader.next()).value), 'b');
  await new Promise((resolve) => setTimeout(resolve, 5));
  await assert.rejects(reader.next(), /broken/);
});
