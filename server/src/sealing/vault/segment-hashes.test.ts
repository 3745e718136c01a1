import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';

import { MemoryBlobStore } from '../../blobs/memory/memory-blob-store.ts';
import type { Segment } from '../../domain/model/file.ts';
import type { SegmentedFile, Vault } from '../../domain/ports/vault.ts';
import { createSealedVault } from './sealed-vault.ts';
import { chunk, take } from './vault-fixture.ts';
import { inlineCipherPool } from '../cipher-pool/cipher-pool.ts';
import { createThreadedCipherPool } from '../cipher-pool/threaded-cipher-pool.ts';
import type { CipherPool } from '../cipher-pool/cipher-pool.ts';
import { finishSegment } from '../../testing/finished.ts';

/** More than one buffer, so that it is sealed in the cipher pool. */
const large = 5 * chunk;

function sha256(...plains: readonly Buffer[]): Buffer {
  return createHash('sha256').update(Buffer.concat(plains)).digest();
}

class CountingBlobStore extends MemoryBlobStore {
  reads = 0;

  override readStart(...asked: Parameters<MemoryBlobStore['readStart']>) {
    this.reads += 1;
    return super.readStart(...asked);
  }

  override read(...asked: Parameters<MemoryBlobStore['read']>) {
    this.reads += 1;
    return super.read(...asked);
  }
}

function open(cipherPool: CipherPool, blobs = new CountingBlobStore()) {
  const randomness = { bytes: randomBytes };
  return {
    blobs,
    vault: createSealedVault({ blobs, cipherPool, installId: 'install', randomness }),
  };
}

async function add(vault: Vault, file: SegmentedFile, parts: readonly Segment[], plain: Buffer) {
  const intake = vault.beginSegment(file, parts);
  await intake.write([Buffer.from(plain)]);
  const { hashState, ...segment } = await finishSegment(intake);
  assert.equal(hashState, undefined, 'nothing is saved unless asked for');
  return [...parts, segment];
}

/** What a caller does that needs the whole, one way or the other. */
async function finish(vault: Vault, file: SegmentedFile, parts: readonly Segment[]) {
  return vault.bindSegments(file, parts) ?? (await vault.readBackSegments(file, parts));
}

async function addAll(vault: Vault, file: SegmentedFile, plains: readonly Buffer[]) {
  let parts: Segment[] = [];
  for (const plain of plains) parts = await add(vault, file, parts, plain);
  return parts;
}

