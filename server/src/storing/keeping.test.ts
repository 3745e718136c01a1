import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { test } from 'node:test';
import { largeLoadBytes } from '../sealing/crypto/sealer.ts';
import { put, take } from '../sealing/vault/vault-fixture.ts';
import { deadlyProgram, openStoring } from './storing-fixture.ts';

test('small files of any length come back as they were, many at a time', async (t) => {
  const { vault } = await openStoring(t);
  const sizes = [0, 1, 65_536, 2 ** 18, 2 ** 18 + 1, largeLoadBytes - 1, largeLoadBytes];
  await Promise.all(
    [...sizes, ...sizes, ...sizes].map(async (size) => {
      const plain = randomBytes(size);
      const file = await put(vault, plain);
      assert.equal(file.sizeBytes, size);
      assert.deepEqual(file.sha256, createHash('sha256').update(plain).digest());
      assert.ok((await take(vault, file)).equals(plain), `${size} bytes`);
    }),
  );
});

test('a file that is discarded leaves nothing, whether it was finished or not', async (t) => {
  const { vault, blobs } = await openStoring(t);
  for (const isFinished of [true, false]) {
    const intake = vault.begin();
    await intake.write([Buffer.from('unwanted')]);
    if (isFinished) await intake.finish();
    await intake.discard();
    assert.deepEqual(await Array.fromAsync(blobs.list()), []);
  }
});

test('what is wrong with the disk is told as it would be without a thread', async (t) => {
  const { vault, blobDir } = await openStoring(t);
  await rm(blobDir, { recursive: true });
  await assert.rejects(put(vault, Buffer.from('homeless')), {
    name: 'ValiseError',
    code: 'unavailable',
    retryAfterSeconds: 30,
    cause: /ENOENT/,
  });
});

test('a thread that dies fails what it had, and the next blob gets another', async (t) => {
  const { vault, blobDir } = await openStoring(t, deadlyProgram);
  const deaths = new Set<string>();
  for (let blob = 0; blob < 2; blob += 1) {
    const [failed] = await Promise.allSettled([put(vault, Buffer.from('lost'))]);
    assert.ok(failed.status === 'rejected' && failed.reason instanceof Error);
    assert.equal(failed.reason.message, 'The thread valise-storing has ended');
    deaths.add(String(failed.reason.cause));
  }
  assert.equal(deaths.size, 2);
  assert.deepEqual(await readdir(blobDir), ['incoming']);
});

test('nothing is kept once it is closed', async (t) => {
  const { vault, storing } = await openStoring(t);
  await storing.close();
  await assert.rejects(put(vault, Buffer.from('late')), /Storing has ended/);
});
