import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';

import { MemoryBlobStore } from '../../blobs/memory/memory-blob-store.ts';
import { IntegrityError } from '../crypto/sealed-format.ts';
import { createSealedVault } from './sealed-vault.ts';
import { chunk, makeVault, put, take } from './vault-fixture.ts';

/** A store whose answers are damaged on the way as often as `faults` says; what it stores stays whole. */
class DamagingStore extends MemoryBlobStore {
  faults = 0;

  override async *read(key: string, start: number, end: number): AsyncGenerator<Uint8Array> {
    for await (const piece of super.read(key, start, end)) {
      if (this.faults > 0) {
        this.faults -= 1;
        piece[piece.length - 1] = (piece.at(-1) ?? 0) ^ 1;
      }
      yield piece;
    }
  }
}

async function prepare() {
  const blobs = new DamagingStore();
  const plain = randomBytes(5 * chunk + 7);
  const file = await put(makeVault(blobs), plain);
  let damageFound = 0;
  const vault = createSealedVault({
    blobs,
    installId: 'install',
    randomness: { bytes: randomBytes },
    onDamage: () => {
      damageFound += 1;
    },
  });
  return { blobs, plain, file, vault, damageFound: () => damageFound };
}

test('bytes that were damaged on the way are read again, and are no damage of the file', async () => {
  for (const range of [
    [0, 5 * chunk + 7],
    [chunk + 5, 3 * chunk],
  ] as const) {
    const { blobs, plain, file, vault, damageFound } = await prepare();
    blobs.faults = 1;
    assert.ok((await take(vault, file, ...range)).equals(plain.subarray(...range)));
    assert.equal(blobs.faults, 0);
    assert.equal(damageFound(), 0);
  }
});

test('bytes that fail their check twice at the same place are damage, told once', async () => {
  const { blobs, file, vault, damageFound } = await prepare();
  blobs.faults = 100;
  await assert.rejects(take(vault, file), IntegrityError);
  assert.equal(damageFound(), 1);
  assert.ok(blobs.faults > 90, 'it is not read for ever');
});

test('missing bytes are not looked for twice', async () => {
  const { blobs, file, vault, damageFound } = await prepare();
  await blobs.delete(file.id);
  await assert.rejects(take(vault, file), IntegrityError);
  assert.equal(damageFound(), 1);
});
