import assert from 'node:assert/strict';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { describe, test } from 'node:test';

import { MemoryBlobStore } from '../../blobs/memory/memory-blob-store.ts';
import { IntegrityError } from '../crypto/sealed-format.ts';
import type { BlobStore } from '../../domain/ports/blob-store.ts';
import type { Segment } from '../../domain/model/file.ts';
import type { FinishedFile, Vault } from '../../domain/ports/vault.ts';
import { chunk, makeVault, put, readBlob, take } from './vault-fixture.ts';
import { finishSegment } from '../../testing/finished.ts';

/** At, just below and just above the edges of chunks, with the smallest there is in between. */
const sizes = [chunk, 1, chunk - 1, 2 * chunk + 1, 5000, 3 * chunk, 1, 1];

async function putSegments(vault: Vault, plains: readonly Buffer[]): Promise<FinishedFile> {
  const file = vault.beginSegmented();
  const parts: Segment[] = [];
  for (const plain of plains) {
    const intake = vault.beginSegment(file, parts);
    await intake.write([Buffer.from(plain)]);
    parts.push(await finishSegment(intake));
  }
  return await vault.readBackSegments(file, parts);
}

async function replaceBlob(blobs: BlobStore, key: string, bytes: Buffer): Promise<void> {
  await blobs.delete(key);
  const writer = await blobs.create(key);
  await writer.write([bytes]);
  await writer.commit();
}

async function makeFile() {
  const blobs = new MemoryBlobStore();
  const vault = makeVault(blobs);
  const plains = sizes.map((size) => randomBytes(size));
  const file = await putSegments(vault, plains);
  const { parts, mac } = file.segments ?? assert.fail('It is in one piece.');
  return { blobs, vault, plain: Buffer.concat(plains), file, parts, mac };
}

describe('a file in segments', () => {
  test('is read as one, and its SHA-256 is that of the whole', async () => {
    const { vault, plain, file } = await makeFile();
    assert.equal(file.sizeBytes, plain.length);
    assert.ok(file.sha256.equals(createHash('sha256').update(plain).digest()));
    assert.ok((await take(vault, file)).equals(plain));
  });

  test('is what a file in one blob is listed as, and reads the same', async () => {
    const vault = makeVault(new MemoryBlobStore());
    for (const size of [0, 5000, chunk, 2 * chunk + 1]) {
      const plain = randomBytes(size);
      const whole = await put(vault, plain);
      const segments = vault.listParts(whole);
      assert.deepEqual(
        segments.parts.map(({ blobKey, sizeBytes }) => [blobKey, sizeBytes]),
        [[whole.id, size]],
      );
      assert.ok((await take(vault, { ...whole, segments })).equals(plain));
      const foreign = vault.listParts({ ...whole, fileKey: randomBytes(32) });
      await assert.rejects(take(vault, { ...whole, segments: foreign }), IntegrityError);
    }
    const { vault: other, file } = await makeFile();
    assert.deepEqual(other.listParts(file), file.segments);
  });

  test('gives exactly the bytes of a thousand ranges', async () => {
    const { vault, plain, file } = await makeFile();
    for (let round = 0; round < 1000; round += 1) {
      const start = randomInt(plain.length + 1);
      const longest = round % 2 === 0 ? plain.length - start : Math.min(10, plain.length - start);
      const end = start + randomInt(longest + 1);
      const got = await take(vault, file, start, end);
      assert.ok(got.equals(plain.subarray(start, end)), `from ${start} to ${end}`);
    }
  });

  test('may be empty, and has no segments then', async () => {
    const vault = makeVault(new MemoryBlobStore());
    const file = await putSegments(vault, []);
    assert.equal(file.sizeBytes, 0);
    assert.equal((await take(vault, file)).length, 0);
    const segments = { parts: [], mac: randomBytes(32) };
    await assert.rejects(take(vault, { ...file, segments }), IntegrityError);
  });

  test('leaves nothing of a segment that was discarded', async () => {
    const blobs = new MemoryBlobStore();
    const intake = makeVault(blobs).beginSegment(makeVault(blobs).beginSegmented(), []);
    await intake.write([randomBytes(10)]);
    const { blobKey } = await finishSegment(intake);
    assert.ok((await blobs.findSize(blobKey)) !== undefined);
    await intake.discard();
    await intake.discard();
    assert.equal(await blobs.findSize(blobKey), undefined);
  });
});

describe('the facts of segments that rows keep', () => {
  test('say where each is and how long', async () => {
    const { blobs, parts } = await makeFile();
    for (const { blobKey, sealedBytes, store } of parts) {
      assert.equal(await blobs.findSize(blobKey), sealedBytes);
      assert.equal(store, blobs.name);
    }
  });

  test('with a store that is not open are refused before the first byte', async () => {
    const { vault, file, parts, mac } = await makeFile();
    const elsewhere = parts.map((part, at) => (at === 3 ? { ...part, store: 'other' } : part));
    const read = vault.read({ ...file, segments: { parts: elsewhere, mac } }, 0, file.sizeBytes);
    await assert.rejects(read[Symbol.asyncIterator]().next(), { code: 'unavailable' });
    const whole = { ...(await put(vault, randomBytes(10))), store: 'other' };
    await assert.rejects(take(vault, whole), { code: 'unavailable' });
  });
});

