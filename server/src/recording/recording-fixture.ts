import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { chainHash } from '../crypto/audit-chain.ts';
import { openSqliteStore } from '../database/sqlite-store.ts';
import type { AuditRecord } from '../domain/audit.ts';
import { chainStart, createAuditTrail } from '../domain/audit.ts';
import type { Store } from '../domain/store.ts';
import { systemClock } from '../system-clock.ts';
import { systemRandomness as randomness } from '../system-randomness.ts';
import { sampleAccount } from '../testing/samples.ts';
import { createRecording } from './recording.ts';

const auditKey = randomness.bytes(32);

/** What a thread runs that dies of every order. */
export const deadlyProgram = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', () => { throw new Error('death of ' + threadId); });`;

/** A recording, the database it records in as another connection sees it, and an account there. */
export async function openRecording(context: TestContext, program?: string) {
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

/** Every audit record, each of which follows the one before. */
export async function readTrail(store: Store): Promise<AuditRecord[]> {
  const audit = createAuditTrail({
    clock: systemClock,
    chainHash: (previous, record) => chainHash(auditKey, previous, record),
  });
  const records = await store.audit.list(0, 1000);
  let previous: { sequence: number; hash: Buffer } = { sequence: 0, hash: chainStart };
  for (const record of records) {
    assert.ok(audit.follows(previous, record));
    previous = record;
  }
  return records;
}
