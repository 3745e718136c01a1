import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import type { BlobStore } from '../domain/ports/blob-store.ts';
import type { AccountId, FileId } from '../domain/model/ids.ts';
import { newId } from '../domain/model/ids.ts';
import type { HeldFileFacts, StoredFileFacts, TrayEntry } from '../domain/tray/tray-entrance.ts';
import type { Vault } from '../domain/ports/vault.ts';
import { systemRandomness as randomness } from '../platform/system-randomness.ts';
import { take } from '../sealing/vault/vault-fixture.ts';
import { deadlyProgram, openStoring, readTrail } from './storing-fixture.ts';

type Entering = StoredFileFacts | HeldFileFacts;

function entryOf(accountId: AccountId, ...files: Entering[]): TrayEntry {
  const actor = { name: 'alice@example.com', source: '127.0.0.1', requestId: 'request' };
  return { accountId, actor, keyBucket: 'tray-2026-11-15', files };
}

async function storedFile(blobs: BlobStore, name: string, sizeBytes = 3): Promise<StoredFileFacts> {
  const id = newId<FileId>(randomness);
  const writer = await blobs.create(id);
  await writer.write([Buffer.from('sealed')]);
  await writer.commit();
  return {
    id,
    name,
    mediaType: 'text/plain',
    sizeBytes,
    sha256: randomness.bytes(32),
    wrappedKey: randomness.bytes(82),
  };
}

async function heldFile(vault: Vault, name: string, plain: Buffer): Promise<HeldFileFacts> {
  const intake = vault.begin();
  await intake.write([Buffer.from(plain)]);
  const held = intake.hold() ?? assert.fail('It is too large.');
  const { id, sizeBytes } = held;
  const wrappedKey = randomness.bytes(82);
  return { id, name, mediaType: 'text/plain', sizeBytes, wrappedKey, held };
}

test('whoever enters is in the tray, byte for byte, and in the audit trail', async (t) => {
  const { database, blobs, storing, account } = await openStoring(t);
  const files = await Promise.all(['a', 'b', 'c', 'd'].map((name) => storedFile(blobs, name)));
  await Promise.all(files.map((file) => storing.enter(entryOf(account.id, file))));
  const tray = await database.files.listTray(account.id);
  for (const file of files) {
    const found = tray.find(({ id }) => id === file.id);
    assert.deepEqual({ ...found, ...file, keyBucket: 'tray-2026-11-15' }, found);
  }
  const actions = (await readTrail(database)).map(({ action }) => action);
  assert.deepEqual(actions, Array(4).fill('file.uploaded'));
});

test('what is held is stored with its rows, and its memory comes back sealed over', async (t) => {
  const { database, blobs, storing, vault, account } = await openStoring(t);
  const plains = [0, 1, 65_536, 1_000_000].map((size) => randomBytes(size));
  const given: ArrayBuffer[] = [];
  const files = await Promise.all(
    plains.map(async (plain, at) => {
      const file = await heldFile(vault, `${at}.bin`, plain);
      return { ...file, held: { ...file.held, release: (m: ArrayBuffer) => void given.push(m) } };
    }),
  );
  const [first, second, ...rest] = files;
  assert.ok(first && second);
  await Promise.all([
    storing.enter(entryOf(account.id, first, await storedFile(blobs, 'stored'), second)),
    ...rest.map((file) => storing.enter(entryOf(account.id, file))),
  ]);
  assert.equal((await database.files.listTray(account.id)).length, 5);
  for (const [at, plain] of plains.entries()) {
    const row = await database.files.findInTray(account.id, `${at}.bin`);
    assert.ok(row);
    const sha256 = createHash('sha256').update(plain).digest();
    assert.deepEqual(row.sha256, sha256);
    const { fileKey } = files[at]?.held ?? assert.fail();
    const read = await take(vault, { ...row, fileKey, sha256, segments: undefined });
    assert.ok(read.equals(plain));
  }
  assert.equal(given.length, plains.length);
  for (const plain of plains.filter(({ length }) => length > 100)) {
    const piece = plain.subarray(0, 32);
    assert.ok(given.every((memory) => !Buffer.from(memory).includes(piece)));
  }
});

test('who is refused hears why, and hinders nobody', async (t) => {
  const { database, blobs, storing, vault, account } = await openStoring(t);
  const large = await storedFile(blobs, 'large', 2 ** 30);
  const foreign = await heldFile(vault, 'foreign', Buffer.from('foreign'));
  const small = await heldFile(vault, 'small', Buffer.from('small'));
  await Promise.all([
    assert.rejects(storing.enter(entryOf(account.id, large)), {
      code: 'too_large',
    }),
    storing.enter(entryOf(account.id, small)),
    assert.rejects(storing.enter(entryOf(newId<AccountId>(randomness), foreign)), {
      code: 'unauthorized',
    }),
  ]);
  const tray = await database.files.listTray(account.id);
  assert.deepEqual(
    tray.map(({ name }) => name),
    ['small'],
  );
});

test('nothing enters whose bytes could not be stored', async (t) => {
  const { database, blobs, storing, vault, blobDir, account } = await openStoring(t);
  await storing.enter(entryOf(account.id, await storedFile(blobs, 'first')));
  const [held, stored] = [
    await heldFile(vault, 'held', Buffer.from('homeless')),
    await storedFile(blobs, 'with it'),
  ];
  await rm(blobDir, { recursive: true });
  await assert.rejects(storing.enter(entryOf(account.id, held, stored)), { code: 'unavailable' });
  const tray = await database.files.listTray(account.id);
  assert.deepEqual(
    tray.map(({ name }) => name),
    ['first'],
  );
});

test('line 1: nothing enters whose bytes are gone, and hinders nobody', async (t) => {
  const { database, blobs, storing, account } = await openStoring(t);
  const [lost, kept, other] = await Promise.all([
    storedFile(blobs, 'lost'),
    storedFile(blobs, 'kept'),
    storedFile(blobs, 'other'),
  ]);
  await blobs.delete(lost.id);
  await Promise.all([
    assert.rejects(storing.enter(entryOf(account.id, kept, lost)), { code: 'unavailable' }),
    storing.enter(entryOf(account.id, other)),
  ]);
  const tray = await database.files.listTray(account.id);
  assert.deepEqual(
    tray.map(({ name }) => name),
    ['other'],
  );
});

test('when the thread dies nobody knows what was done, and the next one gets another', async (t) => {
  const { blobs, storing, account } = await openStoring(t, deadlyProgram);
  const deaths = new Set<string>();
  for (const name of ['a', 'b']) {
    const file = await storedFile(blobs, name);
    const [failed] = await Promise.allSettled([storing.enter(entryOf(account.id, file))]);
    assert.ok(failed.status === 'rejected' && failed.reason instanceof Error);
    assert.equal(failed.reason.name, 'OutcomeUnknown');
    assert.ok(failed.reason.cause instanceof Error);
    deaths.add(String(failed.reason.cause.cause));
  }
  assert.equal(deaths.size, 2);
});

test('nothing enters once it is closed', async (t) => {
  const { blobs, storing, account } = await openStoring(t);
  await storing.close();
  const late = entryOf(account.id, await storedFile(blobs, 'late'));
  await assert.rejects(storing.enter(late), /Storing has ended/);
});
