import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import type { ItemAbout } from '../src/types.ts';
import { saveFiles } from './save.ts';

type Saved = Awaited<ReturnType<typeof saveFiles>>;

async function open(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'valise-save-'));
  t.after(() => rm(folder, { recursive: true }));
  const target = join(folder, 'inbox');
  const outside = join(folder, 'outside');
  await mkdir(outside);

  /** Saves files, each with its path as its text; returns where they are below the target. */
  async function save(...paths: string[]): Promise<string[]> {
    const files = paths.map((path, at) => ({
      ...{
        id: String(at),
        name: `flat ${at}`,
        path,
        type: 'text/plain',
        size: Buffer.byteLength(path),
      },
      sha256: createHash('sha256').update(path).digest('hex'),
    }));
    const item = { id: 'item', files } as unknown as ItemAbout;
    const saved: Saved = await saveFiles(
      item,
      async function* read(file) {
        yield await Promise.resolve(Buffer.from(file.path));
      },
      target,
      {},
    );
    for (const [at, { path }] of saved.entries()) {
      assert.equal(await readFile(path, 'utf8'), paths[at]);
    }
    return saved.map(({ path }) => path.slice(path.indexOf('inbox') + 'inbox/'.length));
  }

  return { target, outside, save };
}

describe('files that are saved', () => {
  test('are in the folders that they were sent with', async (t) => {
    const { save } = await open(t);
    const paths = ['a.txt', 'Scans/a.txt', 'Scans/2026/a.txt'];
    assert.deepEqual(await save(...paths), paths);
    assert.deepEqual(await save('Scans/a.txt'), ['Scans/a (2).txt']);
  });

  test('stay below the folder, whatever their senders call folders', async (t) => {
    const { save, outside } = await open(t);
    assert.deepEqual(await save('../../a', '/etc/b', '.ssh/keys'), [
      '__/__/a',
      'file/etc/b',
      '_ssh/keys',
    ]);
    assert.deepEqual(await readdir(outside), []);
  });

  test('go through no link, and stand beside what is no folder', async (t) => {
    const { save, target, outside } = await open(t);
    await mkdir(target);
    await symlink(outside, join(target, 'Scans'));
    await writeFile(join(target, 'notes'), 'a file');
    assert.deepEqual(await save('Scans/a', 'Scans/deep/b', 'notes/c'), [
      'Scans (2)/a',
      'Scans (2)/deep/b',
      'notes (2)/c',
    ]);
    assert.deepEqual(await readdir(outside), []);
  });
});
