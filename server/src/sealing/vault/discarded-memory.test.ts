import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MemoryBlobStore } from '../../blobs/memory/memory-blob-store.ts';
import { systemRandomness as randomness } from '../../platform/system.ts';
import { createSealedVault } from './sealed-vault.ts';
import { makeVault, take } from './vault-fixture.ts';
import { createThreadedCipherPool } from '../cipher-pool/threaded-cipher-pool.ts';
import { finishFile } from '../../testing/finished.ts';

const cipherPool = createThreadedCipherPool({ threads: 1 });
after(() => cipherPool.close());

const vaults = {
  'in the thread that asks': () => makeVault(new MemoryBlobStore(), 'install'),
  'in threads': () =>
    createSealedVault({
      blobs: new MemoryBlobStore(),
      installId: 'install',
      randomness,
      cipherPool,
    }),
};

for (const [where, makeOne] of Object.entries(vaults)) {
  for (const sizeBytes of [1000, 3_000_000]) {
    test(`memory of ${sizeBytes} bytes that were finished and discarded is lent once, ${where}`, async () => {
      const vault = makeOne();
      const refused = vault.begin();
      await refused.write([Buffer.alloc(sizeBytes, 'r')]);
      await finishFile(refused);
      await refused.discard();
      await refused.discard();

      const intakes = Array.from('abcd', (letter) => ({ letter, intake: vault.begin() }));
      for (const { letter, intake } of intakes) {
        await intake.write([Buffer.alloc(sizeBytes, letter)]);
      }
      for (const { letter, intake } of intakes) {
        const read = await take(vault, await finishFile(intake));
        assert.ok(read.equals(Buffer.alloc(sizeBytes, letter)), letter);
      }
    });
  }
}
