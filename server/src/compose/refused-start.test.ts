import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { ValiseError } from '../domain/model/valise-error.ts';
import { rootKeyFile } from '../key-ring/root-key.ts';
import { systemClock as clock, systemRandomness as randomness } from '../platform/system.ts';
import { openKeyringWithRootKey, sealKeyring } from '../sealing/crypto/keyring-format.ts';
import type { Keyring } from '../sealing/crypto/keyring-format.ts';
import { embeddedStores } from '../stores/store-settings.ts';
import { sampleAccount } from '../testing/samples.ts';
import type { Installation } from './installation.ts';
import { openInstallation } from './installation.ts';

const bucket = 'expiry-2026-11-15';

/** A key folder, and data folders that may be opened with it. */
async function openFolders(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'valise-refused-'));
  t.after(() => rm(folder, { recursive: true }));
  const keyDir = join(folder, 'keys');
  const path = join(keyDir, 'keyring.sealed');

  async function withServer<Result>(
    name: string,
    work: (installation: Installation) => Promise<Result> | Result,
    lockKeys: () => { release(): void } = () => ({ release: () => undefined }),
  ): Promise<Result> {
    const installation = await openInstallation(
      { stores: embeddedStores(join(folder, name)), keyDir, clock, randomness },
      { create: true, migrates: true, lockKeys },
    );
    try {
      return await work(installation);
    } finally {
      await installation.close();
    }
  }

  /** Writes the keyring as another program left it. */
  async function change(content: Partial<Keyring>): Promise<void> {
    const rootKey = await rootKeyFile(keyDir).read();
    const sealed = await readFile(path);
    const { keyring, protection } = openKeyringWithRootKey(rootKey, sealed, randomness);
    await writeFile(path, sealKeyring(protection, { ...keyring, ...content }, randomness));
  }

  return { withServer, change, readKeyring: () => readFile(path, 'hex') };
}

test('a start that is refused because of another server writes nothing into its keyring', async (t) => {
  const { withServer, change, readKeyring } = await openFolders(t);
  await withServer('data', ({ database }) => database.accounts.add(sampleAccount('a@example.com')));
  await change({ rowsBoundAt: undefined });
  const before = await readKeyring();
  const refused = withServer(
    'data',
    () => assert.fail(),
    () => {
      throw new ValiseError('server_running', 'Another server uses the keys.');
    },
  );
  await assert.rejects(refused, { code: 'server_running' });
  assert.equal(await readKeyring(), before);
  let isHeld = false;
  await withServer(
    'data',
    ({ keys }) => {
      assert.ok(isHeld);
      assert.notEqual(keys.rowsBoundAt, undefined, 'a start that is not refused writes');
    },
    () => {
      isHeld = true;
      return {
        release() {
          isHeld = false;
        },
      };
    },
  );
  assert.ok(!isHeld, 'the lock is released');
  assert.notEqual(await readKeyring(), before);
});

test('a keyring from before keyrings named their installation is adopted by its own database, and by no other from then on', async (t) => {
  const { withServer, change, readKeyring } = await openFolders(t);
  const id = await withServer('data', async ({ id, keys }) => {
    await keys.keyRing.ensure(bucket);
    return id;
  });
  const unclaimed = { installation: undefined, changes: 0, rowsBoundAt: undefined };
  await change({ ...unclaimed, keys: new Map() });
  // A second data folder that was made with the same keys, while they belonged to nobody.
  const other = await withServer('other', (installation) => installation.id);
  assert.notEqual(other, id);
  await change(unclaimed);
  await withServer('data', ({ keys }) => {
    assert.equal(keys.installation, id);
  });
  const adopted = await readKeyring();
  await assert.rejects(
    withServer('other', () => assert.fail()),
    { code: 'key_wrong' },
  );
  assert.equal(await readKeyring(), adopted, 'a refused start writes nothing');
});
