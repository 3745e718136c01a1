import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { MemoryBlobStore } from '../../blobs/memory/memory-blob-store.ts';
import { largeBufferBytes } from '../crypto/sealer.ts';
import { ByteBudget } from '../../domain/transfers/transfer-memory.ts';
import type { FileIntake } from '../../domain/ports/vault.ts';
import { makeVault } from './vault-fixture.ts';
import { finishFile } from '../../testing/finished.ts';

const manyTurns = 50;
/** A little more than a large buffer takes. */
const roomForOne = 1.1 * largeBufferBytes;

/** A store in which no byte arrives before `open` is called. */
function blockedStore() {
  const gate = Promise.withResolvers<undefined>();
  const blobs = new MemoryBlobStore();
  const create = blobs.create.bind(blobs);
  blobs.create = async (key) => {
    await gate.promise;
    return create(key);
  };
  const open = () => {
    gate.resolve(undefined);
  };
  return { blobs, open };
}

/** Passes buffer after buffer until one is not accepted; returns how many were, and the one that waits. */
async function fillUp(intake: FileIntake): Promise<{ taken: number; waiting: Promise<void> }> {
  for (let taken = 0; ; taken += 1) {
    const waiting = intake.write([Buffer.alloc(largeBufferBytes)]);
    const isTaken = await Promise.race([waiting.then(() => true), isStillQuiet()]);
    if (!isTaken) return { taken, waiting };
  }
}

/** Nothing here takes time: what did not happen in so many turns waits for the store. */
async function isStillQuiet(): Promise<false> {
  for (let turn = 0; turn < manyTurns; turn += 1) await nextTurn();
  return false;
}

test('a store that takes nothing holds senders back, the sooner the more blobs come in', async () => {
  const { blobs, open } = blockedStore();
  const vault = makeVault(blobs, 'install', { work: new ByteBudget(12 * roomForOne) });
  const alone = vault.begin();
  const first = await fillUp(alone);
  assert.equal(first.taken, 2);

  const others = Array.from({ length: 7 }, () => vault.begin());
  const filled = [first];
  for (const intake of others) filled.push(await fillUp(intake));
  assert.deepEqual(
    filled.map(({ taken }) => taken),
    [2, 1, 1, 1, 0, 0, 0, 0],
  );

  open();
  await Promise.all(filled.map(({ waiting }) => waiting));
  const finished = await Promise.all([alone, ...others].map((intake) => finishFile(intake)));
  const buffers = finished.map(({ sizeBytes }) => sizeBytes / largeBufferBytes);
  assert.deepEqual(
    buffers,
    filled.map(({ taken }) => taken + 1),
  );
});
