import assert from 'node:assert/strict';
import crypto, { randomBytes } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { after, before, test } from 'node:test';

import { MemoryBlobStore } from '../../blobs/memory/memory-blob-store.ts';
import { bufferMemoryBytes, chunkBytes, createInPlaceSealer } from '../crypto/sealer.ts';
import type { AccountId, FileId } from '../../domain/model/ids.ts';
import { newId } from '../../domain/model/ids.ts';
import { createMemoryKeyRing } from '../../key-ring/key-ring.ts';
import { createSealedVault } from './sealed-vault.ts';
import { finishFile } from '../../testing/finished.ts';

const randomness = { bytes: randomBytes };
const original = crypto.createCipheriv;
const used: string[] = [];

// The ciphers are real; their parameters are recorded.
before(() => {
  const recording = (...parameters: Parameters<typeof original>) => {
    const [, key, nonce] = parameters;
    assert.ok(Buffer.isBuffer(key) && Buffer.isBuffer(nonce));
    used.push(`${key.toString('hex')} ${nonce.toString('hex')}`);
    return original(...parameters);
  };
  Object.assign(crypto, { createCipheriv: recording });
  syncBuiltinESMExports();
});

after(() => {
  Object.assign(crypto, { createCipheriv: original });
  syncBuiltinESMExports();
});

test('no key and nonce are used together twice', async () => {
  const fileKey = randomBytes(32);
  const plainBytes = 2 * chunkBytes;
  const memory = new Uint8Array(bufferMemoryBytes(plainBytes));
  for (let attempt = 0; attempt < 200; attempt += 1) {
    // The worst a retried upload could do: one key, one file, one segment, other bytes.
    const context = { fileKey, installId: 'install', fileId: 'file', segment: attempt % 2 };
    const seal = createInPlaceSealer({ ...context, salt: randomBytes(24) });
    seal({ memory, plainBytes, isLast: false });
    seal({ memory, plainBytes, isLast: true });
  }

  const vault = createSealedVault({ blobs: new MemoryBlobStore(), installId: 'i', randomness });
  const ring = createMemoryKeyRing(randomness);
  const bucket = await ring.ensure('tray-2026-11-15');
  for (let upload = 0; upload < 100; upload += 1) {
    const intake = vault.begin();
    await intake.write([Buffer.from('the same every time')]);
    const { id: fileId } = await finishFile(intake);
    const owner = { fileId, accountId: newId<AccountId>(randomness) };
    bucket.wrap(fileKey, owner);
    bucket.wrap(fileKey, { ...owner, fileId: 'same' as FileId });
  }

  assert.equal(used.length, 200 * 5 + 100 + 200);
  assert.equal(new Set(used).size, used.length);
});
