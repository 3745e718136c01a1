import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { FileBlobStore } from '../blobs/file/file-blob-store.ts';
import { chainHash } from '../sealing/crypto/secrets.ts';
import { openSqliteDatabase } from '../database/sqlite/sqlite-database.ts';
import type { AuditRecord } from '../domain/model/audit.ts';
import { chainStart, createAuditTrail } from '../domain/model/audit.ts';
import type { Database } from '../domain/model/database.ts';
import { systemClock } from '../platform/system-clock.ts';
import { systemRandomness as randomness } from '../platform/system-randomness.ts';
import { testRowBinding, testRowKey } from '../testing/row-binding-fixture.ts';
import { sampleAccount } from '../testing/samples.ts';
import { createSealedVault } from '../sealing/vault/sealed-vault.ts';
import { createStoring } from './storing.ts';

const auditKey = randomness.bytes(32);

/** What a thread runs that dies of every order. */
export const deadlyProgram = `
  import { parentPort, threadId } from 'node:worker_threads';
  parentPort.on('message', () => { throw new Error('death of ' + threadId); });`;

/** What stores, what it stores in as others see it, and an account there. */
export async function openStoring(context: TestContext, program?: string) {
  const dir = await mkdtemp(join(tmpdir(), 'valise-storing-'));
  const databaseFile = join(dir, 'valise.db');
  const database = await openSqliteDatabase(databaseFile, { binding: testRowBinding });
  const blobDir = join(dir, 'blobs');
  const blobs = await FileBlobStore.open(blobDir, systemClock);
  const place = {
    blobDir,
    databaseFile,
    auditKey: Uint8Array.from(auditKey),
    rowKey: Uint8Array.from(testRowKey),
    trayQuotaBytes: 8 * 1024 * 1024,
  };
  const url = program && new URL(`data:text/javascript,${encodeURIComponent(program)}`);
  const storing = url ? createStoring(place, url) : createStoring(place);
  const parts = { blobs, installId: 'install', randomness, smallBlobs: storing };
  const vault = createSealedVault(parts);
  context.after(async () => {
    await storing.close();
    await database.close();
    await rm(dir, { recursive: true });
  });
  const account = sampleAccount('alice@example.com', { createdAt: systemClock.now() });
  await database.accounts.add(account);
  return { database, blobs, blobDir, vault, storing, account };
}

/** Every audit record, each of which follows the one before. */
export async function readTrail(database: Database): Promise<AuditRecord[]> {
  const audit = createAuditTrail({
    clock: systemClock,
    chainHash: (previous, record) => chainHash(auditKey, previous, record),
  });
  const records = await database.audit.list(0, 1000);
  let previous: { sequence: number; hash: Buffer } = { sequence: 0, hash: chainStart };
  for (const record of records) {
    assert.ok(audit.follows(previous, record));
    previous = record;
  }
  return records;
}
