import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { keepBallast, releaseBallast } from './ballast.ts';

test('room is kept for a full disk until it is given up, and then kept again', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-ballast-'));
  context.after(() => rm(folder, { recursive: true }));
  const database = join(folder, 'valise.db');
  const heldBytes = async () => (await stat(join(folder, 'valise.ballast'))).size;
  releaseBallast(database);
  assert.equal(await keepBallast(database, 1_500_000), true);
  assert.equal(await heldBytes(), 1_500_000);
  assert.equal(await keepBallast(database, 1_500_000), false);
  assert.equal(await keepBallast(database, 1000), true, 'a smaller setting gives room back');
  assert.equal(await heldBytes(), 1000);
  releaseBallast(database);
  assert.deepEqual(await readdir(folder), []);
  assert.equal(await keepBallast(database, 1000), true);
  assert.equal(await keepBallast(database, 0), false);
  assert.deepEqual(await readdir(folder), []);
});

test('no room is kept where there is hardly any, and little on a small disk', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'valise-ballast-'));
  context.after(() => rm(folder, { recursive: true }));
  const sizes = { freeBytes: 40_000, diskBytes: 320_000 };
  const made = await keepBallast(join(folder, 'valise.db'), 1_000_000, () =>
    Promise.resolve(sizes),
  );
  assert.equal(made, false);
  sizes.freeBytes = 60_000;
  await keepBallast(join(folder, 'valise.db'), 1_000_000, () => Promise.resolve(sizes));
  assert.equal((await stat(join(folder, 'valise.ballast'))).size, 20_000);
});
