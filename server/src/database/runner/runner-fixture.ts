import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { AuditRecord } from '../../domain/model/audit.ts';
import { chainStart, createAuditTrail } from '../../domain/model/audit.ts';
import type { DataLocation } from '../database-definition.ts';
import type { Database } from '../../domain/model/database.ts';
import { systemClock as clock, systemRandomness as randomness } from '../../platform/system.ts';
import { chainHash } from '../../sealing/crypto/secrets.ts';
import { createSealedVault } from '../../sealing/vault/sealed-vault.ts';
import { testRowBinding, testRowKey } from '../../testing/row-binding-fixture.ts';
import { sampleAccount } from '../../testing/samples.ts';
import { getStores } from '../../stores/registry.ts';
import { embeddedStores } from '../../stores/store-settings.ts';
import { createInProcessRunner } from './in-process-runner.ts';
import { createThreadedRunner } from './threaded-runner.ts';

const auditKey = randomness.bytes(32);
export const audit = createAuditTrail({
  clock,
  chainHash: (previous, record) => chainHash(auditKey, previous, record),
});

/** A thread that dies of every message. */
export const deadlyProgram = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', () => { throw new Error('death of ' + threadId); });`)}`,
);

/** A thread that knows the commands of the conformance suite. */
export const conformanceProgram = new URL('./conformance-thread.ts', import.meta.url);

/**
 * Both runners on the same stores, embedded ones or with the database of a server, the stores as others see them, and
 * an account.
 */
export async function openRunners(
  context: TestContext,
  program?: URL,
  server?: { database: string; location: Omit<DataLocation, 'dataDir'> },
) {
  const dir = await mkdtemp(join(tmpdir(), 'valise-runner-'));
  const embedded = embeddedStores(dir);
  const settings = {
    ...embedded,
    ...server,
    location: { ...embedded.location, ...server?.location },
  };
  const { location, ...stores } = getStores(settings);
  const database = await stores.database.open(location, {
    binding: testRowBinding,
    migrates: false,
  });
  const blobDir = join(dir, 'blobs');
  const blobs = await stores.blobs.open(location, clock);
  const options = {
    stores: settings,
    auditKey: Uint8Array.from(auditKey),
    rowKey: Uint8Array.from(testRowKey),
  };
  const threaded = createThreadedRunner(options, program);
  const inProcess = createInProcessRunner({ database, blobs, audit, clock, randomness });
  const { sealAndPut } = threaded;
  const vault = createSealedVault({ blobs, installId: 'install', randomness, sealAndPut });
  context.after(async () => {
    await threaded.close();
    await database.close();
    await rm(dir, { recursive: true });
  });
  const account = sampleAccount('alice@example.com', { createdAt: clock.now() });
  await database.accounts.add(account);
  return { database, blobs, blobDir, vault, threaded, inProcess, account };
}

/** Every audit record, each of which follows the one before. */
export async function readTrail(database: Database): Promise<AuditRecord[]> {
  const records = await database.audit.list(0, 1000);
  let previous: { sequence: number; hash: Buffer } = { sequence: 0, hash: chainStart };
  for (const record of records) {
    assert.ok(audit.follows(previous, record));
    previous = record;
  }
  return records;
}
