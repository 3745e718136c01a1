import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';

import { MemoryBlobStore } from '../../blobs/memory/memory-blob-store.ts';
import { ByteBudget } from '../../domain/transfers/transfer-memory.ts';
import { chunk, makeVault, put, readBlob, take } from './vault-fixture.ts';
import { finishFile } from '../../testing/finished.ts';

const mebibyte = 1024 * 1024;
const largestPart = 64 * 1024;

function openVault(budgetBytes: number) {
  const blobs = new MemoryBlobStore();
  const work = new ByteBudget(budgetBytes);
  return { blobs, work, vault: makeVault(blobs, 'install', { work }) };
}

test('without a byte of shared memory every file goes in and out as it was', async () => {
  const { vault } = openVault(0);
  for (const size of [0, 1, 65_536, chunk - 1, chunk, 3 * chunk, 3 * mebibyte + 7]) {
    const plain = randomBytes(size);
    const file = await put(vault, plain, 100_000);
    assert.deepEqual(file.sha256, createHash('sha256').update(plain).digest());
    assert.ok((await take(vault, file)).equals(plain), `${size} bytes`);
    const [start, end] = [Math.floor(size / 3), size - Math.floor(size / 7)];
    assert.ok((await take(vault, file, start, end)).equals(plain.subarray(start, end)));
  }
});

test('without shared memory a reader is handed small parts, many at a time too', async () => {
  const { vault } = openVault(0);
  const plain = randomBytes(3 * chunk + 5);
  const file = await put(vault, plain);
  const readings = Array.from({ length: 40 }, async () => {
    const parts: Buffer[] = [];
    for await (const part of vault.read(file, 0, plain.length)) {
      assert.ok(part.length <= largestPart);
      assert.equal(part.buffer.byteLength, part.length, 'it holds on to nothing else');
      parts.push(part);
    }
    return Buffer.concat(parts);
  });
  for (const read of await Promise.all(readings)) assert.ok(read.equals(plain));
});

test('a chunk that was changed is never handed out in parts either', async () => {
  const { vault, blobs } = openVault(0);
  const plain = randomBytes(2 * chunk + 5);
  const file = await put(vault, plain);
  const sealed = await readBlob(blobs, file.id);
  sealed.writeUInt8(sealed.readUInt8(chunk + 1000) ^ 1, chunk + 1000);
  await blobs.delete(file.id);
  const writer = await blobs.create(file.id);
  await writer.write([sealed]);
  await writer.commit();
  let bytes = 0;
  await assert.rejects(
    async () => {
      for await (const part of vault.read(file, 0, plain.length)) bytes += part.length;
    },
    { name: 'IntegrityError' },
  );
  assert.equal(bytes, chunk);
});

test('what a transfer took of the shared memory is free again however it ends', async () => {
  const { vault, work } = openVault(16 * mebibyte);
  const file = await put(vault, randomBytes(6 * mebibyte));

  for await (const piece of vault.read(file, 0, file.sizeBytes)) {
    assert.ok(piece.length > largestPart, 'one that has memory works in large pieces');
    assert.equal(work.take(work.totalBytes), undefined);
    break;
  }
  const discarded = vault.begin();
  await discarded.write([randomBytes(5 * mebibyte)]);
  assert.equal(work.take(work.totalBytes), undefined);
  await discarded.discard();

  const small = vault.begin();
  await small.write([randomBytes(1000)]);
  await small.discard();
  await put(vault, randomBytes(1000));

  assert.ok(work.take(work.totalBytes), 'all of it is free');
});

test('a reader goes on faster once there is memory for it', async () => {
  const { vault, work } = openVault(16 * mebibyte);
  const plain = randomBytes(6 * mebibyte);
  const file = await put(vault, plain);
  const lease = work.take(work.totalBytes);
  const sizes: number[] = [];
  for await (const piece of vault.read(file, 0, file.sizeBytes)) {
    if (sizes.length === 0) lease?.release();
    sizes.push(piece.length);
  }
  assert.deepEqual(sizes.slice(0, 4), Array(4).fill(largestPart));
  assert.ok((sizes[4] ?? 0) >= mebibyte, `then ${sizes[4]} bytes at a time`);
});

test('memory that came back is lent once, also where its blob is discarded afterwards', async () => {
  const { vault } = openVault(16 * mebibyte);
  for (const size of [1000, 3 * mebibyte]) {
    const finished = vault.begin();
    await finished.write([randomBytes(size)]);
    await finishFile(finished);
    await finished.discard();
  }
  const plains = Array.from({ length: 6 }, () => randomBytes(700_000));
  const intakes = plains.map(() => vault.begin());
  for (const [at, intake] of intakes.entries()) {
    await intake.write([Buffer.from(plains[at] ?? [])]);
  }
  for (const [at, intake] of intakes.entries()) {
    const file = await finishFile(intake);
    assert.ok((await take(vault, file)).equals(plains[at] ?? Buffer.alloc(0)), `file ${at}`);
  }
});
