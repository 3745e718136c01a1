import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { openCommandLine } from '../commands/command-fixture.ts';
import { systemClock as clock, systemRandomness as randomness } from '../platform/system.ts';
import { embeddedStores } from '../stores/store-settings.ts';
import { openInstallation } from './installation.ts';

/** The public key that a data folder with its keys signs receipts with. */
async function keyIn(dataDir: string, create = false): Promise<string> {
  const stores = embeddedStores(dataDir);
  const place = { stores, keyDir: join(dataDir, 'keys'), clock, randomness };
  const installation = await openInstallation(place, { create });
  try {
    return installation.receiptKey.publicKey.toString('hex');
  } finally {
    await installation.close();
  }
}

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'valise-receipts-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('the key of receipts is the same after a restart and a restore elsewhere', async (t) => {
  const folder = await newFolder(t);
  const dataDir = join(folder, 'data');
  const key = await keyIn(dataDir, true);
  assert.equal(await keyIn(dataDir), key);
  await cp(dataDir, join(folder, 'restored'), { recursive: true, preserveTimestamps: true });
  assert.equal(await keyIn(join(folder, 'restored')), key);
  assert.notEqual(await keyIn(join(folder, 'other'), true), key);
});

test('the key of receipts outlives the root key', async (t) => {
  const { type, dataDir } = await openCommandLine(t);
  assert.equal((await type('account add a@example.com 46700000001')).status, 0);
  const key = await keyIn(dataDir);
  const rotated = await type('key rotate');
  assert.equal(rotated.status, 0, rotated.stderr);
  assert.equal(await keyIn(dataDir), key);
});
