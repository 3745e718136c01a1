import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { chainHash } from '../crypto/audit-chain.ts';
import { openSqliteStore } from '../database/sqlite-store.ts';
import { chainStart, createAuditTrail } from '../domain/audit.ts';
import type { AccountId, FileId } from '../domain/ids.ts';
import { newId } from '../domain/ids.ts';
import type { TrayEntry } from '../domain/tray-entrance.ts';
import { systemClock } from '../system-clock.ts';
import { systemRandomness as randomness } from '../system-randomness.ts';
import { sampleAccount } from '../testing/samples.ts';
import { createRecording } from './recording.ts';

const auditKey = randomness.bytes(32);

async function open(context: TestContext, program?: string) {
  const dir = await mkdtemp(join(tmpdir(), 'valise-recording-'));
  const database = join(dir, 'valise.db');
  const store = await openSqliteStore(database);
  const place = { database, auditKey: Uint8Array.from(auditKey), trayQuotaBytes: 1000 };
  const url = program && new URL(`data:text/javascript,${encodeURIComponent(program)}`);
  const recording = url ? createRecording(place, url) : createRecording(place);
  context.after(async () => {
    await recording.close();
    await store.close();
    await rm(dir, { recursive: true });
  });
  const account = sampleAccount('alice@example.com', { createdAt: systemClock.now() });
  await store.accounts.add(account);
  return { store, recording, account };
}

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
  const { store, recording, account } = await open(t);
  const entries = ['a', 'b', 'c', 'd'].map((name) => entryOf(account.id, name));
  await Promise.all(entries.map((entry) => recording.enter(entry)));
  const tray = await store.files.listTray(account.id);
  for (const { files, keyBucket } of entries) {
    const found = tray.find(({ id }) => id === files[0]?.id);
    assert.deepEqual({ ...found, ...files[0], keyBucket }, found);
  }
  const audit = createAuditTrail({
    clock: systemClock,
    chainHash: (previous, record) => chainHash(auditKey, previous, record),
  });
  let previous: { sequence: number; hash: Buffer } = { sequence: 0, hash: chainStart };
  for (const record of await store.audit.list(0, 10)) {
    assert.equal(record.action, 'file.uploaded');
    assert.ok(audit.follows(previous, record));
    previous = record;
  }
  assert.equal(previous.sequence, 4);
});

test('who is refused hears why, and hinders nobody', async (t) => {
  const { store, recording, account } = await open(t);
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
  const { recording, account } = await open(
    t,
    `import { parentPort, threadId } from 'node:worker_threads';
     parentPort.on('message', () => { throw new Error('death of ' + threadId); });`,
  );
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
  const { recording, account } = await open(t);
  await recording.close();
  await assert.rejects(recording.enter(entryOf(account.id, 'late')), /Recording has ended/);
});
