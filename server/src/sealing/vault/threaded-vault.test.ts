import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, describe, test } from 'node:test';

import { MemoryBlobStore } from '../../blobs/memory/memory-blob-store.ts';
import { IntegrityError } from '../crypto/sealed-format.ts';
import type { BlobStore } from '../../domain/ports/blob-store.ts';
import { createSealedVault } from './sealed-vault.ts';
import { chunk, put, readBlob, take } from './vault-fixture.ts';
import { createThreadedCipherPool } from '../cipher-pool/threaded-cipher-pool.ts';
import type { CipherPool } from '../cipher-pool/cipher-pool.ts';
import { finishFile } from '../../testing/finished.ts';

function vaultOn(blobs: BlobStore, cipherPool: CipherPool) {
  return createSealedVault({
    blobs,
    cipherPool,
    installId: 'install',
    randomness: { bytes: randomBytes },
  });
}

describe('a vault with a cipher pool of threads', () => {
  const cipherPool = createThreadedCipherPool({ threads: 2 });
  after(() => cipherPool.close());

  test('keeps several large files at a time, whole and in any part', async () => {
    const vault = vaultOn(new MemoryBlobStore(), cipherPool);
    const plains = [9, 17, 26].map((chunks) => randomBytes(chunks * chunk + chunks));
    const files = await Promise.all(plains.map((plain) => put(vault, plain, 100_000)));
    for (const [at, file] of files.entries()) {
      const plain = plains[at] ?? Buffer.alloc(0);
      assert.deepEqual(file.sha256, createHash('sha256').update(plain).digest());
      assert.ok((await take(vault, file)).equals(plain));
      const [start, end] = [chunk - 1, plain.length - 1];
      assert.ok((await take(vault, file, start, end)).equals(plain.subarray(start, end)));
    }
  });

  test('hands out nothing of a changed chunk, and what came before it', async () => {
    const blobs = new MemoryBlobStore();
    const vault = vaultOn(blobs, cipherPool);
    const file = await put(vault, randomBytes(12 * chunk));
    const sealed = await readBlob(blobs, file.id);
    const at = 64 + 6 * (chunk + 16);
    sealed.writeUInt8(sealed.readUInt8(at) ^ 1, at);
    await blobs.delete(file.id);
    const writer = await blobs.create(file.id);
    await writer.write([sealed]);
    await writer.commit();
    let received = 0;
    const readAll = async () => {
      for await (const piece of vault.read(file, 0, file.sizeBytes)) received += piece.length;
    };
    await assert.rejects(readAll(), IntegrityError);
    assert.equal(received, 6 * chunk);
  });

  test('fails a file whose thread dies, and leaves nothing of it behind', async () => {
    const dying =
      'import { parentPort } from "node:worker_threads"; parentPort.on("message", () => process.exit(1));';
    const program = new URL(`data:text/javascript,${encodeURIComponent(dying)}`);
    const deathTrap = createThreadedCipherPool({ threads: 1, program });
    const blobs = new MemoryBlobStore();
    const intake = vaultOn(blobs, deathTrap).begin();
    const writeMuch = async () => {
      for (let pieces = 0; pieces < 100; pieces += 1) await intake.write([randomBytes(chunk)]);
    };
    await assert.rejects(writeMuch(), /The thread valise-cipher has ended/);
    await assert.rejects(finishFile(intake), /takes no more bytes/);
    await intake.discard();
    assert.deepEqual(await Array.fromAsync(blobs.list()), []);
    assert.equal(await blobs.sweepAbandoned(1), 0);
    await deathTrap.close();
  });
});
