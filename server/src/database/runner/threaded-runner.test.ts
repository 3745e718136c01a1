import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { test } from 'node:test';
import type { AccountId } from '../../domain/model/ids.ts';
import type { FinishedFile, Vault } from '../../domain/ports/vault.ts';
import type { TrayAddition } from '../../domain/tray/commands.ts';
import { addToTray } from '../../domain/tray/commands.ts';
import { largeBufferBytes } from '../../sealing/crypto/sealer.ts';
import { put, take } from '../../sealing/vault/vault-fixture.ts';
import { idFor } from '../../testing/samples.ts';
import { countUp, writeNote } from './command-runner.conformance.ts';
import { conformanceProgram, deadlyProgram, openRunners, readTrail } from './runner-fixture.ts';
import type { FileIntake } from '../../domain/ports/vault.ts';
import { finishFile } from '../../testing/finished.ts';

const wrappedKey = Buffer.alloc(82, 'k');

function additionOf(accountId: AccountId, name: string, file: FinishedFile): TrayAddition {
  const { id, sizeBytes, sha256, store } = file;
  return {
    accountId,
    actor: { name: 'alice@example.com', source: '127.0.0.1', requestId: name },
    keyBucket: 'tray-2026-11-15',
    files: [{ id, name, mediaType: 'text/plain', sizeBytes, sha256, store, wrappedKey }],
    settingBytes: 1_000_000,
  };
}

async function putAdditions(vault: Vault, accountId: AccountId, names: readonly string[]) {
  return await Promise.all(
    names.map(async (name) => additionOf(accountId, name, await put(vault, Buffer.from(name)))),
  );
}

test('files that are added at the same time are in the tray, and in the audit trail', async (t) => {
  const { database, threaded, vault, account } = await openRunners(t);
  const names = ['a', 'b', 'c', 'd'];
  const additions = await putAdditions(vault, account.id, names);
  await Promise.all(additions.map((addition) => threaded.run(addToTray, addition)));
  const tray = await database.files.listTray(account.id);
  for (const { files } of additions) {
    const [file = assert.fail()] = files;
    const found = tray.find(({ id }) => id === file.id);
    assert.deepEqual({ ...found, ...file, keyBucket: 'tray-2026-11-15' }, found);
  }
  const actions = (await readTrail(database)).map(({ action }) => action);
  assert.deepEqual(actions, Array(4).fill('file.uploaded'));
});

test('refused files do not affect others', async (t) => {
  const { database, blobs, threaded, vault, account } = await openRunners(t);
  const [small = assert.fail(), foreign = assert.fail(), lost = assert.fail()] = await putAdditions(
    vault,
    account.id,
    ['small', 'foreign', 'lost'],
  );
  const large = additionOf(account.id, 'large', await put(vault, randomBytes(1_000_001)));
  for (const { id } of lost.files) await blobs.delete(id);
  const stranger = idFor<AccountId>('nobody');
  await Promise.all([
    assert.rejects(threaded.run(addToTray, large), { code: 'too_large' }),
    assert.rejects(threaded.run(addToTray, { ...foreign, accountId: stranger }), {
      code: 'unauthorized',
    }),
    assert.rejects(threaded.run(addToTray, lost), { code: 'unavailable' }),
    threaded.run(addToTray, small),
  ]);
  const tray = await database.files.listTray(account.id);
  assert.deepEqual(
    tray.map(({ name }) => name),
    ['small'],
  );
});