for (const [name, cipherPool] of [
  ['inline', inlineCipherPool],
  ['threaded', createThreadedCipherPool({ threads: 2 })],
] as const) {
  describe(`the hash of a file in segments, with the ${name} cipher pool`, () => {
    after(() => cipherPool.close());

    test('is known without reading when every byte came through one vault', async () => {
      const { vault, blobs } = open(cipherPool);
      for (const sizes of [[large], [large, large + 1, 1, 7, large], [10], [large, 3]]) {
        const file = vault.beginSegmented();
        const plains = sizes.map((size) => randomBytes(size));
        const finished = await finish(vault, file, await addAll(vault, file, plains));
        assert.deepEqual(finished.sha256, sha256(...plains), `of ${sizes.join(', ')}`);
        assert.equal(blobs.reads, 0);
      }
    });

    test('is that of each file when several come in turns', async () => {
      const { vault, blobs } = open(cipherPool);
      const files = Array.from({ length: 5 }, () => vault.beginSegmented());
      const plains = files.map(() => [randomBytes(large), randomBytes(large), randomBytes(9)]);
      const parts = await Promise.all(
        files.map((file, at) => addAll(vault, file, plains[at] ?? assert.fail())),
      );
      for (const [at, file] of files.entries()) {
        const { sha256: got } = await finish(vault, file, parts[at] ?? assert.fail());
        assert.deepEqual(got, sha256(...(plains[at] ?? assert.fail())));
      }
      assert.equal(blobs.reads, 0);
    });

    test('is that of the segments that count, whoever else tried', async () => {
      const { vault, blobs } = open(cipherPool);
      const other = open(cipherPool, blobs).vault;
      const [first, mine, theirs, last] = [1, 2, 3, 4].map((more) => randomBytes(large + more));
      assert.ok(first && mine && theirs && last);
      const file = vault.beginSegmented();
      const begun = await addAll(vault, file, [first]);
      await add(vault, file, begun, mine);
      const parts = await add(vault, file, await add(other, file, begun, theirs), last);
      const finished = await finish(vault, file, parts);
      assert.deepEqual(finished.sha256, sha256(first, theirs, last));
      assert.ok(blobs.reads > 0);
      assert.ok((await take(vault, finished)).equals(Buffer.concat([first, theirs, last])));
    });

    test('is read back after a segment was discarded, and right', async () => {
      const { vault, blobs } = open(cipherPool);
      const [first, second] = [randomBytes(large), randomBytes(large)];
      const file = vault.beginSegmented();
      let parts = await addAll(vault, file, [first]);
      const failing = vault.beginSegment(file, parts);
      await failing.write([randomBytes(large)]);
      await failing.discard();
      parts = await add(vault, file, parts, second);
      const finished = await finish(vault, file, parts);
      assert.deepEqual(finished.sha256, sha256(first, second));
      assert.ok(blobs.reads > 0);
    });

    test('outlives a request that brought nothing', async () => {
      const { vault, blobs } = open(cipherPool);
      const [first, second] = [randomBytes(large), randomBytes(large)];
      const file = vault.beginSegmented();
      let parts = await addAll(vault, file, [first]);
      const empty = vault.beginSegment(file, parts);
      await empty.discard();
      const next = vault.beginSegment(file, parts);
      await next.write([Buffer.from(second)]);
      await empty.discard();
      parts = [...parts, await finishSegment(next)];
      assert.deepEqual((await finish(vault, file, parts)).sha256, sha256(first, second));
      assert.equal(blobs.reads, 0);
    });

    test('of very many uploads is kept for the latest, and read back for the others', async () => {
      const { vault, blobs } = open(cipherPool);
      const plain = randomBytes(100);
      const uploads = [];
      for (let at = 0; at < 300; at += 1) {
        const file = vault.beginSegmented();
        uploads.push({ file, parts: await addAll(vault, file, [plain]) });
      }
      for (const { file, parts } of uploads) {
        assert.deepEqual((await finish(vault, file, parts)).sha256, sha256(plain));
      }
      assert.ok(blobs.reads > 0 && blobs.reads <= 44 * 2, `${blobs.reads} reads`);
    });
  });
}

test('a thread that dies takes its hashes along, and the next segment comes in without', async () => {
  let cipherPool = createThreadedCipherPool({ threads: 1 });
  const swapped: CipherPool = {
    sealStream: (options) => cipherPool.sealStream(options),
    openStream: (options) => cipherPool.openStream(options),
    savesHashes: false,
    startHash: () => cipherPool.startHash(),
    close: () => cipherPool.close(),
  };
  const { vault, blobs } = open(swapped);
  const [first, second] = [randomBytes(large), randomBytes(large)];
  const file = vault.beginSegmented();
  const begun = await addAll(vault, file, [first]);
  await cipherPool.close();
  cipherPool = createThreadedCipherPool({ threads: 1 });
  const finished = await finish(vault, file, await add(vault, file, begun, second));
  assert.deepEqual(finished.sha256, sha256(first, second));
  assert.ok(blobs.reads > 0);
  await cipherPool.close();
});

test('a small segment whose hash dies under way fails, and never passes for the whole', async () => {
  const cipherPool = createThreadedCipherPool({ threads: 1 });
  const { vault, blobs } = open(cipherPool);
  const [first, second] = [randomBytes(large), randomBytes(10)];
  const file = vault.beginSegmented();
  const begun = await addAll(vault, file, [first]);
  const intake = vault.beginSegment(file, begun);
  await intake.write([Buffer.from(second)]);
  await cipherPool.close();
  await assert.rejects(finishSegment(intake));
  await intake.discard();

  const other = open(inlineCipherPool, blobs).vault;
  const finished = await finish(other, file, await add(other, file, begun, second));
  assert.deepEqual(finished.sha256, sha256(first, second));
});

test('a hash that was forgotten goes on over nothing', async () => {
  const threaded = createThreadedCipherPool({ threads: 1 });
  for (const cipherPool of [inlineCipherPool, threaded]) {
    const hash = cipherPool.startHash();
    assert.equal(hash.isLost, false);
    hash.forget();
    assert.equal(hash.isLost, true);
    const options = { installId: 'i', fileId: 'f', segment: 0, salt: randomBytes(24) };
    assert.throws(() => hash.sealStream({ ...options, fileKey: randomBytes(32) }), /forgotten/);
  }
  await threaded.close();
});