describe('a list of segments that was changed', () => {
  const changes: Record<string, (parts: readonly Segment[]) => Segment[]> = {
    'with two swapped': ([a, b, ...rest]) => [b, a, ...rest].flatMap((part) => part ?? []),
    'with two of one size swapped': (parts) => [
      ...parts.slice(0, -2),
      ...parts.slice(-2).reverse(),
    ],
    'without the first': (parts) => parts.slice(1),
    'without the last': (parts) => parts.slice(0, -1),
    'with one repeated': (parts) => [...parts, ...parts.slice(-1)],
    'with another size': (parts) => parts.map((part, at) => ({ ...part, sizeBytes: at })),
    'that is empty': () => [],
  };
  for (const [name, change] of Object.entries(changes)) {
    test(`${name} is refused before the first byte of any range`, async () => {
      const { vault, file, parts, mac } = await makeFile();
      const changed = change(parts);
      const sizeBytes = changed.reduce((sum, part) => sum + part.sizeBytes, 0);
      const segments = { parts: changed, mac };
      for (const size of [file.sizeBytes, sizeBytes]) {
        for (const end of [0, Math.min(10, size), size]) {
          const read = vault.read({ ...file, sizeBytes: size, segments }, 0, end);
          await assert.rejects(read[Symbol.asyncIterator]().next(), IntegrityError);
        }
      }
    });
  }

  test('with a MAC of another file, key or install is refused', async () => {
    const { blobs, vault, file, parts } = await makeFile();
    const other = await putSegments(vault, [randomBytes(10)]);
    const foreign = { parts, mac: other.segments?.mac ?? assert.fail() };
    await assert.rejects(take(vault, { ...file, segments: foreign }), IntegrityError);
    await assert.rejects(take(vault, { ...file, segments: { parts, mac: Buffer.alloc(0) } }));
    await assert.rejects(take(vault, { ...file, fileKey: other.fileKey }), IntegrityError);
    await assert.rejects(take(vault, { ...file, id: other.id }), IntegrityError);
    await assert.rejects(take(makeVault(blobs, 'another'), file), IntegrityError);
  });
});

test('a file in many segments is opened a few segments ahead of its reader', async () => {
  let opened = 0;
  class CountingBlobStore extends MemoryBlobStore {
    override readStart(...asked: Parameters<MemoryBlobStore['readStart']>) {
      opened += 1;
      return super.readStart(...asked);
    }
  }
  const vault = makeVault(new CountingBlobStore());
  const plains = Array.from({ length: 64 }, () => randomBytes(40_000));
  const file = await putSegments(vault, plains);
  opened = 0;
  const pieces: Buffer[] = [];
  for await (const piece of vault.read(file, 0, file.sizeBytes)) {
    if (pieces.length === 0) assert.ok(opened <= 6, `${opened} before the first byte`);
    pieces.push(piece);
  }
  assert.ok(Buffer.concat(pieces).equals(Buffer.concat(plains)));
  assert.equal(opened, plains.length);
});

describe('a segment whose blob was changed', () => {
  const key = (parts: readonly Segment[], at: number) => parts[at]?.blobKey ?? assert.fail();

  test('in the middle fails a download when the reader comes to it, and not before', async () => {
    const { blobs, vault, file, parts } = await makeFile();
    const gone = parts.length - 2;
    await blobs.delete(key(parts, gone));
    const before = parts.slice(0, gone).reduce((bytes, part) => bytes + part.sizeBytes, 0);
    let received = 0;
    const readAll = async () => {
      for await (const piece of vault.read(file, 0, file.sizeBytes)) received += piece.length;
    };
    await assert.rejects(readAll(), IntegrityError);
    assert.equal(received, before);
    await assert.rejects(take(vault, file, before, file.sizeBytes), IntegrityError);
  });

  test('that is last, and is cut, longer or gone fails a download before its first byte', async () => {
    for (const tamper of [
      (sealed: Buffer) => sealed.subarray(0, -1),
      (sealed: Buffer) => sealed.subarray(0, 30),
      (sealed: Buffer) => Buffer.concat([sealed, Buffer.alloc(16)]),
      () => undefined,
    ]) {
      const { blobs, vault, file, parts } = await makeFile();
      const last = key(parts, parts.length - 1);
      const bytes = tamper(await readBlob(blobs, last));
      if (bytes === undefined) await blobs.delete(last);
      else await replaceBlob(blobs, last, bytes);
      const first = vault.read(file, 0, file.sizeBytes)[Symbol.asyncIterator]().next();
      await assert.rejects(first, IntegrityError);
      assert.equal((await take(vault, file, 0, 10)).length, 10);
    }
  });

  test('or exchanged with another of the same size is refused', async () => {
    const { blobs, vault, file, parts } = await makeFile();
    const [one, other] = [key(parts, parts.length - 1), key(parts, parts.length - 2)];
    const [bytes, others] = [await readBlob(blobs, one), await readBlob(blobs, other)];
    await replaceBlob(blobs, one, others);
    await replaceBlob(blobs, other, bytes);
    await assert.rejects(take(vault, file), IntegrityError);
    await replaceBlob(blobs, one, bytes);
    await replaceBlob(blobs, other, others);
    assert.equal((await take(vault, file)).length, file.sizeBytes);
  });

  test('in any bit is refused', async () => {
    const { blobs, vault, file, parts } = await makeFile();
    const changed = key(parts, 4);
    const sealed = await readBlob(blobs, changed);
    for (let round = 0; round < 200; round += 1) {
      const copy = Buffer.from(sealed);
      const at = round < 64 ? round : randomInt(sealed.length);
      copy.writeUInt8(copy.readUInt8(at) ^ (1 << (round % 8)), at);
      await replaceBlob(blobs, changed, copy);
      await assert.rejects(take(vault, file), IntegrityError, `byte ${at}`);
    }
  });
});