test('small files of any length come back as they were, many at a time', async (t) => {
  const { vault } = await openRunners(t);
  const sizes = [0, 1, 65_536, 2 ** 18, 2 ** 18 + 1, largeBufferBytes - 1, largeBufferBytes];
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

function unsealedBlob() {
  const memory = new Uint8Array(new ArrayBuffer(10_000)).fill(7);
  return {
    blobKey: idFor('blob'),
    keying: {
      fileKey: randomBytes(32),
      salt: randomBytes(24),
      installId: 'install',
      fileId: idFor('file'),
      segment: 0,
    },
    buffer: { memory, plainBytes: 5000, isLast: true },
  } as const;
}

test('the memory of a stored blob comes back without its plaintext', async (t) => {
  const { threaded } = await openRunners(t);
  const blob = unsealedBlob();
  const stored = await threaded.sealAndPut(blob);
  assert.equal(blob.buffer.memory.length, 0, 'it was transferred');
  assert.ok(!Buffer.from(stored).subarray(0, 5000).includes(Buffer.alloc(16, 7)));
});

test('a command is not run when its blob could not be stored, even where there are bytes under its key', async (t) => {
  const { threaded, blobs, database } = await openRunners(t, conformanceProgram);
  await threaded.sealAndPut(unsealedBlob());
  const failed = threaded.sealAndPut(unsealedBlob());
  const note = { name: 'a', text: Buffer.from('text'), blobKeys: [idFor('blob')] };
  const [command, again] = await Promise.allSettled([threaded.run(writeNote, note), failed]);
  assert.deepEqual([command.status, again.status], ['rejected', 'rejected']);
  await assert.rejects(
    threaded.run(writeNote, note),
    /exists already/,
    'when it arrives late, too',
  );
  assert.ok((await blobs.findSize(idFor('blob'))) !== undefined);
  assert.deepEqual(await readTrail(database), []);
});

test('a file that is discarded leaves nothing, whether it is stored, on its way or not finished', async (t) => {
  const { vault, blobs } = await openRunners(t);
  for (const end of [finishFile, (intake: FileIntake) => intake.submit(), () => undefined]) {
    const intake = vault.begin();
    await intake.write([Buffer.from('unwanted')]);
    await end(intake);
    await intake.discard();
    assert.deepEqual(await Array.fromAsync(blobs.list()), []);
  }
});

test('an error of the disk is the same as without a thread', async (t) => {
  const { vault, blobDir } = await openRunners(t);
  await rm(blobDir, { recursive: true });
  await assert.rejects(put(vault, Buffer.from('homeless')), {
    name: 'ValiseError',
    code: 'unavailable',
    retryAfterSeconds: 30,
    cause: /ENOENT/,
  });
});

test('a thread that dies fails the blobs it had, and the next blob gets another thread', async (t) => {
  const { vault, blobDir } = await openRunners(t, deadlyProgram);
  const deaths = new Set<string>();
  for (let blob = 0; blob < 2; blob += 1) {
    const [failed] = await Promise.allSettled([put(vault, Buffer.from('lost'))]);
    assert.ok(failed.status === 'rejected' && failed.reason instanceof Error);
    assert.equal(failed.reason.message, 'The thread valise-writer has ended');
    deaths.add(String(failed.reason.cause));
  }
  assert.equal(deaths.size, 2);
  assert.deepEqual(await readdir(blobDir), ['incoming']);
});

test('the outcome of a command is unknown when the thread dies, and the next gets another thread', async (t) => {
  const { threaded } = await openRunners(t, deadlyProgram);
  const deaths = new Set<string>();
  for (const name of ['a', 'b']) {
    const [failed] = await Promise.allSettled([threaded.run(countUp, { name })]);
    assert.ok(failed.status === 'rejected' && failed.reason instanceof Error);
    assert.equal(failed.reason.name, 'OutcomeUnknown');
    assert.ok(failed.reason.cause instanceof Error);
    deaths.add(String(failed.reason.cause.cause));
  }
  assert.equal(deaths.size, 2);
});

test('a command whose blobs were lost with another thread is not run', async (t) => {
  const { threaded, vault } = await openRunners(t, deadlyProgram);
  const { stored } = await vault.begin().submit();
  const [lost] = await Promise.allSettled([stored]);
  assert.ok(lost.status === 'rejected');
  await assert.rejects(threaded.run(countUp, { name: 'a' }, stored), lost.reason as Error);
});

test('a command that the thread does not know fails', async (t) => {
  const { threaded } = await openRunners(t);
  await assert.rejects(threaded.run(countUp, { name: 'a' }), /no command "countUp"/);
});

test('a runner that is closed takes no task', async (t) => {
  const { threaded, vault } = await openRunners(t);
  await threaded.check();
  await threaded.close();
  await assert.rejects(put(vault, Buffer.from('late')), /The runner is closed/);
  await assert.rejects(threaded.run(countUp, { name: 'a' }), /The runner is closed/);
});