describe('a saved hash', () => {
  const pools = Array.from({ length: 2 }, () =>
    createThreadedCipherPool({ threads: 1, savesHashes: true }),
  );
  after(() => Promise.all(pools.map((pool) => pool.close())));

  /** Two nodes, with one blob store. */
  function openTwo() {
    const blobs = new CountingBlobStore();
    const [one, other] = pools.map((pool) => open(pool, blobs).vault);
    assert.ok(one && other);
    return { blobs, one, other };
  }

  interface Progress {
    parts: readonly Segment[];
    state: Buffer | undefined;
  }

  async function addSaved(
    vault: Vault,
    file: SegmentedFile,
    { parts, state }: Progress,
    plain: Buffer,
  ): Promise<Progress> {
    const intake = vault.beginSegment(file, parts, { state });
    await intake.write([Buffer.from(plain)]);
    const { hashState, ...segment } = await finishSegment(intake);
    return { parts: [...parts, segment], state: hashState };
  }

  const none: Progress = { parts: [], state: undefined };

  test('continues in another process, after segments of any size', async () => {
    const { blobs, one, other } = openTwo();
    for (const sizes of [[10, large], [large, 1, large + 3], [63, 64, 65, 1], [large]]) {
      const file = one.beginSegmented();
      const plains = sizes.map((size) => randomBytes(size));
      let progress = none;
      for (const [at, plain] of plains.entries()) {
        progress = await addSaved(at % 2 === 0 ? one : other, file, progress, plain);
      }
      const last = plains.length % 2 === 0 ? other : one;
      const finished = last.bindSegments(file, progress.parts);
      assert.deepEqual(finished?.sha256, sha256(...plains), `of ${sizes.join(', ')}`);
      assert.equal(blobs.reads, 0);
    }
  });

  test('continues after a segment that was discarded', async () => {
    const { one } = openTwo();
    const file = one.beginSegmented();
    const [first, second] = [randomBytes(large), randomBytes(large)];
    const begun = await addSaved(one, file, none, first);
    const failing = one.beginSegment(file, begun.parts, begun);
    await failing.write([randomBytes(large)]);
    await failing.discard();
    const { parts } = await addSaved(one, file, begun, second);
    assert.deepEqual(one.bindSegments(file, parts)?.sha256, sha256(first, second));
  });

  test('is ignored after another segment, for another file, and when it was changed', async () => {
    const { one, other } = openTwo();
    const [file, foreign] = [one.beginSegmented(), one.beginSegmented()];
    const [first, second] = [randomBytes(large), randomBytes(large)];
    const begun = await addSaved(one, file, none, first);
    const elsewhere = await addSaved(one, foreign, none, first);
    const grown = await addSaved(one, file, begun, second);
    assert.ok(begun.state);
    const changed = Buffer.from(begun.state);
    changed[40] = (changed[40] ?? 0) ^ 1;
    for (const { parts, state } of [
      { parts: begun.parts, state: elsewhere.state },
      { parts: begun.parts, state: changed },
      { parts: begun.parts, state: Buffer.alloc(3) },
      { parts: grown.parts, state: begun.state },
    ]) {
      const next = await addSaved(other, file, { parts, state }, second);
      assert.equal(next.state, undefined);
      assert.equal(other.bindSegments(file, next.parts), undefined);
    }
  });

  test('shows no plaintext', async () => {
    const { one } = openTwo();
    const plain = Buffer.from('forty bytes that wait for the next block');
    const { state } = await addSaved(one, one.beginSegmented(), none, plain);
    assert.ok(state && !state.includes('forty') && !state.includes('block'));
  });
});

test('a hash that another version saved returns no digest', async () => {
  const pool = createThreadedCipherPool({ threads: 1, savesHashes: true });
  const keying = { installId: 'i', fileId: 'f', segment: 1, fileKey: randomBytes(32) };
  const stream = pool
    .startHash({ saved: Buffer.from('another version') })
    .sealStream({ ...keying, salt: randomBytes(24) });
  const memory = new Uint8Array(1000);
  const { sha256: digest, hashState } = await stream.seal({ memory, plainBytes: 5, isLast: true });
  assert.deepEqual([digest, hashState], [undefined, undefined]);
  await pool.close();
});

test('a pool that saves no hashes refuses to continue one', async () => {
  const pool = createThreadedCipherPool({ threads: 1 });
  assert.throws(() => pool.startHash({ saved: Buffer.alloc(116) }), /saves no hashes/);
  await pool.close();
});
