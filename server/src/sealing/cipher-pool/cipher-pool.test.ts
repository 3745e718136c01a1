import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe, test } from 'node:test';

import { IntegrityError } from '../crypto/sealed-format.ts';
import { createInPlaceSealer, largeBufferBytes } from '../crypto/sealer.ts';
import { sealWhole } from '../crypto/vectors/whole-file.ts';
import { ByteBudget } from '../../domain/transfers/transfer-memory.ts';
import { SealBuffer, BufferPool } from '../vault/buffer-pool.ts';
import { checkCipherPool } from './check-cipher-pool.ts';
import { inlineCipherPool } from './cipher-pool.ts';
import { createThreadedCipherPool } from './threaded-cipher-pool.ts';
import type { CipherPool } from './cipher-pool.ts';

const context = { installId: 'install', fileId: 'file', segment: 0 };
const header = 64;
const sealedChunk = 2 ** 18 + 16;

function newBuffer(precedingBytes: number, isSmall: boolean): SealBuffer {
  const memory = new BufferPool(new ByteBudget(isSmall ? 0 : Infinity)).forBlob();
  return new SealBuffer(memory.findLarge(false) ?? memory.takeSmall(), precedingBytes);
}

function makeOptions() {
  return { ...context, fileKey: randomBytes(32), salt: randomBytes(24) };
}

/** `isSmall` says which buffers are small, by their number. */
async function sealAll(
  cipherPool: CipherPool,
  options: ReturnType<typeof makeOptions>,
  plain: Buffer,
  isSmall: (buffer: number) => boolean = () => false,
) {
  const hash = cipherPool.startHash();
  const sealing = hash.sealStream(options);
  const buffers = [];
  let filling = newBuffer(0, isSmall(0));
  let precedingBytes = 0;
  let rest = filling.fill(plain);
  for (; filling.isFull; rest = filling.fill(rest)) {
    buffers.push(sealing.seal({ ...filling.filled(), isLast: false }));
    precedingBytes += filling.capacity;
    filling = newBuffer(precedingBytes, isSmall(buffers.length));
  }
  buffers.push(sealing.seal({ ...filling.filled(), isLast: true }));
  const done = await Promise.all(buffers);
  sealing.end();
  hash.forget();
  return {
    sealed: Buffer.concat(done.map(({ sealed }) => sealed)),
    sha256: done.at(-1)?.sha256,
  };
}

function run(sealed: Buffer, from: number, to: number, isLast: boolean) {
  const bytes = sealed.subarray(header + from * sealedChunk, header + to * sealedChunk);
  return { firstIndex: from, sealed: Buffer.from(Uint8Array.from(bytes).buffer), isLast };
}

async function assertFails(promise: Promise<unknown>): Promise<Error> {
  const [outcome] = await Promise.allSettled([promise]);
  assert.ok(outcome.status === 'rejected' && outcome.reason instanceof Error);
  return outcome.reason;
}

test('a cipher pool that can seal and open a megabyte passes its check', async () => {
  const cipherPool = createThreadedCipherPool({ threads: 1 });
  await checkCipherPool(cipherPool, { bytes: randomBytes });
  await cipherPool.close();
  await checkCipherPool(inlineCipherPool, { bytes: randomBytes });
});

test('one whose threads die as they start does not', async () => {
  const dying = 'throw new Error("uv_os_setpriority returned EPERM")';
  const program = new URL(`data:text/javascript,${encodeURIComponent(dying)}`);
  const cipherPool = createThreadedCipherPool({ threads: 1, program });
  await assertFails(checkCipherPool(cipherPool, { bytes: randomBytes }));
  await cipherPool.close();
});

test('one that seals but cannot open, or opens to other bytes, does not', async () => {
  const opened = { plain: Buffer.alloc(1_000_000), damage: undefined };
  for (const [open, reason] of [
    [() => Promise.resolve({ ...opened, damage: new IntegrityError('damaged') }), /damaged/],
    [() => Promise.resolve(opened), /not what was sealed/],
  ] as const) {
    const faulty: CipherPool = {
      ...inlineCipherPool,
      openStream: () => ({ open, end: () => undefined }),
    };
    assert.match(
      (await assertFails(checkCipherPool(faulty, { bytes: randomBytes }))).message,
      reason,
    );
  }
});

