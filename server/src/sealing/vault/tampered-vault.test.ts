import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';

import { MemoryBlobStore } from '../../blobs/memory/memory-blob-store.ts';
import { IntegrityError } from '../crypto/sealed-format.ts';
import type { BlobStore } from '../../domain/ports/blob-store.ts';
import { chunk, makeVault, put, readBlob, take } from './vault-fixture.ts';

async function replaceBlob(blobs: BlobStore, key: string, bytes: Buffer): Promise<void> {
  await blobs.delete(key);
  const writer = await blobs.create(key);
  await writer.write([bytes]);
  await writer.commit();
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}

describe('reading a file that was changed', () => {
  const size = 3 * chunk + 500;
  const sealedChunk = chunk + 16;

  async function makeTampered(tamper: (sealed: Buffer) => Buffer) {
    const blobs = new MemoryBlobStore();
    const vault = makeVault(blobs);
    const file = await put(vault, randomBytes(size));
    await replaceBlob(blobs, file.id, tamper(await readBlob(blobs, file.id)));
    return { blobs, vault, file };
  }

  test('a bad length, header or closing chunk fails every range before its first byte', async () => {
    const tampers = [
      (sealed: Buffer) => sealed.subarray(0, -1),
      (sealed: Buffer) => sealed.subarray(0, 64 + 3 * sealedChunk),
      (sealed: Buffer) => sealed.subarray(0, 10),
      (sealed: Buffer) => Buffer.concat([sealed, Buffer.alloc(1)]),
      (sealed: Buffer) => flipped(sealed, 3),
      (sealed: Buffer) => flipped(sealed, 20),
      (sealed: Buffer) => flipped(sealed, 40),
      (sealed: Buffer) => flipped(sealed, sealed.length - 1),
    ];
    for (const tamper of tampers) {
      const { vault, file } = await makeTampered(tamper);
      for (const [start, end] of [
        [0, 10],
        [0, 0],
        [chunk, 2 * chunk],
      ] as const) {
        await assert.rejects(
          vault.read(file, start, end)[Symbol.asyncIterator]().next(),
          IntegrityError,
        );
      }
    }
  });

  test('no byte of a changed chunk comes out, and the chunks before it do', async () => {
    const { vault, file } = await makeTampered((sealed) => flipped(sealed, 64 + sealedChunk + 9));
    let received = 0;
    const readAll = async () => {
      for await (const piece of vault.read(file, 0, size)) received += piece.length;
    };
    await assert.rejects(readAll(), IntegrityError);
    assert.equal(received, chunk);
    assert.equal((await take(vault, file, 2 * chunk, size)).length, chunk + 500);
  });

  test('an empty file is checked too', async () => {
    const blobs = new MemoryBlobStore();
    const vault = makeVault(blobs);
    const file = await put(vault, Buffer.alloc(0));
    assert.equal((await take(vault, file)).length, 0);
    await replaceBlob(blobs, file.id, flipped(await readBlob(blobs, file.id), 79));
    await assert.rejects(take(vault, file), IntegrityError);
  });

  test('a missing blob, a foreign key, another file’s bytes and another install are refused', async () => {
    const { blobs, vault, file } = await makeTampered((sealed) => sealed);
    const other = await put(vault, randomBytes(size));
    assert.equal((await take(vault, file)).length, size);
    await assert.rejects(take(makeVault(blobs, 'another'), file), IntegrityError);
    await assert.rejects(take(vault, { ...file, fileKey: other.fileKey }), IntegrityError);
    await assert.rejects(take(vault, { ...file, sizeBytes: size - chunk }), IntegrityError);
    await replaceBlob(blobs, file.id, await readBlob(blobs, other.id));
    await assert.rejects(take(vault, file), IntegrityError);
    await assert.rejects(take(vault, { ...file, fileKey: other.fileKey }), IntegrityError);
    await blobs.delete(file.id);
    await assert.rejects(take(vault, file), IntegrityError);
  });
});
