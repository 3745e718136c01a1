import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';

import { MemoryBlobStore } from '../../blobs/memory/memory-blob-store.ts';
import { IntegrityError, sealedSize } from '../crypto/sealed-format.ts';
import { seededRandomness } from '../crypto/vectors/seeded-randomness.ts';
import { chunk, makeVault, put, readBlob, take } from './vault-fixture.ts';
import { finishFile } from '../../testing/finished.ts';

type Read = MemoryBlobStore['read'];

/** A store whose reading can be tampered with while everything else works. */
class RewiredDatabase extends MemoryBlobStore {
  #rewired: Read = (...range) => super.read(...range);

  rewire(make: (read: Read) => Read): void {
    this.#rewired = make((...range) => super.read(...range));
  }

  override read(...range: Parameters<Read>): ReturnType<Read> {
    return this.#rewired(...range);
  }
}

describe('storing a file', () => {
  for (const size of [0, 1, chunk - 1, chunk, chunk + 1, 5 * chunk, 5 * chunk + 77]) {
    test(`${size} bytes come back as they were, and the store holds none of them`, async () => {
      const blobs = new MemoryBlobStore();
      const vault = makeVault(blobs);
      const plain = randomBytes(size);
      const file = await put(vault, plain);
      assert.equal(file.sizeBytes, size);
      assert.ok(file.sha256.equals(createHash('sha256').update(plain).digest()));
      const sealed = await readBlob(blobs, file.id);
      assert.equal(sealed.length, sealedSize(size));
      if (size >= 32) assert.ok(!sealed.includes(plain.subarray(0, 32)));
      assert.ok((await take(vault, file)).equals(plain));
    });
  }

  test('every file has an id and a key of its own', async () => {
    const vault = makeVault(new MemoryBlobStore());
    const files = await Promise.all([put(vault, Buffer.from('a')), put(vault, Buffer.from('a'))]);
    const [first, second] = files;
    assert.notEqual(first.id, second.id);
    assert.ok(!first.fileKey.equals(second.fileKey));
  });

  test('a buffer that is taken over gives its memory back, and a shared one keeps it', async () => {
    const vault = makeVault(new MemoryBlobStore());
    const intake = vault.begin();
    const own = Buffer.alloc(chunk, 1);
    const shared = Buffer.alloc(2 * chunk, 2).subarray(chunk);
    await intake.write([own]);
    await intake.write([shared]);
    assert.equal(own.length, 0);
    assert.equal(shared.length, chunk);
    const stored = await take(vault, await finishFile(intake));
    assert.deepEqual([stored[0], stored[chunk]], [1, 2]);
  });

  test('nothing is left of a discarded file, before and after it was finished', async () => {
    const blobs = new MemoryBlobStore({ capacityBytes: 10 * chunk });
    const vault = makeVault(blobs);
    const begun = vault.begin();
    await begun.write([randomBytes(5 * chunk)]);
    await begun.discard();
    await begun.discard();
    const finished = vault.begin();
    await finished.write([randomBytes(5 * chunk)]);
    await finishFile(finished);
    await finished.discard();
    assert.equal(await blobs.freeBytes(), 10 * chunk);
    assert.equal(await blobs.findSize(finished.id), undefined);
    await assert.rejects(begun.write([Buffer.from('more')]), /takes no more/);
  });

  test('a store that fails fails the file, once and for all', async () => {
    const blobs = new MemoryBlobStore({ capacityBytes: 3 * chunk });
    const intake = makeVault(blobs).begin();
    const fill = async () => {
      for (let count = 0; count < 20; count += 1) await intake.write([randomBytes(chunk)]);
      await finishFile(intake);
    };
    await assert.rejects(fill(), { code: 'insufficient_storage' });
    await assert.rejects(intake.write([Buffer.from('more')]), /takes no more/);
    await assert.rejects(finishFile(intake), /takes no more/);
    await intake.discard();
    assert.equal(await blobs.freeBytes(), 3 * chunk);
  });
});

describe('reading a file', () => {
  test('1000 ranges are exact, at chunk edges and anywhere', async () => {
    const vault = makeVault(new MemoryBlobStore());
    const seeded = seededRandomness('ranges');
    const plain = randomBytes(3 * chunk + 1000);
    const file = await put(vault, plain);
    const edges = [0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, 3 * chunk - 1, 3 * chunk];
    const points = [...edges, 3 * chunk + 1, plain.length - 1, plain.length];
    const ranges = points.flatMap((a) => points.filter((b) => b >= a).map((b) => [a, b] as const));
    while (ranges.length < 1000) {
      const start = seeded.below(plain.length + 1);
      const longest = seeded.below(2) === 0 ? 500 : plain.length;
      const end = Math.min(plain.length, start + seeded.below(longest));
      ranges.push([start, end]);
    }
    for (const [start, end] of ranges) {
      const found = await take(vault, file, start, end);
      assert.ok(found.equals(plain.subarray(start, end)), `${start} to ${end}`);
    }
  });

  test('ranges outside of the file are refused', async () => {
    const vault = makeVault(new MemoryBlobStore());
    const file = await put(vault, Buffer.from('hello'));
    for (const [start, end] of [
      [-1, 2],
      [3, 2],
      [0, 6],
      [0.5, 2],
      [0, Number.NaN],
    ] as const) {
      await assert.rejects(take(vault, file, start, end), RangeError);
    }
  });

  test('ending early frees what the store holds', async () => {
    const database = new RewiredDatabase();
    const vault = makeVault(database);
    const file = await put(vault, randomBytes(60 * chunk));
    let open = 0;
    database.rewire(
      (read) =>
        async function* (key, start, end, pieceBytes) {
          open += 1;
          try {
            yield* read(key, start, end, pieceBytes);
          } finally {
            open -= 1;
          }
        },
    );
    for await (const piece of vault.read(file, 0, file.sizeBytes)) {
      assert.ok(piece.length >= chunk);
      assert.equal(open, 1);
      break;
    }
    assert.equal(open, 0);
  });

  test('a store that breaks off in the middle fails the read', async () => {
    const database = new RewiredDatabase();
    const vault = makeVault(database);
    const file = await put(vault, randomBytes(4 * chunk));
    const twoChunks = 2 * (chunk + 16);
    database.rewire(
      (read) =>
        async function* (key, start, end) {
          yield* read(key, start, Math.min(end, start + twoChunks));
          if (end > start + twoChunks) throw new Error('connection lost');
        },
    );
    await assert.rejects(take(vault, file), /connection lost/);
  });

  test('a store that always ends too early, between two chunks, fails the read', async () => {
    const database = new RewiredDatabase();
    const vault = makeVault(database);
    const file = await put(vault, randomBytes(4 * chunk));
    const early = 64 + 2 * (chunk + 16);
    database.rewire(
      (read) => (key, start, end) => read(key, start, Math.max(start, Math.min(end, early))),
    );
    await assert.rejects(take(vault, file), IntegrityError);
  });
});
