import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountId, FileId } from '../domain/ids.ts';
import { newId } from '../domain/ids.ts';
import type { TrayEntry } from '../domain/tray-entrance.ts';
import { systemRandomness as randomness } from '../system-randomness.ts';
import { deadlyProgram, openRecording, readTrail } from './recording-fixture.ts';

function entryOf(accountId: AccountId, name: string, sizeBytes = 3): TrayEntry {
  return {
    accountId,
    actor: { name: 'alice@example.com', source: '127.0.0.1', requestId: name },
    keyBucket: 'tray-2026-11-15',
    files: [
      {
        id: newId<FileId>(randomness),
        name,
        mediaType: 'text/plain',
        sizeBytes,
        sha256: randomness.bytes(32),
        wrappedKey: randomness.bytes(82),
      },
    ],
  };
}

test('whoever enters is in the tray, byte for byte, and in the audit trail', async (t) => {
  const { store, recording, account } = await openRecording(t);
  const entries = ['a', 'b', 'c', 'd'].map((name) => entryOf(account.id, name));
  await Promise.all(entries.map((entry) => recording.enter(entry)));
  const tray = await store.files.listTray(account.id);
  for (const { files, keyBucket } of entries) {
    const found = tray.find(({ id }) => id === files[0]?.id);
    assert.deepEqual({ ...found, ...files[0], keyBucket }, found);
  }
  const actions = (await readTrail(store)).map(({ action }) => action);
  assert.deepEqual(actions, Array(4).fill('file.uploaded'));
});

test('who is refused hears why, and hinders nobody', async (t) => {
  const { store, recording, account } = await openRecording(t);
  await Promise.all([
    assert.rejects(recording.enter(entryOf(account.id, 'large', 1001)), { code: 'too_large' }),
    recording.enter(entryOf(account.id, 'small')),
    assert.rejects(recording.enter(entryOf(newId<AccountId>(randomness), 'foreign')), {
      code: 'unauthorized',
    }),
  ]);
  const tray = await store.files.listTray(account.id);
  assert.deepEqual(
    tray.map(({ name }) => name),
    ['small'],
  );
});

test('when the thread dies nobody knows what was done, and the next one gets another', async (t) => {
  const { recording, account } = await openRecording(t, deadlyProgram);
  const deaths = new Set<string>();
  for (const name of ['a', 'b']) {
    const [failed] = await Promise.allSettled([recording.enter(entryOf(account.id, name))]);
    assert.ok(failed.status === 'rejected' && failed.reason instanceof Error);
    assert.equal(failed.reason.name, 'OutcomeUnknown');
    assert.ok(failed.reason.cause instanceof Error);
    deaths.add(String(failed.reason.cause.cause));
  }
  assert.equal(deaths.size, 2);
});

test('nothing enters once it is closed', async (t) => {
  const { recording, account } = await openRecording(t);
  await recording.close();
  await assert.rejects(recording.enter(entryOf(account.id, 'late')), /Recording has ended/);
});
