import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import {
  IntegrityError,
  headerBytes,
  maxChunks,
  sealedChunkSize,
  sealedSize,
  chunkNonce,
} from './sealed-format.ts';
import { createOpener } from './opener.ts';
import { bufferMemoryBytes, createInPlaceSealer } from './sealer.ts';
import { seededRandomness } from './vectors/seeded-randomness.ts';
import { openWhole, sealWhole } from './vectors/whole-file.ts';

const chunkSizeLog2 = 12;
const chunkBytes = 2 ** chunkSizeLog2;

function makeOptions(seed: string) {
  const randomness = seededRandomness(seed);
  return {
    randomness,
    fileKey: randomness.bytes(32),
    installId: 'install',
    fileId: 'file',
    segment: 0,
    salt: randomness.bytes(24),
    chunkSizeLog2,
  };
}

describe('sealer', () => {
  test('closes a plaintext of whole chunks with a chunk of nothing but its tag', () => {
    const options = makeOptions('whole');
    const sealed = sealWhole(options, Buffer.alloc(3 * chunkBytes));
    assert.equal(sealed.length, headerBytes + 3 * sealedChunkSize(chunkSizeLog2) + 16);
    assert.equal(openWhole(options, sealed).length, 3 * chunkBytes);
  });

  test('refuses everything after the end', () => {
    const seal = createInPlaceSealer(makeOptions('end'));
    const buffer = { memory: new Uint8Array(bufferMemoryBytes(4)), isLast: true };
    seal({ ...buffer, plainBytes: 4 });
    for (const plainBytes of [0, 4]) {
      assert.throws(() => seal({ ...buffer, plainBytes }), /state/i);
    }
  });

  test('refuses short keys, short salts and foreign chunk sizes', () => {
    const options = makeOptions('refusals');
    const refused = [
      { ...options, fileKey: Buffer.alloc(31) },
      { ...options, salt: Buffer.alloc(23) },
      { ...options, chunkSizeLog2: 11 },
      { ...options, chunkSizeLog2: 21 },
      { ...options, chunkSizeLog2: 12.5 },
      { ...options, segment: -1 },
      { ...options, segment: 2 ** 32 },
    ];
    for (const wrong of refused) assert.throws(() => sealWhole(wrong, Buffer.alloc(0)), RangeError);
  });
});

describe('opener', () => {
  test('opens single chunks in any order, each only in its place', () => {
    const options = makeOptions('order');
    const plain = options.randomness.bytes(2 * chunkBytes + 5);
    const sealed = sealWhole(options, plain);
    const size = sealedChunkSize(chunkSizeLog2);
    const chunk = (index: number) =>
      sealed.subarray(headerBytes + index * size, headerBytes + (index + 1) * size);
    const opener = createOpener({ ...options, header: sealed.subarray(0, headerBytes) });
    assert.ok(opener.openChunk(2, chunk(2), true).equals(plain.subarray(2 * chunkBytes)));
    assert.ok(opener.openChunk(0, chunk(0), false).equals(plain.subarray(0, chunkBytes)));
    assert.throws(() => opener.openChunk(0, chunk(1), false), IntegrityError);
    assert.throws(() => opener.openChunk(1, chunk(1), true), IntegrityError);
    assert.throws(() => opener.openChunk(2, chunk(2), false), IntegrityError);
  });

  test('refuses a key shorter than 32 bytes', () => {
    const header = sealWhole(makeOptions('short'), Buffer.alloc(0)).subarray(0, headerBytes);
    const options = { ...makeOptions('short'), fileKey: Buffer.alloc(16), header };
    assert.throws(() => createOpener(options), RangeError);
  });
});

describe('the arithmetic of the format', () => {
  test('sizes are exact beyond 32 bits', () => {
    assert.equal(sealedSize(0), 80);
    assert.equal(sealedSize(2 ** 18), 2 ** 18 + 64 + 32);
    assert.equal(sealedSize(2 ** 40), 2 ** 40 + 64 + (2 ** 22 + 1) * 16);
  });

  test('the index is XORed big-endian into the end of the nonce, and has a bound', () => {
    const base = Buffer.from('000102030405060708ffffff', 'hex');
    assert.equal(chunkNonce(base, 0).toString('hex'), '000102030405060708ffffff');
    assert.equal(chunkNonce(base, 1).toString('hex'), '000102030405060708fffffe');
    assert.equal(chunkNonce(base, 0x80000001).toString('hex'), '000102030405060788fffffe');
    assert.equal(chunkNonce(base, maxChunks - 1).toString('hex'), '0001020304050607f7000000');
    for (const index of [-1, 0.5, maxChunks]) {
      assert.throws(() => chunkNonce(base, index), RangeError);
    }
  });
});
