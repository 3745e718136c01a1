import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { FileBlobStore } from '../blobs/file-blob-store.ts';
import { plainBytesPerLoad } from '../crypto/seal-in-place.ts';
import { systemClock } from '../system-clock.ts';
import { createSealedVault } from '../vault/sealed-vault.ts';
import { put, take } from '../vault/vault-fixture.ts';
import { createFiling } from './filing.ts';

async function openVault(context: TestContext, program?: string) {
  const parent = await mkdtemp(join(tmpdir(), 'valise-filing-'));
  const blobDir = join(parent, 'blobs');
  const blobs = await FileBlobStore.open(blobDir, systemClock);
  const url = program && new URL(`data:text/javascript,${encodeURIComponent(program)}`);
  const smallBlobs = url ? createFiling({ blobDir }, url) : createFiling({ blobDir });
  context.after(async () => {
    await smallBlobs.close();
    await rm(parent, { recursive: true });
  });
  const randomness = { bytes: randomBytes };
  const vault = createSealedVault({ blobs, installId: 'install', randomness, smallBlobs });
  return { vault, blobs, blobDir, smallBlobs };
}

test('small files of any length come back as they were, many at a time', async (t) => {
  const { vault } = await openVault(t);
  const sizes = [0, 1, 65_536, 2 ** 18, 2 ** 18 + 1, plainBytesPerLoad - 1, plainBytesPerLoad];
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
  const { vault, blobs } = await openVault(t);
  for (const isFinished of [true, false]) {
    const intake = vault.begin();
    await intake.write([Buffer.from('unwanted')]);
    if (isFinished) await intake.finish();
    await intake.discard();
    assert.deepEqual(await Array.fromAsync(blobs.list()), []);
  }
});

test('what is wrong with the disk is told as it would be without a thread', async (t) => {
  const { vault, blobDir } = await openVault(t);
  await rm(blobDir, { recursive: true });
  await assert.rejects(put(vault, Buffer.from('homeless')), {
    name: 'ValiseError',
    code: 'unavailable',
    retryAfterSeconds: 30,
    cause: /ENOENT/,
  });
});

test('a thread that dies fails what it had, and the next blob gets another', async (t) => {
  const { vault, blobDir } = await openVault(
    t,
    `import { parentPort, threadId } from 'node:worker_threads';
     parentPort.on('message', () => { throw new Error('death of ' + threadId); });`,
  );
  const deaths = new Set<string>();
  for (let blob = 0; blob < 2; blob += 1) {
    const [failed] = await Promise.allSettled([put(vault, Buffer.from('lost'))]);
    assert.ok(failed.status === 'rejected' && failed.reason instanceof Error);
    assert.equal(failed.reason.message, 'The thread valise-filing has ended');
    deaths.add(String(failed.reason.cause));
  }
  assert.equal(deaths.size, 2);
  assert.deepEqual(await readdir(blobDir), ['incoming']);
});

test('more threads help only where many blobs wait, and there are never more than four', async (t) => {
  const { vault } = await openVault(
    t,
    `import { parentPort, threadId } from 'node:worker_threads';
     const tickets = [];
     parentPort.on('message', ({ ticket }) => {
       tickets.push(ticket);
       if (tickets.length < 4) return;
       parentPort.postMessage(tickets.map((ticket) => ({ ticket, problem: 'thread ' + threadId })));
     });`,
  );
  async function threadsFor(blobs: number): Promise<number> {
    const all = Array.from({ length: blobs }, () => put(vault, Buffer.from('blob')));
    const failures = await Promise.allSettled(all);
    return new Set(failures.map((each) => each.status === 'rejected' && String(each.reason))).size;
  }
  assert.equal(await threadsFor(4), 1);
  assert.equal(await threadsFor(20), 4);
});

test('nothing is kept once it is closed', async (t) => {
  const { vault, smallBlobs } = await openVault(t);
  await smallBlobs.close();
  await assert.rejects(put(vault, Buffer.from('late')), /Filing has ended/);
});