for (const [name, open] of [
  ['inline', () => inlineCipherPool],
  ['threaded', () => createThreadedCipherPool({ threads: 2 })],
] as const) {
  describe(`the ${name} cipher pool`, () => {
    test('seals to the very bytes of the format, whatever the length, and hashes them', async () => {
      const cipherPool = open();
      for (const size of [0, 1, 2 ** 18, largeBufferBytes - 1, largeBufferBytes, 3_000_001]) {
        const options = makeOptions();
        const plain = randomBytes(size);
        const expected = sealWhole(options, plain);
        const { sealed, sha256 } = await sealAll(cipherPool, options, plain);
        assert.ok(sealed.equals(expected), `${size} bytes`);
        assert.deepEqual(sha256, createHash('sha256').update(plain).digest());
      }
      await cipherPool.close();
    });

    test('small buffers, and large ones that follow them, seal to the same bytes', async () => {
      const cipherPool = open();
      const mixtures = [
        () => true,
        (buffer: number) => buffer < 3,
        (buffer: number) => buffer % 2 === 0,
        (buffer: number) => buffer === 1,
      ];
      for (const size of [1, 2 ** 16, 2 ** 18, 3 * 2 ** 16 + largeBufferBytes - 1, 3_000_001]) {
        for (const isSmall of mixtures) {
          const options = makeOptions();
          const plain = randomBytes(size);
          const expected = sealWhole(options, plain);
          const { sealed, sha256 } = await sealAll(cipherPool, options, plain, isSmall);
          assert.ok(sealed.equals(expected), `${size} bytes`);
          assert.deepEqual(sha256, createHash('sha256').update(plain).digest());
        }
      }
      await cipherPool.close();
    });

    test('opens what was sealed, and stops at what was changed', async () => {
      const cipherPool = open();
      const options = makeOptions();
      const plain = randomBytes(3 * 2 ** 18 + 5);
      const { sealed } = await sealAll(cipherPool, options, plain);
      const opening = cipherPool.openStream({ ...options, header: sealed.subarray(0, header) });
      const [first, rest] = await Promise.all([
        opening.open(run(sealed, 0, 2, false)),
        opening.open(run(sealed, 2, 4, true)),
      ]);
      assert.ok(Buffer.concat([first.plain, rest.plain]).equals(plain));

      sealed.writeUInt8(sealed.readUInt8(header + sealedChunk) ^ 1, header + sealedChunk);
      const { plain: good, damage } = await opening.open(run(sealed, 0, 4, true));
      assert.ok(good.equals(plain.subarray(0, 2 ** 18)));
      assert.equal(damage?.name, 'IntegrityError');
      opening.end();
      await cipherPool.close();
    });
  });
}

describe('the threads of a cipher pool', () => {
  test('leave the keys of who asks alone, and take none of their neighbours along', async () => {
    const cipherPool = createThreadedCipherPool({ threads: 1 });
    const neighbours = randomBytes(4096);
    const fileKey = neighbours.subarray(1000, 1032);
    const options = { ...makeOptions(), fileKey };
    const before = Buffer.from(neighbours);
    const { sealed } = await sealAll(cipherPool, options, randomBytes(10));
    assert.deepEqual(neighbours, before);
    const here = createInPlaceSealer({ ...options, fileKey: Buffer.from(fileKey) });
    assert.deepEqual(
      Buffer.from(
        here({ ...newBuffer(0, false).filled(), isLast: true }).sealed.subarray(0, header),
      ),
      sealed.subarray(0, header),
    );
    await cipherPool.close();
  });

  test('that one refuses fails the segment alone', async () => {
    const cipherPool = createThreadedCipherPool({ threads: 1 });
    const weak = { ...makeOptions(), fileKey: randomBytes(16) };
    await assert.rejects(sealAll(cipherPool, weak, Buffer.alloc(1)), /A file key must be 32 bytes/);
    assert.ok((await sealAll(cipherPool, makeOptions(), Buffer.alloc(1))).sha256);
    await cipherPool.close();
  });

  test('one that dies fails what it had, and is replaced', async () => {
    const dying = `
      import { parentPort, threadId } from 'node:worker_threads';
      parentPort.on('message', () => { throw new Error('death of ' + threadId); });
    `;
    const program = new URL(`data:text/javascript,${encodeURIComponent(dying)}`);
    const cipherPool = createThreadedCipherPool({ threads: 1, program });
    const deaths = new Set<string>();
    for (let segment = 0; segment < 2; segment += 1) {
      const sealing = cipherPool.sealStream(makeOptions());
      const failed = await assertFails(
        sealing.seal({ ...newBuffer(0, false).filled(), isLast: false }),
      );
      assert.equal(failed.message, 'The thread valise-cipher has ended');
      // Later ones get the same fault at once.
      assert.equal(
        await assertFails(sealing.seal({ ...newBuffer(0, false).filled(), isLast: true })),
        failed,
      );
      sealing.end();
      deaths.add(String(failed.cause));
    }
    assert.equal(deaths.size, 2);
    await cipherPool.close();
  });

  test('a closed cipher pool starts nothing', async () => {
    const cipherPool = createThreadedCipherPool({ threads: 1 });
    await cipherPool.close();
    assert.throws(() => cipherPool.sealStream(makeOptions()), /closed/);
  });
});
