import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { systemClock, systemRandomness } from '../platform/system.ts';
import { embeddedStores } from '../stores/store-settings.ts';
import { openInstallation } from './installation.ts';
import type { WantedKind } from './sandbox-marks.ts';
import { markNewFolder, refuseMarkedFolder, sandboxFile, sandboxMark } from './sandbox-marks.ts';

async function folders(t: TestContext) {
  const parent = await mkdtemp(join(tmpdir(), 'valise-marks-'));
  t.after(() => rm(parent, { recursive: true }));

  async function open(name: string, kind?: WantedKind) {
    const dataDir = join(parent, name);
    return await openInstallation(
      {
        stores: embeddedStores(dataDir),
        keyDir: join(dataDir, 'keys'),
        clock: systemClock,
        randomness: systemRandomness,
      },
      { create: true, kind },
    );
  }

  /** Whether it is a sandbox, of whatever kind it must be. */
  async function isSandbox(name: string, kind?: WantedKind): Promise<boolean> {
    const installation = await open(name, kind);
    const { sandboxClock, apiKeyHasher } = installation;
    await installation.close();
    assert.equal(apiKeyHasher.kind === 'test', sandboxClock !== undefined);
    return sandboxClock !== undefined;
  }

  /** Writes the mark into the database, as who has no keys can. */
  async function setMark(name: string, value: string): Promise<void> {
    const installation = await open(name);
    await installation.database.installationValues.set(sandboxMark, value);
    await installation.close();
  }

  function removeMark(name: string): void {
    const database = new DatabaseSync(join(parent, name, 'valise.db'));
    database.prepare('DELETE FROM notes WHERE name = ?').run(sandboxMark);
    database.close();
  }

  async function markOf(name: string): Promise<string> {
    const installation = await open(name);
    const mark = await installation.database.installationValues.find(sandboxMark);
    await installation.close();
    return mark ?? assert.fail('it has no mark');
  }

  return { at: (name: string) => join(parent, name), isSandbox, setMark, removeMark, markOf };
}

const unsafe = { code: 'data_unsafe' };

describe('the marks of a sandbox', () => {
  test('make one of a missing or an empty folder, and of no other', async (t) => {
    const { at, isSandbox } = await folders(t);
    await mkdir(at('empty'));
    for (const name of ['missing', 'empty']) {
      await markNewFolder(at(name));
      assert.equal(await isSandbox(name, 'sandbox'), true);
      await markNewFolder(at(name));
      assert.equal(await isSandbox(name), true);
      await assert.rejects(isSandbox(name, 'usual'), unsafe);
      await assert.rejects(refuseMarkedFolder(at(name)), unsafe);
    }
    assert.equal(await isSandbox('usual'), false);
    await mkdir(at('other'));
    await writeFile(join(at('other'), 'notes.txt'), '');
    for (const name of ['usual', 'other']) {
      const before = await readdir(at(name));
      await assert.rejects(markNewFolder(at(name)), unsafe);
      assert.deepEqual(await readdir(at(name)), before);
      await refuseMarkedFolder(at(name));
    }
  });

  test('are gone on with where a start died between them', async (t) => {
    const { at, isSandbox } = await folders(t);
    await markNewFolder(at('begun'));
    assert.equal(await isSandbox('begun'), true);
    assert.equal(await isSandbox('begun', 'sandbox'), true);
  });

  test('open nothing one without the other', async (t) => {
    const { at, isSandbox, setMark, markOf } = await folders(t);
    await markNewFolder(at('box'));
    assert.equal(await isSandbox('box', 'sandbox'), true);
    assert.equal(await isSandbox('usual'), false);

    await writeFile(sandboxFile(at('usual')), '{}');
    for (const kind of ['usual', 'sandbox', undefined] as const) {
      await assert.rejects(isSandbox('usual', kind), unsafe);
    }
    await rm(sandboxFile(at('usual')));
    assert.equal(await isSandbox('usual', 'usual'), false);

    const foreign = await markOf('box');
    await setMark('usual', foreign);
    await writeFile(sandboxFile(at('usual')), '{}');
    await assert.rejects(isSandbox('usual', 'sandbox'), unsafe);
    await rm(sandboxFile(at('usual')));
    for (const kind of ['usual', 'sandbox', undefined] as const) {
      await assert.rejects(isSandbox('usual', kind), unsafe);
    }

    await rm(sandboxFile(at('box')));
    for (const kind of ['usual', 'sandbox', undefined] as const) {
      await assert.rejects(isSandbox('box', kind), unsafe);
    }
  });

  test('do not agree once the one in the database is gone', async (t) => {
    const { at, isSandbox, removeMark } = await folders(t);
    await markNewFolder(at('box'));
    await isSandbox('box', 'sandbox');
    removeMark('box');
    for (const kind of ['usual', 'sandbox', undefined] as const) {
      await assert.rejects(isSandbox('box', kind), unsafe);
    }
  });
});
